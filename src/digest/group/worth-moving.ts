// In a part of a project the same notes are judged a little otherwise each time, by who else is looked at: what is hardly
// better than what stands is not worth moving notes for.
import type { Clustering } from './average-link.ts'

/** Of the likeness of the pairs that come together or are parted, on the threshold's scale: half a logit. */
const LEAST_GAIN = 0.03
/** So many more pairs, right at the threshold, are reckoned in: what only one or two pairs say is soon said otherwise. */
const DOUBTED_PAIRS = 3

/**
 * The clustering without those of its changes that gain too little. Issues and groups that have notes in common change together or
 * not at all.
 * @param was for each note, the number of its issue: 0, 1, 2 …
 * @param likeness n×n
 */
export function worthMoving(
  found: Clustering,
  was: Int32Array,
  likeness: Float32Array,
  threshold: number,
): Clustering {
  const changes = changesOf(found.groupOf, was)
  const gains = meanGains(found.groupOf, was, changes, likeness, threshold)
  const numbers = new Map<string, number>()
  const groupOf = found.groupOf.map((group, at) => {
    const isWorthIt = (gains[changes[at] as number] as number) >= LEAST_GAIN
    const key = isWorthIt ? `group ${group}` : `issue ${was[at]}`
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  })
  return { groupOf, groups: numbers.size }
}

/** For each note the number of the change that it is part of: two of one issue, or of one group, are part of the same. */
function changesOf(groupOf: Int32Array, was: Int32Array): Int32Array {
  const changeOf = new Map<string, number>()
  const into: number[] = []
  const root = (change: number): number => {
    let at = change
    while (into[at] !== at) at = into[at] as number
    return at
  }
  for (const [at, group] of groupOf.entries()) {
    const keys = [`group ${group}`, `issue ${was[at]}`]
    const known = keys.flatMap((key) => changeOf.get(key) ?? []).map(root)
    const change = known[0] ?? into.push(into.length) - 1
    for (const other of known) into[other] = change
    for (const key of keys) changeOf.set(key, change)
  }
  return groupOf.map((group) => root(changeOf.get(`group ${group}`) as number))
}

/** Of each change: by how much the pairs that it brings together are more alike than the threshold, and those that it parts less. */
function meanGains(
  groupOf: Int32Array,
  was: Int32Array,
  changes: Int32Array,
  likeness: Float32Array,
  threshold: number,
): Float64Array {
  const n = groupOf.length
  const gains = new Float64Array(n)
  const pairs = new Float64Array(n)
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
