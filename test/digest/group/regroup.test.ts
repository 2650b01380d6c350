import { describe, expect, it } from 'vitest'
import { createApart } from '../../../src/digest/group/apart.ts'
import { KNOWN_MEMBERS, type Member } from '../../../src/digest/group/issue-table.ts'
import type { Comparison } from '../../../src/digest/group/note-likeness.ts'
import { type Regrouping, regroup } from '../../../src/digest/group/regroup.ts'
import { issue, note } from './notes.ts'

/** 0.8 is 37 degrees. */
const SETTINGS = { threshold: 0.8, arrival: 0 }
/** As alike as their cosine says, and nothing else. */
const COSINE_ALONE: Comparison = {
  likeness: (_, cosines) => Float32Array.from(cosines),
}

const again = (issues: Parameters<typeof regroup>[0], apart: [string, string][] = []): Regrouping =>
  regroup(issues, createApart(apart), COSINE_ALONE, SETTINGS)
const around = (degrees: number, count: number, facts: Partial<Member> = {}): Member[] =>
  Array.from({ length: count }, (_, at) => note(`${degrees}/${at}`, degrees + at, facts))
/** Which notes each changed issue has now; a new one by the name of its first note. */
const parts = ({ changed }: Regrouping) =>
  Object.fromEntries(
    changed.map(({ issueId, members }) => [
      issueId ?? `new ${members[0]?.id}`,
      members.map(({ id }) => id).sort(),
    ]),
  )
const ids = (members: Member[]) => members.map(({ id }) => id).sort()

describe('regrouping', () => {
  it('leaves alone what is grouped well', () => {
    const found = again([issue('a', around(0, 3)), issue('b', around(90, 2))])

    expect(found).toMatchObject({ changed: [], emptied: [], counts: { now: 2 } })
  })

  it('makes one issue of two about the same matter: the larger', () => {
    const found = again([issue('small', around(0, 2)), issue('large', around(3, 4))])

    expect(parts(found)).toEqual({ large: ids([...around(0, 2), ...around(3, 4)]) })
    expect(found.emptied).toMatchObject([{ issueId: 'small', into: { issueId: 'large' } }])
  })

  it('splits an issue of two matters: the larger part stays the issue', () => {
    const found = again([issue('both', [...around(0, 2), ...around(90, 3)])])

    expect(parts(found)).toEqual({ both: ids(around(90, 3)), 'new 0/0': ids(around(0, 2)) })
    expect(found.emptied).toEqual([])
  })

  it('puts a single note where it belongs', () => {
    const stray = note('stray', 91)
    const found = again([issue('a', [...around(0, 3), stray]), issue('b', around(90, 3))])

    expect(parts(found)).toEqual({ a: ids(around(0, 3)), b: ids([...around(90, 3), stray]) })
  })

  it('does not take apart an issue that is a neighbor, nor join it with another that is a neighbor', () => {
    const neighbors = [
      { ...issue('mixed', [...around(0, 2), ...around(90, 3)]), isNeighbor: true },
      { ...issue('same', around(92, 3)), isNeighbor: true },
    ]

    expect(again(neighbors)).toMatchObject({ changed: [], emptied: [], counts: { now: 2 } })
    expect(again(neighbors.map((one) => ({ ...one, isNeighbor: false }))).changed).not.toEqual([])
  })

  it('leaves the notes of an issue that is a neighbor together, also those that are not compared', () => {
    const members = around(0, 6)
    const known = { ...issue('known', members), isNeighbor: true, compared: members.slice(0, 2) }
    const joined = again([issue('few', around(1, 1)), known])
    const folded = again([issue('many', around(1, 9)), known])

    expect(again([issue('far', around(120, 1)), known]).changed).toEqual([])
    expect(parts(joined)).toEqual({ known: ids([...members, ...around(1, 1)]) })
    expect(parts(folded)).toEqual({ many: ids([...members, ...around(1, 9)]) })
    expect(folded.emptied).toMatchObject([{ issueId: 'known', into: { issueId: 'many' } }])
    // The larger of the two goes on, by all of its notes.
    expect(parts(again([issue('some', around(1, 4)), known]))).toEqual({
      known: ids([...members, ...around(1, 4)]),
    })
  })

  it('lets a decided issue and a large one take in an issue that is a neighbor', () => {
    const duplicate = { ...issue('duplicate', around(0, 3)), isNeighbor: true }

    for (const facts of [{ decided: true }, { size: KNOWN_MEMBERS + 1 }]) {
      const { emptied } = again([issue('known', around(1, 5), facts), duplicate])
      expect(emptied).toMatchObject([{ issueId: 'duplicate', into: { issueId: 'known' } }])
    }
  })

  it('lets a note leave for an issue that is a neighbor, and an issue that changed become part of one', () => {
    const stray = note('stray', 91)
    const whole = again([
      issue('a', [...around(0, 3), stray]),
      { ...issue('b', around(90, 3)), isNeighbor: true },
    ])
    const joined = again([issue('few', around(88, 2)), { ...issue('b', around(90, 3)), isNeighbor: true }])

    expect(parts(whole)).toEqual({ a: ids(around(0, 3)), b: ids([...around(90, 3), stray]) })
    expect(parts(joined)).toEqual({ b: ids([...around(88, 2), ...around(90, 3)]) })
    expect(joined.emptied).toMatchObject([{ issueId: 'few', into: { issueId: 'b' } }])
  })

  it('lets an issue that somebody has seen keep its id, though it is the smaller', () => {
    const found = again([issue('seen', around(0, 1), { seen: true }), issue('large', around(3, 4))])

    expect(found.changed.map(({ issueId }) => issueId)).toEqual(['seen'])
    expect(found.emptied).toMatchObject([{ issueId: 'large', into: { issueId: 'seen' } }])
  })

  it('lets the larger of two that somebody has seen keep its id', () => {
    const found = again([
      issue('small', around(0, 2), { seen: true }),
      issue('large', around(3, 4), { seen: true }),
      issue('unseen', around(8, 6)),
    ])

    expect(found.changed.map(({ issueId }) => issueId)).toEqual(['large'])
    expect(found.emptied.map(({ issueId }) => issueId).sort()).toEqual(['small', 'unseen'])
  })

  it('keeps texts that are the same in one issue, whatever the sentiment of their users', () => {
    const members = [note('a', 0, { sign: -1 }), note('b', 0, { sign: 1, kind: 3 })]

    expect(again([issue('same', members)]).changed).toEqual([])
  })

  it('has nothing to do with nothing', () => {
    expect(again([])).toMatchObject({ changed: [], emptied: [] })
  })
})

describe('what people decided', () => {
  it('a decided issue loses nothing, however unlike its notes are', () => {
    const decided = issue('decided', [...around(0, 2), ...around(90, 2)], { decided: true })

    expect(again([decided]).changed).toEqual([])
  })

  it('a decided issue is never folded into another, but takes in others', () => {
    const found = again([issue('decided', around(0, 1), { decided: true }), issue('large', around(1, 5))])

    expect(found.changed.map(({ issueId }) => issueId)).toEqual(['decided'])
    expect(found.emptied).toMatchObject([{ issueId: 'large', into: { issueId: 'decided' } }])
  })

  it('two decided issues stay two, though they are about the same', () => {
    const two = [issue('a', around(0, 2), { decided: true }), issue('b', around(1, 2), { decided: true })]

    expect(again(two)).toMatchObject({ changed: [], emptied: [], counts: { now: 2 } })
  })

  it('issues kept apart never join, nor exchange notes', () => {
    const two = [issue('a', around(0, 2)), issue('b', around(1, 2))]

    expect(again(two, [['b', 'a']])).toMatchObject({ changed: [], emptied: [] })
  })

  it('a note whose agent named the issue goes where its nearest note of that issue goes', () => {
    const named = note('named', 45, { named: true })
    const found = again([issue('a', [...around(0, 2), named]), issue('b', around(5, 4))])

    expect(parts(found)).toEqual({ b: ['0/0', '0/1', '5/0', '5/1', '5/2', '5/3', 'named'] })
  })

  it('a pinned note stays in its issue when that is split', () => {
    const pinned = note('pinned', 90, { pinned: true })
    const found = again([issue('a', [...around(0, 3), pinned]), issue('b', around(91, 3))])

    const stays = found.changed.find(({ issueId }) => issueId === 'a')
    const leaves = found.changed.filter(({ issueId }) => issueId !== 'a')
    expect(stays?.members.map(({ id }) => id)).toContain('pinned')
    expect(leaves.flatMap(({ members }) => members.map(({ id }) => id))).not.toContain('pinned')
  })
})

describe('an issue of more notes than are known', () => {
  const members = [...around(0, 24), ...around(120, 24)]
  const large = issue('large', members, { size: KNOWN_MEMBERS + 1 })

  it('is not split, whatever is known of it', () => {
    expect(again([large]).changed).toEqual([])
  })

  it('takes in others, and is never emptied', () => {
    const big = issue('big', around(0, 24), { size: 5_000 })
    const found = again([big, issue('small', around(5, 20), { seen: true })])

    expect(found.changed.map(({ issueId }) => issueId)).toEqual(['big'])
    expect(found.emptied).toMatchObject([{ issueId: 'small', into: { issueId: 'big' } }])
  })
})

describe('what it tells besides', () => {
  it('how many issues a stricter and a looser threshold would give', () => {
    const { counts } = again([0, 35, 90, 128, 200].map((at) => issue(`i${at}`, around(at, 1))))

    expect(counts).toEqual({ stricter: 5, now: 4, looser: 3 })
  })
})
