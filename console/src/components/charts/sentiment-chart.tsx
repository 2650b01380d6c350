// Observations per day, or per week for long periods, stacked by sentiment. All parts link to those observations.
import { DAY_MS } from '../../../../src/contract/date-time.ts'
import { SENTIMENTS, type Sentiment } from '../../../../src/contract/labels.ts'
import { withQuery } from '../../api.ts'
import { capitalized, formatDay } from '../../format.ts'
import { useProjectId } from '../../session/project.ts'
import { SENTIMENT_COLORS } from '../../theme.ts'
import { BarChart } from './bar-chart.tsx'

/** Longer series are shown by week. */
const MANY = 120

export const isByWeek = (series: SentimentDay[]): boolean => series.length > MANY

type SentimentChartProps = {
  series: SentimentDay[]
  height?: number
  label: string
  /** Restricts the observations to an issue or a user. */
  of?: { issue?: string; user_id?: string }
}

export function SentimentChart({ series, height = 240, label, of = {} }: SentimentChartProps) {
  const base = `/p/${useProjectId()}/observations`
  const shown = isByWeek(series) ? byWeek(series) : series
  const [first] = series
  const from = first && startOf(first.day)
  const parts = SENTIMENTS.map((sentiment) => ({
    name: capitalized(sentiment),
    color: SENTIMENT_COLORS[sentiment],
    to: withQuery(base, { ...of, sentiment, from }),
  }))
  const bars = shown.map((day, index) => ({
    name: formatDay(day.day),
    values: SENTIMENTS.map((name) => day[name]),
    to: (part: number | null) =>
      withQuery(base, {
        ...of,
        sentiment: part === null ? undefined : SENTIMENTS[part],
        from: startOf(day.day),
        to: endOf(day.day, shown[index + 1]?.day),
      }),
  }))
  return <BarChart parts={parts} bars={bars} height={height} label={label} />
}

/** Days are UTC days, like the counts. */
const startOf = (day: string): string => `${day}T00:00:00.000Z`
const endOf = (day: string, next: string | undefined): string =>
  next ? startOf(next) : new Date(Date.parse(startOf(day)) + DAY_MS).toISOString()

// A long series in steps of a week: as many bars as the eye can tell apart.

/** What charts are drawn from: one entry for each day, oldest first. */
export type SentimentDay = { day: string } & Record<Sentiment, number>

const WEEK = 7

/** Each week carries the name of its first day. The last week is whole: the first may be shorter. */
function byWeek(series: SentimentDay[]): SentimentDay[] {
  const short = series.length % WEEK
  const weeks = short === 0 ? [] : [series.slice(0, short)]
  for (let start = short; start < series.length; start += WEEK) weeks.push(series.slice(start, start + WEEK))
  return weeks.map(together)
}

function together(days: SentimentDay[]): SentimentDay {
  const sums = SENTIMENTS.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)])
  return { day: days[0]?.day ?? '', ...Object.fromEntries(sums) }
}
