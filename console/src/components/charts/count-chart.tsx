// A count per day, such as answers to a study.
import { formatDay } from '../../format.ts'
import { BarChart } from './bar-chart.tsx'
import type { CountDay } from './chart-days.ts'

type CountChartProps = { series: CountDay[]; name: string; height?: number; label: string }

export function CountChart({ series, name, height = 200, label }: CountChartProps) {
  const bars = series.map(({ day, count }) => ({ name: formatDay(day), values: [count] }))
  const parts = [{ name, color: 'var(--mantine-color-moss-6)' }]
  return <BarChart parts={parts} bars={bars} height={height} label={label} />
}
