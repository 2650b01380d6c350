// Counts by sentiment, and by day and sentiment for charts: every day of the period, including empty ones.
import { DAY_MS } from '../contract/date-time.ts'
import { SENTIMENTS, type Sentiment } from '../contract/labels.ts'
import type { SentimentDayRow } from '../db/projects/overviews.ts'

export type SentimentDay = { day: string } & Record<Sentiment, number>

const NONE = Object.fromEntries(SENTIMENTS.map((label) => [label, 0])) as Record<Sentiment, number>

/** The beginning, in UTC, of the first of so many days that end today. */
export const firstDay = (now: Date, days: number): Date =>
  new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - (days - 1) * DAY_MS)

/** Every day from the first on, as its date. */
export const daysFrom = (since: Date, days: number): string[] =>
  Array.from({ length: days }, (_, index) =>
    new Date(since.getTime() + index * DAY_MS).toISOString().slice(0, 10),
  )

export function sentimentDays(rows: SentimentDayRow[], since: Date, days: number): SentimentDay[] {
  const series = daysFrom(since, days).map((day) => ({ day, ...NONE }))
  const byDay = new Map(series.map((one) => [one.day, one]))
  for (const { day, counts } of rows) Object.assign(byDay.get(day) ?? {}, counts)
  return series
}

/** Over all these days. */
export const sentimentsIn = (rows: SentimentDayRow[]): Record<Sentiment, number> =>
  sentimentCounts(
    rows.flatMap(({ counts }) => Object.entries(counts).map(([sentiment, count]) => ({ sentiment, count }))),
  )

/** The sum per sentiment. Rows without a sentiment are left out. */
export function sentimentCounts(
  rows: { sentiment: string | null; count: number }[],
): Record<Sentiment, number> {
  const counts = { ...NONE }
  for (const { sentiment, count } of rows) if (sentiment !== null) counts[sentiment as Sentiment] += count
  return counts
}
