import { describe, expect, it } from 'vitest'
import { averageLink, type Start } from '../../../src/digest/group/average-link.ts'
import { seededRandom } from '../../../src/sample/seeded-random.ts'

const alone = (n: number, apart: Start['apart'] = () => false): Start => ({
  group: Int32Array.from({ length: n }, (_, at) => at),
  groups: n,
  apart,
})

function randomLikeness(n: number, random: () => number): Float32Array {
  const likeness = new Float32Array(n * n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      const value = i === j ? 1 : random()
      likeness[i * n + j] = value
      likeness[j * n + i] = value
    }
  return likeness
}

type Group = { parts: number[]; notes: number[] }

/** As one would write it down: every pair of groups is compared anew after every step. */
function naive(likeness: Float32Array, n: number, start: Start, threshold: number): number[][] {
  const mean = (a: number[], b: number[]) =>
    a.flatMap((i) => b.map((j) => likeness[i * n + j] as number)).reduce((sum, one) => sum + one, 0) /
    (a.length * b.length)
  const notesOf = (group: number) => [...start.group.keys()].filter((at) => start.group[at] === group)
  let groups: Group[] = Array.from({ length: start.groups }, (_, at) => ({ parts: [at], notes: notesOf(at) }))
  for (;;) {
    const pairs = groups
      .flatMap((b, right) => groups.slice(0, right).map((a) => ({ a, b, score: mean(a.notes, b.notes) })))
      .filter(({ score }) => score >= threshold)
      .filter(({ a, b }) => !a.parts.some((one) => b.parts.some((other) => start.apart(one, other))))
      .sort((one, other) => other.score - one.score)
    const [best] = pairs
    if (!best) return groups.map(({ notes }) => notes)
    const { a, b } = best
    const joined = { parts: [...a.parts, ...b.parts], notes: [...a.notes, ...b.notes] }
    groups = [...groups.filter((group) => group !== a && group !== b), joined]
  }
}

const sorted = (groups: number[][]): number[][] =>
  groups.map((group) => [...group].sort((a, b) => a - b)).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))

function groupsOf(groupOf: Int32Array): number[][] {
  const groups: number[][] = []
  for (const [at, group] of groupOf.entries()) groups[group] = [...(groups[group] ?? []), at]
  return groups
}

describe('average link', () => {
  const SEEDS = Array.from({ length: 30 }, (_, at) => at + 1)

  it.each(SEEDS)('joins as the plain way does (seed %d)', (seed) => {
    const random = seededRandom(seed)
    const n = 2 + Math.floor(random() * 25)
    const likeness = randomLikeness(n, random)
    const groups = Math.max(1, Math.ceil(n * (0.4 + 0.6 * random())))
    const group = Int32Array.from({ length: n }, (_, at) =>
      at < groups ? at : Math.floor(random() * groups),
    )
    const apart = (left: number, right: number) => (left * right + left + right) % 5 === seed % 5
    const start = { group, groups, apart }
    const threshold = 0.3 + 0.4 * random()

    const found = averageLink(likeness, n, start, threshold)

    expect(sorted(groupsOf(found.groupOf))).toEqual(sorted(naive(likeness, n, start, threshold)))
  })

  it('never joins what is kept apart, nor what was joined with it', () => {
    const all = new Float32Array(9).fill(1)
    const start = alone(3, (a, b) => a + b === 1)

    const { groupOf, groups } = averageLink(all, 3, start, 0.5)

    expect(groups).toBe(2)
    expect(groupOf[0]).not.toBe(groupOf[1])
  })

  it('leaves together what began together, however unlike', () => {
    const start = { group: Int32Array.from([0, 0, 1]), groups: 2, apart: () => false }

    expect([...averageLink(new Float32Array(9), 3, start, 0.5).groupOf]).toEqual([0, 0, 1])
  })

  it('has nothing to do with no notes', () => {
    expect(averageLink(new Float32Array(0), 0, alone(0), 0.5).groups).toBe(0)
  })
})
