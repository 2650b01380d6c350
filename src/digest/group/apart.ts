// Pairs of issues that a person keeps apart.

export type Apart = { has(left: string, right: string): boolean }

export function createApart(pairs: Iterable<readonly [string, string]>): Apart {
  const key = (left: string, right: string) => (left < right ? `${left} ${right}` : `${right} ${left}`)
  const known = new Set([...pairs].map(([left, right]) => key(left, right)))
  return { has: (left, right) => known.has(key(left, right)) }
}
