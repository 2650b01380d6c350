// Pairs of issues that a person keeps apart. A merge hands the survivor's name to the pairs of both.

export interface Apart {
  has(left: string, right: string): boolean
  add(left: string, right: string): void
  rename(from: string, into: string): void
  pairs(): [string, string][]
}

export const createApart = (initial: Iterable<readonly [string, string]> = []): Apart => {
  const others = new Map<string, Set<string>>()
  const link = (left: string, right: string): void => {
    if (left === right) return
    others.set(left, (others.get(left) ?? new Set()).add(right))
  }
  const add = (left: string, right: string): void => {
    link(left, right)
    link(right, left)
  }
  const rename = (from: string, into: string): void => {
    for (const other of others.get(from) ?? []) {
      others.get(other)?.delete(from)
      add(other, into)
    }
    others.delete(from)
  }
  const pairs = (): [string, string][] =>
    [...others].flatMap(([left, rights]) =>
      [...rights].filter((right) => left < right).map((right): [string, string] => [left, right]),
    )
  for (const [left, right] of initial) add(left, right)
  return { has: (left, right) => others.get(left)?.has(right) ?? false, add, rename, pairs }
}
