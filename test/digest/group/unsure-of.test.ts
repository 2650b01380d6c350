import { describe, expect, it } from 'vitest'
import { type Apart, createApart } from '../../../src/digest/group/apart.ts'
import type { Member } from '../../../src/digest/group/issue-table.ts'
import type { RegionIssue } from '../../../src/digest/group/region.ts'
import type { Regrouping } from '../../../src/digest/group/regroup.ts'
import { normalize, pack } from '../../../src/digest/group/vector.ts'
import { unsureOf } from '../../../src/digest/review/unsure-of.ts'
import { issue, note } from './notes.ts'

/** Notes that share a common ground, about a matter of their own or a blend of several. */
const about = (blend: Record<number, number>, count = 2): Member[] =>
  Array.from({ length: count }, (_, at) => {
    const vector = new Float32Array(32)
    vector[0] = 1
    for (const [axis, weight] of Object.entries(blend)) vector[Number(axis)] = weight
    vector[31 - at] = 0.3
    return { ...note(`${JSON.stringify(blend)} ${at}`, 0), ...pack(normalize(vector)) }
  })
const UNCHANGED: Regrouping = {
  changed: [],
  emptied: [],
  counts: { stricter: 0, now: 0, looser: 0 },
}
/** What else the project speaks of. */
const OTHERS = Array.from({ length: 12 }, (_, at) => issue(`far ${at}`, about({ [at + 10]: 1 })))
const NOBODY = createApart([])

const pairs = (issues: RegionIssue[], apart: Apart = NOBODY, found = UNCHANGED) =>
  unsureOf([...issues, ...OTHERS], found, apart).pairs.map(({ one, other, chance }) => ({
    names: [one.issueId, other.issueId].sort().join(),
    chance,
  }))
const names = (...call: Parameters<typeof pairs>) => pairs(...call).map(({ names }) => names)

describe('pairs left apart', () => {
  it('are those that may be one, decided on by people or not, the likeliest first', () => {
    const found = names([
      issue('a', about({ 1: 1 })),
      issue('b', about({ 1: 1, 2: 0.3 })),
      issue('c', about({ 1: 1, 2: 0.9 })),
    ])

    expect(found.slice(0, 2)).toEqual(['a,b', 'b,c'])
    expect(found.filter((pair) => pair.includes('far'))).toEqual([])
  })

  it('are taken of what the look leaves: new issues are in, emptied ones are not', () => {
    const made = { issueId: null, members: about({ 1: 1, 2: 0.3 }) }
    const emptied = [{ issueId: 'gone', into: made }]

    const { pairs: found } = unsureOf(
      [issue('a', about({ 1: 1 })), issue('gone', made.members), ...OTHERS],
      { ...UNCHANGED, changed: [made], emptied },
      NOBODY,
    )

    expect(found.map(({ one, other }) => [one.issueId, other.issueId])).toEqual([['a', null]])
  })

  it('are no two that are here as neighbors only', () => {
    const asNeighbor = (one: RegionIssue): RegionIssue => ({ ...one, isNeighbor: true })
    const [a, b] = [issue('a', about({ 1: 1 })), issue('b', about({ 1: 1, 2: 0.3 }))]

    expect(names([asNeighbor(a), asNeighbor(b)])).toEqual([])
    expect(names([asNeighbor(a), b])).toEqual(['a,b'])
  })

  it('are no two that people keep apart, and as little likely those two that resemble them on both sides', () => {
    const known = [issue('a', about({ 1: 1 })), issue('b', about({ 1: 0.6, 2: 1 }))]
    const alike = [issue('like a', about({ 1: 1, 3: 0.2 })), issue('like b', about({ 1: 0.6, 2: 1, 3: 0.2 }))]
    const chanceOf = (wanted: string, apart: Apart) =>
      pairs([...known, ...alike], apart).find(({ names }) => names === wanted)?.chance ?? 0
    const before = chanceOf('like a,like b', NOBODY)

    const apart = createApart([['b', 'a']])

    expect(names([...known, ...alike], apart)).not.toContain('a,b')
    expect(chanceOf('like a,like b', apart)).toBeLessThan(before / 2)
    expect(chanceOf('a,like a', apart)).toBeGreaterThan(2 * chanceOf('like a,like b', apart))
  })
})

describe('the doubt about an issue', () => {
  const doubtOf = (...members: Member[]) =>
    unsureOf([issue('a', members), ...OTHERS], UNCHANGED, NOBODY).doubts.find(
      ({ part }) => part.issueId === 'a',
    )?.doubt

  it('is the greater, the less its strangest note fits; one note alone leaves none', () => {
    const [one, other] = about({ 1: 1 }) as [Member, Member]
    const [stranger] = about({ 2: 1 }) as [Member]

    expect(doubtOf(one, other, stranger)).toBeGreaterThan(doubtOf(one, other) as number)
    expect(doubtOf(one)).toBeNull()
  })
})
