// The five sentiment labels as the three moods that kinds are told by.
import type { Sentiment } from '../../contract/labels.ts'
import type { Sentiment as Mood } from './kind.ts'

export const moodOf = (sentiment: Sentiment): Mood =>
  sentiment.includes('negative') ? 'negative' : sentiment.includes('positive') ? 'positive' : 'neutral'
