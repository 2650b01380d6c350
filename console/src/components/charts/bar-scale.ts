// The data of a bar chart, and the round numbers of its axis.

/** `to` is an address within the console, for the legend and the segments. */
export type Part = { name: string; color: string; to?: string }
/** One value per part, from bottom to top. */
export type Bar = { name: string; values: number[]; to?: (part: number | null) => string }

export const heightOf = ({ values }: Bar): number => values.reduce((sum, value) => sum + value, 0)

const LINES = 4

/** Whole numbers from 0 to at least `most`, in steps of 1, 2 or 5 times a power of ten. */
export function ticksFor(most: number): number[] {
  const rough = Math.max(1, most / LINES)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, i) => i * step)
}
