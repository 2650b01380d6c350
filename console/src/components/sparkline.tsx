// A trend in the space of a word: bars of the last days.
import { lastDays } from '../format.ts'

type Day = { day: string; count: number }

export function Sparkline({
  daily,
  days = 30,
  width = 96,
  height = 24,
}: {
  daily: Day[]
  days?: number
  width?: number
  height?: number
}) {
  const counts = new Map(daily.map(({ day, count }) => [day, count]))
  const values = lastDays(days).map((day) => counts.get(day) ?? 0)
  const most = Math.max(1, ...values)
  const total = values.reduce((sum, value) => sum + value, 0)
  const step = width / days
  return (
    <svg width={width} height={height} role="img" aria-label={`${total} in the last ${days} days`}>
      {values.map((value, i) => {
        const tall = value === 0 ? 1 : Math.max(2, (value / most) * height)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its day
            key={i}
            x={i * step}
            y={height - tall}
            width={Math.max(1, step - 1)}
            height={tall}
            rx={0.5}
            fill={value === 0 ? 'var(--fn-line)' : 'var(--mantine-color-moss-5)'}
          />
        )
      })}
    </svg>
  )
}
