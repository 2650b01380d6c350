// What charts are drawn from: one entry for each day, oldest first.
import type { Sentiment } from '../../../../src/contract/labels.ts'

export type SentimentDay = { day: string } & Record<Sentiment, number>
