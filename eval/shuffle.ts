// An order drawn by chance that repeats.
import type { Random } from '../src/sample/seeded-random.ts'

export function shuffle<T>(items: readonly T[], random: Random): T[] {
  const shuffled = [...items]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[shuffled[at], shuffled[other]] = [shuffled[other] as T, shuffled[at] as T]
  }
  return shuffled
}
