// Chance that repeats: the same seed gives the same stream on every machine.

export type Chance = () => number

export const createChance = (seed: number): Chance => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const shuffle = <T>(items: readonly T[], chance: Chance): T[] => {
  const shuffled = [...items]
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(chance() * (i + 1))
    const held = shuffled[i] as T
    shuffled[i] = shuffled[j] as T
    shuffled[j] = held
  }
  return shuffled
}
