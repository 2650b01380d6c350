// Average-link clustering that starts from given groups: the two most alike groups are merged, repeatedly, while their
// notes are alike enough on average.

export type Clustering = {
  /** The group number of each note. */
  groupOf: Int32Array
  groups: number
}

export type Start = {
  /** The number of the group that each note starts in: 0, 1, 2 … */
  group: Int32Array
  groups: number
  /** Whether two groups must never be merged. */
  apart(left: number, right: number): boolean
}

type Join = { into: number; from: number; score: number }

/** @param likeness n×n, symmetric. Takes a few passes over all pairs. */
export const averageLink = (likeness: Float32Array, n: number, start: Start, threshold: number): Clustering =>
  averageLinks(likeness, n, start, threshold)(threshold)

/**
 * For any threshold from the lowest on. Merging goes from the most alike to the least, so a higher threshold only stops
 * sooner.
 */
export function averageLinks(
  likeness: Float32Array,
  n: number,
  start: Start,
  lowest: number,
): (threshold: number) => Clustering {
  const joins = joinAll(likeness, n, start, lowest)
  return (threshold) => {
    const end = joins.findIndex(({ score }) => score < threshold)
    return grouped(start, end < 0 ? joins : joins.slice(0, end))
  }
}

function grouped({ group, groups }: Start, joins: Join[]): Clustering {
  const into = Int32Array.from({ length: groups }, (_, one) => one)
  for (const join of joins) into[join.from] = join.into
  return clusteringOf([...group].map((one) => rootOf(one, into)))
}

/** Notes with the same number form a group. */
export const clusteringOf = (places: number[]): Clustering => ({
  groupOf: numbered(places),
  groups: new Set(places).size,
})

/** Numbers things from 0 on; equal things get the same number. */
export function numbered(things: unknown[]): Int32Array {
  const numbers = new Map<unknown, number>()
  return Int32Array.from(things, (thing) => {
    const number = numbers.get(thing) ?? numbers.size
    numbers.set(thing, number)
    return number
  })
}

/** Follows `into` from a group to the group that contains it in the end. */
export function rootOf(one: number, into: Int32Array): number {
  let at = one
  while (into[at] !== at) at = into[at] as number
  return at
}

function joinAll(likeness: Float32Array, n: number, start: Start, lowest: number): Join[] {
  const k = start.groups
  const { sums, sizes } = sumsOf(likeness, n, start)
  const remains = new Uint8Array(k).fill(1)
  const apart = pairsApart(start)
  const nearest = new Int32Array(k).fill(-1)
  const score = new Float32Array(k)
  // Its nearest group was merged into a larger one, so the score is only an upper bound.
  const stale = new Uint8Array(k)
  const findNearest = (a: number): void => {
    const size = sizes[a] as number
    let [found, best] = [-1, Number.NEGATIVE_INFINITY]
    for (let b = 0; b < k; b++) {
      if (remains[b] === 0 || b === a) continue
      const value = (sums[a * k + b] as number) / (size * (sizes[b] as number))
      if (value > best && value >= lowest && apart[a * k + b] === 0) {
        best = Math.fround(value)
        found = b
      }
    }
    stale[a] = 0
    nearest[a] = found
    score[a] = best
  }
  const mostAlike = (): number => {
    let a = -1
    for (let one = 0; one < k; one++)
      if (
        remains[one] === 1 &&
        (nearest[one] as number) >= 0 &&
        (a < 0 || (score[one] as number) > (score[a] as number))
      )
        a = one
    return a
  }
  const joins: Join[] = []
  for (let a = 0; a < k; a++) findNearest(a)
  for (let a = mostAlike(); a >= 0; a = mostAlike()) {
    if (stale[a] === 1) {
      findNearest(a)
      continue
    }
    const b = nearest[a] as number
    joins.push({ into: a, from: b, score: score[a] as number })
    for (let c = 0; c < k; c++) {
      const sum = (sums[a * k + c] as number) + (sums[b * k + c] as number)
      sums[a * k + c] = sum
      sums[c * k + a] = sum
      if (apart[b * k + c] === 1) {
        apart[a * k + c] = 1
        apart[c * k + a] = 1
      }
    }
    sizes[a] = (sizes[a] as number) + (sizes[b] as number)
    remains[b] = 0
    for (let c = 0; c < k; c++) if (nearest[c] === a || nearest[c] === b) stale[c] = 1
    findNearest(a)
  }
  return joins
}

/** A group is kept apart from everything that any of its parts was kept apart from. */
function pairsApart({ groups, apart }: Start): Uint8Array {
  const pairs = new Uint8Array(groups * groups)
  for (let a = 0; a < groups; a++)
    for (let b = 0; b < a; b++)
      if (apart(a, b)) {
        pairs[a * groups + b] = 1
        pairs[b * groups + a] = 1
      }
  return pairs
}

/** For every two groups, the summed likeness of all their pairs of notes. */
function sumsOf(likeness: Float32Array, n: number, { group, groups }: Start) {
  const sums = new Float32Array(groups * groups)
  const sizes = new Float64Array(groups)
  for (let i = 0; i < n; i++) {
    const own = group[i] as number
    sizes[own] = (sizes[own] as number) + 1
    for (let j = 0; j < n; j++) {
      const cell = own * groups + (group[j] as number)
      sums[cell] = (sums[cell] as number) + (likeness[i * n + j] as number)
    }
  }
  return { sums, sizes }
}
