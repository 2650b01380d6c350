// The charts themselves.
import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { SENTIMENTS } from '../../../src/contract/labels.ts'
import { formatDay, formatNumber } from '../format.ts'
import { SENTIMENT_COLORS } from '../theme.ts'
import type { CountDay, SentimentDay } from './chart-days.ts'

const axes = {
  tickLine: 'none',
  gridAxis: 'x',
  valueFormatter: formatNumber,
  yAxisProps: { width: 40, allowDecimals: false },
  xAxisProps: { minTickGap: 24 },
  barProps: { isAnimationActive: false },
} as const

const shown = <D extends { day: string }>(series: D[]) =>
  series.map((day) => ({ ...day, day: formatDay(day.day) }))

export function SentimentBars({ series, height }: { series: SentimentDay[]; height: number }) {
  return (
    <BarChart
      h={height}
      data={shown(series)}
      dataKey="day"
      type="stacked"
      series={SENTIMENTS.map((name) => ({ name, color: SENTIMENT_COLORS[name] }))}
      withLegend
      legendProps={{ verticalAlign: 'bottom', itemSorter: null }}
      {...axes}
    />
  )
}

export function CountBars({ series, name, height }: { series: CountDay[]; name: string; height: number }) {
  return (
    <BarChart
      h={height}
      data={shown(series)}
      dataKey="day"
      series={[{ name: 'count', label: name, color: 'moss.6' }]}
      {...axes}
    />
  )
}
