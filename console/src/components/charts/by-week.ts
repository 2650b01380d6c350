// Sums a long series by week, so that bars remain distinguishable.
import { SENTIMENTS } from '../../../../src/contract/labels.ts'
import type { SentimentDay } from './chart-days.ts'

const WEEK = 7

/** Each week has the name of its first day. The last week is complete; the first may be shorter. */
export function byWeek(series: SentimentDay[]): SentimentDay[] {
  const short = series.length % WEEK
  const weeks = short === 0 ? [] : [series.slice(0, short)]
  for (let start = short; start < series.length; start += WEEK) weeks.push(series.slice(start, start + WEEK))
  return weeks.map(together)
}

function together(days: SentimentDay[]): SentimentDay {
  const sums = SENTIMENTS.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)])
  return { day: days[0]?.day ?? '', ...Object.fromEntries(sums) }
}
