// Counts by day and by sentiment, wherever a number is shown over time.
import { SENTIMENTS } from './labels.ts'
import { AnyText, ObjectOf, type Schema, WholeNumber } from './schema.ts'

export const Day = ObjectOf({ day: AnyText({ examples: ['2026-03-14'] }), count: WholeNumber() })

export const SentimentCounts: Schema<Record<(typeof SENTIMENTS)[number], number>> = {
  type: 'object',
  required: SENTIMENTS,
  properties: Object.fromEntries(SENTIMENTS.map((label) => [label, WholeNumber()])),
}

export const SentimentDay: Schema<{ day: string } & Record<(typeof SENTIMENTS)[number], number>> = {
  type: 'object',
  required: ['day', ...SENTIMENTS],
  properties: { day: AnyText(), ...Object.fromEntries(SENTIMENTS.map((label) => [label, WholeNumber()])) },
}
