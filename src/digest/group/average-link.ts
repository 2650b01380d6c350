// Average-link clustering with groups that are given beforehand: the two most alike groups become one, again and
// again, while their notes are on average alike enough.

export type Clustering = {
  /** For each note, the number of its group. */
  groupOf: Int32Array
  groups: number
}

export type Start = {
  /** For each note, the number of the group that it begins in: 0, 1, 2 … */
  group: Int32Array
  groups: number
  /** Groups that are never joined with each other. */
  apart(left: number, right: number): boolean
}

/** @param likeness n×n, symmetric. Costs as much as a few looks at each pair. */
export function averageLink(likeness: Float32Array, n: number, start: Start, threshold: number): Clustering {
  const k = start.groups
  const sums = new Float32Array(k * k)
  const sizes = new Float64Array(k)
  for (let i = 0; i < n; i++) {
    const gi = start.group[i] as number
    sizes[gi] = (sizes[gi] as number) + 1
    for (let j = 0; j < n; j++) {
      const cell = gi * k + (start.group[j] as number)
      sums[cell] = (sums[cell] as number) + (likeness[i * n + j] as number)
    }
  }
  // What a group has become; groups keep apart whatever any of theirs was to keep apart from.
  const into = Int32Array.from({ length: k }, (_, group) => group)
  const apart = new Uint8Array(k * k)
  for (let a = 0; a < k; a++)
    for (let b = 0; b < a; b++)
      if (start.apart(a, b)) {
        apart[a * k + b] = 1
        apart[b * k + a] = 1
      }
  const mean = (a: number, b: number) =>
    (sums[a * k + b] as number) / ((sizes[a] as number) * (sizes[b] as number))

  const nearest = new Int32Array(k).fill(-1)
  const score = new Float32Array(k).fill(Number.NEGATIVE_INFINITY)
  // Its nearest became part of a larger group: the score is then only the most that it can be.
  const stale = new Uint8Array(k)
  const findNearest = (a: number): void => {
    nearest[a] = -1
    score[a] = Number.NEGATIVE_INFINITY
    stale[a] = 0
    for (let b = 0; b < k; b++) {
      if (b === a || into[b] !== b) continue
      const value = mean(a, b)
      if (value > (score[a] as number) && value >= threshold && apart[a * k + b] === 0) {
        score[a] = value
        nearest[a] = b
      }
    }
  }
  for (let a = 0; a < k; a++) findNearest(a)
  for (;;) {
    let a = -1
    for (let one = 0; one < k; one++)
      if (
        into[one] === one &&
        (nearest[one] as number) >= 0 &&
        (a < 0 || (score[one] as number) > (score[a] as number))
      )
        a = one
    if (a < 0) break
    if (stale[a] === 1) {
      findNearest(a)
      continue
    }
    const b = nearest[a] as number
    for (let c = 0; c < k; c++) {
      sums[a * k + c] = (sums[a * k + c] as number) + (sums[b * k + c] as number)
    }
    for (let c = 0; c < k; c++) {
      sums[c * k + a] = (sums[c * k + a] as number) + (sums[c * k + b] as number)
      if (apart[b * k + c] === 1) {
        apart[a * k + c] = 1
        apart[c * k + a] = 1
      }
    }
    sizes[a] = (sizes[a] as number) + (sizes[b] as number)
    into[b] = a
    for (let c = 0; c < k; c++) if (nearest[c] === a || nearest[c] === b) stale[c] = 1
    findNearest(a)
  }
  const numbers = new Map<number, number>()
  const root = (group: number): number => {
    let at = group
    while (into[at] !== at) at = into[at] as number
    return at
  }
  const groupOf = Int32Array.from({ length: n }, (_, i) => {
    const at = root(start.group[i] as number)
    if (!numbers.has(at)) numbers.set(at, numbers.size)
    return numbers.get(at) as number
  })
  return { groupOf, groups: numbers.size }
}
