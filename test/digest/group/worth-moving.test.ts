import { describe, expect, it } from 'vitest'
import { createApart } from '../../../src/digest/group/apart.ts'
import type { Comparison } from '../../../src/digest/group/note-likeness.ts'
import { type Regrouping, regroup } from '../../../src/digest/group/regroup.ts'
import { worthMoving } from '../../../src/digest/group/worth-moving.ts'
import { issue, note } from './notes.ts'

const THRESHOLD = 0.8

/** n×n: as alike as it says for the notes at two places, else not at all. */
function likenessOf(n: number, alike: [number, number, number][]): Float32Array {
  const likeness = new Float32Array(n * n)
  for (const [i, j, value] of alike) {
    likeness[i * n + j] = value
    likeness[j * n + i] = value
  }
  return likeness
}
const kept = (was: number[], now: number[], alike: [number, number, number][]): number[] => {
  const found = { groupOf: Int32Array.from(now), groups: new Set(now).size }
  const { groupOf, groups } = worthMoving(
    found,
    Int32Array.from(was),
    likenessOf(was.length, alike),
    THRESHOLD,
  )
  expect(new Set(groupOf).size).toBe(groups)
  return [...groupOf]
}

describe('a change of who is grouped with whom', () => {
  it('is made where those that come together are well above the threshold', () => {
    expect(kept([0, 1], [0, 0], [[0, 1, 0.93]])).toEqual([0, 0])
    expect(kept([0, 1], [0, 0], [[0, 1, 0.91]])).toEqual([0, 1])
  })

  it('is made where those that part are well below it', () => {
    expect(kept([0, 0], [0, 1], [[0, 1, 0.67]])).toEqual([0, 1])
    expect(kept([0, 0], [0, 1], [[0, 1, 0.69]])).toEqual([0, 0])
  })

  it('needs the less of it the more pairs say so', () => {
    const three = (alike: number): [number, number, number][] => [
      [0, 1, alike],
      [0, 2, alike],
      [0, 3, alike],
    ]
    expect(kept([0, 1, 1, 1], [0, 0, 0, 0], three(0.87))).toEqual([0, 0, 0, 0])
    expect(kept([0, 1, 1, 1], [0, 0, 0, 0], three(0.85))).toEqual([0, 1, 1, 1])
  })

  it('is made or left as a whole, and apart from other changes', () => {
    const loseOneGainAnother: [number, number, number][] = [
      [0, 1, 0.75],
      [1, 2, 0.92],
      [3, 4, 0.9],
    ]
    expect(kept([0, 0, 1, 2, 3], [0, 1, 1, 2, 2], loseOneGainAnother)).toEqual([0, 1, 1, 2, 3])
  })
})

describe('looking again at a part of a project', () => {
  const cosineAlone: Comparison = {
    likeness: (_, cosines) => Float32Array.from(cosines),
  }
  const elsewhere = issue('elsewhere', [note('far', 170)])
  const again = (degrees: number, isNeighbor: boolean): Regrouping =>
    regroup(
      [issue('a', [note('one', 0)]), issue('b', [note('other', degrees)]), { ...elsewhere, isNeighbor }],
      createApart([]),
      cosineAlone,
      { threshold: THRESHOLD, arrival: 0 },
    )

  it('leaves issues as they are where another grouping is hardly better', () => {
    expect(again(25, true)).toMatchObject({ changed: [], emptied: [], counts: { now: 2 } })
    expect(again(15, true).emptied).toHaveLength(1)
  })

  it('does not, where all of it is looked at: there nothing changes but what is told', () => {
    expect(again(25, false).emptied).toHaveLength(1)
  })
})
