// Drops grouping changes that gain too little. The same notes are judged a little differently each time, depending on
// the other notes in the region; without this, notes would move back and forth.
import { type Clustering, clusteringOf, rootOf } from './average-link.ts'

/** The least mean gain of a change, on the scale of the threshold: half a logit. */
const LEAST_GAIN = 0.03
/**
 * This many additional pairs count as exactly at the threshold, because a gain that rests on one or two pairs is
 * unstable.
 */
const DOUBTED_PAIRS = 3

/**
 * The clustering without changes that gain too little. Issues and groups with common notes change together or not at
 * all.
 * @param was the issue number of each note: 0, 1, 2 …
 * @param likeness n×n
 */
export function worthMoving(
  found: Clustering,
  was: Int32Array,
  likeness: Float32Array,
  threshold: number,
): Clustering {
  const changes = changesOf(found, was)
  const gains = meanGains(found.groupOf, was, changes, likeness, threshold)
  const isWorthIt = (at: number) => (gains[changes[at] as number] as number) >= LEAST_GAIN
  return clusteringOf([...found.groupOf].map((group, at) => (isWorthIt(at) ? group : nodeOf(found, was, at))))
}

/** The number of a note's issue where groups and issues are numbered together, groups first. */
const nodeOf = ({ groups }: Clustering, was: Int32Array, at: number): number => groups + (was[at] as number)

/** The change that each note is part of. Notes of the same issue, or of the same group, are part of the same change. */
function changesOf(found: Clustering, was: Int32Array): Int32Array {
  const into = Int32Array.from({ length: found.groups + was.length }, (_, node) => node)
  for (const [at, group] of found.groupOf.entries())
    into[rootOf(group, into)] = rootOf(nodeOf(found, was, at), into)
  return found.groupOf.map((group) => rootOf(group, into))
}

/** For each change, the mean distance to the threshold of the pairs that it joins (above) and separates (below). */
function meanGains(
  groupOf: Int32Array,
  was: Int32Array,
  changes: Int32Array,
  likeness: Float32Array,
  threshold: number,
): Float64Array {
  const n = groupOf.length
  const nodes = 2 * n // at most a group and an issue per note
  const [gains, pairs] = [new Float64Array(nodes), new Float64Array(nodes)]
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) {
      const areTogether = groupOf[i] === groupOf[j]
      if (areTogether === (was[i] === was[j])) continue
      const change = changes[i] as number
      const above = (likeness[i * n + j] as number) - threshold
      gains[change] = (gains[change] as number) + (areTogether ? above : -above)
      pairs[change] = (pairs[change] as number) + 1
    }
  return gains.map((gain, change) => gain / (DOUBTED_PAIRS + (pairs[change] as number)))
}
