// The data of charts: one entry per day, oldest first.
import type { Sentiment } from '../../../../src/contract/labels.ts'

export type SentimentDay = { day: string } & Record<Sentiment, number>
