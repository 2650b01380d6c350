// Observations per day, stacked by sentiment; a long time week by week.
import { SENTIMENTS } from '../../../../src/contract/labels.ts'
import { capitalized, formatDay } from '../../format.ts'
import { SENTIMENT_COLORS } from '../../theme.ts'
import { BarChart } from './bar-chart.tsx'
import { byWeek } from './by-week.ts'
import type { SentimentDay } from './chart-days.ts'

const PARTS = SENTIMENTS.map((name) => ({ name: capitalized(name), color: SENTIMENT_COLORS[name] }))

/** More days than this are too many bars. */
const MANY = 120

export const isByWeek = (series: SentimentDay[]): boolean => series.length > MANY

type SentimentChartProps = { series: SentimentDay[]; height?: number; label: string }

export function SentimentChart({ series, height = 240, label }: SentimentChartProps) {
  const shown = isByWeek(series) ? byWeek(series) : series
  const bars = shown.map((day) => ({ name: formatDay(day.day), values: SENTIMENTS.map((name) => day[name]) }))
  return <BarChart parts={PARTS} bars={bars} height={height} label={label} />
}
