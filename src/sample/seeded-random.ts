// Random numbers that are the same for the same seed, for sample data, tests and benchmarks.

/** From 0 up to, but not including, 1. */
export type Random = () => number

/** Mulberry32: short, and uniform enough for its uses here. */
export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
