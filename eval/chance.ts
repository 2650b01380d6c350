// Chance that repeats: the project's one generator, and an order drawn with it.
import type { Random as Chance } from '../src/sample/seeded-random.ts'

export { type Random as Chance, seededRandom as createChance } from '../src/sample/seeded-random.ts'

export function shuffle<T>(items: readonly T[], chance: Chance): T[] {
  const shuffled = [...items]
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(chance() * (i + 1))
    const held = shuffled[i] as T
    shuffled[i] = shuffled[j] as T
    shuffled[j] = held
  }
  return shuffled
}
