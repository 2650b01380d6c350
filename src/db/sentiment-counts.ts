// Columns that count by sentiment: arrays in the order of SENTIMENTS; reading them, and SQL that makes, adds and subtracts them.
import { SENTIMENTS, type Sentiment } from '../contract/labels.ts'

/** Of rows that have a user_sentiment. */
export const COUNT_SENTIMENTS = `ARRAY[${SENTIMENTS.map(
  (label) => `count(*) FILTER (WHERE user_sentiment = '${label}')::int`,
).join(', ')}]`

/** What such a column holds. */
export const labeledCounts = (counts: number[]): Record<Sentiment, number> =>
  Object.fromEntries(SENTIMENTS.map((label, place) => [label, counts[place] ?? 0])) as Record<
    Sentiment,
    number
  >

export const addCounts = (one: string, other: string): string => eachCount('+', one, other)
export const subtractCounts = (one: string, other: string): string => eachCount('-', one, other)

function eachCount(operator: '+' | '-', one: string, other: string): string {
  const places = SENTIMENTS.map((_, index) => index + 1) // PostgreSQL arrays count from 1
  return `ARRAY[${places.map((place) => `${one}[${place}] ${operator} ${other}[${place}]`).join(', ')}]`
}
