// A small trend: bars of the last days.
import { LIMITS } from '../../../../src/contract/limits.ts'
import { lastDays } from '../../format.ts'

type Day = { day: string; count: number }

const THINNEST = 3 // a bar and the gap beside it

/** Adds up neighboring days when there is no space for all bars. */
function squeeze(values: number[], most: number): number[] {
  const size = Math.ceil(values.length / most)
  const first = values.length % size || size
  const starts = Array.from({ length: Math.ceil(values.length / size) }, (_, i) => first + (i - 1) * size)
  return starts.map((start) =>
    values.slice(Math.max(0, start), start + size).reduce((sum, value) => sum + value, 0),
  )
}

export function Sparkline({
  daily,
  days = LIMITS.periodDays,
  width = 96,
  height = 24,
}: {
  daily: Day[]
  days?: number
  width?: number
  height?: number
}) {
  const counts = new Map(daily.map(({ day, count }) => [day, count]))
  const values = squeeze(
    lastDays(days).map((day) => counts.get(day) ?? 0),
    Math.floor(width / THINNEST),
  )
  const most = Math.max(1, ...values)
  const total = values.reduce((sum, value) => sum + value, 0)
  const step = width / values.length
  // Each has its own scale; otherwise, small issues would be flat beside large ones.
  const said = `${total} in the last ${days} days, at most ${Math.max(0, ...daily.map(({ count }) => count))} in a day (drawn to its own scale)`
  const bars = values.map((value, i) => {
    const tall = value === 0 ? 1 : Math.max(2, (value / most) * height)
    return { empty: value === 0, path: `M${i * step} ${height}v${-tall}h${Math.max(1, step - 1)}v${tall}z` }
  })
  const pathOf = (empty: boolean) =>
    bars
      .filter((bar) => bar.empty === empty)
      .map(({ path }) => path)
      .join('')
  // Two shapes for all bars: with an element per bar, they were half of the elements of an issue list.
  return (
    <svg width={width} height={height} role="img" aria-label={said}>
      <title>{said}</title>
      <path d={pathOf(true)} fill="var(--fn-line)" />
      <path d={pathOf(false)} fill="var(--mantine-color-moss-5)" />
    </svg>
  )
}
