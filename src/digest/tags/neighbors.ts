// A note's neighbors among the project's other notes: those that are probably about the same matter.
import { dot } from '../group/vector.ts'
import type { ReadNote } from './evidence.ts'

/** How much two notes count as neighbors, from 0 to 1, by their cosine. */
export type Nearness = (cosine: number) => number

/** With the bundled encoder, half of the pairs at `NEAR` are about the same matter. */
const NEAR = 0.8
const BLUR = 0.03
const UNRELATED = 0.43
const PRIOR_PAIRS = 200
const COMPARED = 40
const MOST_UNRELATED = 0.9
/** Pairs further apart do not count. */
const LEAST = 1e-3

/**
 * With another model's vectors, or in a project on one topic, cosines are stretched so that unrelated notes are as far
 * apart as usual.
 */
export function nearnessIn(notes: ReadNote[]): Nearness {
  const vectors = notes.slice(0, COMPARED).flatMap(({ vector }) => vector ?? [])
  let [sum, pairs] = [UNRELATED * PRIOR_PAIRS, PRIOR_PAIRS]
  for (const [at, one] of vectors.entries())
    for (const other of vectors.slice(0, at)) {
      sum += dot(one, other)
      pairs++
    }
  const stretch = (1 - UNRELATED) / (1 - Math.min(MOST_UNRELATED, sum / pairs))
  return (cosine) => {
    const nearness = 1 / (1 + Math.exp((NEAR - 1 + (1 - cosine) * stretch) / BLUR))
    return nearness < LEAST ? 0 : nearness
  }
}

export type Neighbor = { at: number; weight: number }

export function neighborsOf(note: ReadNote, notes: ReadNote[], nearness: Nearness): Neighbor[] {
  const { vector } = note
  if (!vector) return []
  return notes.flatMap((other, at) => {
    if (other.id === note.id || other.vector?.length !== vector.length) return []
    const weight = nearness(dot(vector, other.vector))
    return weight > 0 ? [{ at, weight }] : []
  })
}
