// Pairs of issues that a person keeps apart.

export type Apart = {
  has(left: string, right: string): boolean
  /** The issues that an issue is kept apart from; undefined when there are none. */
  from(issue: string): ReadonlySet<string> | undefined
}

export function createApart(pairs: Iterable<readonly [string, string]>): Apart {
  const known = new Map<string, Set<string>>()
  const add = (one: string, other: string) => known.set(one, (known.get(one) ?? new Set()).add(other))
  for (const [left, right] of pairs) {
    add(left, right)
    add(right, left)
  }
  return {
    has: (left, right) => known.get(left)?.has(right) ?? false,
    from: (issue) => known.get(issue),
  }
}
