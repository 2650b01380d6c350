// A long series in steps of a week: as many bars as the eye can tell apart.
import { SENTIMENTS } from '../../../../src/contract/labels.ts'
import type { SentimentDay } from './chart-days.ts'

const WEEK = 7

/** Each week carries the name of its first day. The last week is whole: the first may be shorter. */
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
