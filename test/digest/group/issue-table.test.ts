import { describe, expect, it } from 'vitest'
import { createIssueTable, KNOWN_MEMBERS } from '../../../src/digest/group/issue-table.ts'
import { regionAround } from '../../../src/digest/group/region.ts'
import { note, towards } from './notes.ts'

const FACTS = { decided: false, seen: false, size: 1 }
const asked = (degrees: number, facts: object = {}) => ({
  vector: towards(degrees),
  sign: 0 as const,
  kind: 0,
  language: 'en',
  length: 120,
  words: new Uint32Array(),
  ...facts,
})
const id = (number: number) => String(number).padStart(4, '0')

/** An issue of one note each, by their angles. */
function tableOf(...degrees: number[]) {
  const table = createIssueTable()
  for (const [at, angle] of degrees.entries()) table.put({ ...FACTS, id: `i${at}` }, [note(`n${at}`, angle)])
  return table
}

describe('the table of issues', () => {
  it('proposes the nearest issues to a note, best first', () => {
    const found = tableOf(0, 60, 20).propose(asked(5), 2)

    expect(found.map(({ issueId }) => issueId)).toEqual(['i0', 'i2'])
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score as number)
  })

  it('finds an issue of another kind, or of the opposite sentiment, less alike', () => {
    const table = createIssueTable()
    table.put({ ...FACTS, id: 'glad' }, [note('a', 0, { sign: 1 })])
    table.put({ ...FACTS, id: 'other' }, [note('b', 0, { kind: 2 })])
    table.put({ ...FACTS, id: 'same' }, [note('c', 0, { sign: -1 })])

    const found = table.propose(asked(0, { sign: -1 }), 3)

    expect(found.map(({ issueId }) => issueId)).toEqual(['same', 'other', 'glad'])
  })

  it('finds the neighbors of an issue, itself not among them', () => {
    const table = tableOf(0, 60, 20)

    expect(table.neighbors('i0', 5).map(({ issueId }) => issueId)).toEqual(['i2', 'i1'])
    expect(table.neighbors('gone', 5)).toEqual([])
  })

  it('knows the newest notes of an issue, and how many it has', () => {
    const table = createIssueTable()
    for (let at = 0; at < KNOWN_MEMBERS + 10; at++) table.add('i', note(id(at), 0))

    const entry = table.get('i')
    expect(entry?.size).toBe(KNOWN_MEMBERS + 10)
    expect(entry?.members).toHaveLength(KNOWN_MEMBERS)
    expect(entry?.members[0]?.id).toBe(id(10))
  })

  it('forgets an issue with its last note', () => {
    const table = tableOf(0)
    table.add('i0', note('second', 5))
    table.remove('i0', 'n0')
    expect(table.get('i0')).toMatchObject({ size: 1 })

    table.remove('i0', 'second')

    expect(table.has('i0')).toBe(false)
    expect(table.count()).toBe(0)
  })

  it('keeps the mean of the notes in step', () => {
    const table = tableOf(0)
    table.add('i0', note('second', 40))
    table.remove('i0', 'n0')

    expect(table.propose(asked(40), 1)[0]?.score).toBeCloseTo(1, 3)
  })

  it('is calibrated by its notes: stretched where they are alike, and never shrunk', () => {
    const alike = tableOf(...Array.from({ length: 60 }, (_, at) => at / 4))
    const varied = createIssueTable()
    for (let at = 0; at < 60; at++) varied.put({ ...FACTS, id: id(at) }, [note(id(at), at * 6)])

    expect(alike.background().calibrated(0.9)).toBeLessThan(0.81)
    expect(varied.background().calibrated(0.9)).toBeCloseTo(0.9, 5)
    expect(alike.background().calibrated(1)).toBe(1)
  })

  it('knows how rare a word is among its notes, as they come and go', () => {
    const [common, rare, unknown] = [1, 2, 3] as const
    const table = createIssueTable()
    const told = (name: string, ...words: number[]) => note(name, 0, { words: Uint32Array.from(words) })
    table.put({ ...FACTS, id: 'i' }, [told('a', common, rare), told('b', common)])
    table.add('i', told('c', common))
    table.put({ ...FACTS, id: 'j' }, [told('d')])
    const [before, first] = [table.rarity(common), table.rarity(rare)]

    table.remove('i', 'c')
    table.drop('j')

    expect([before, first]).toEqual([Math.log(4 / 3), Math.log(4)])
    expect([common, rare, unknown].map(table.rarity)).toEqual([0, Math.log(2), Math.log(2)])
  })

  it('gives a few vectors from all over', () => {
    expect(tableOf(0, 10, 20, 30, 40, 50).sample(3)).toHaveLength(3)
    expect(createIssueTable().sample(3)).toEqual([])
  })
})

describe('a region', () => {
  it('is the whole of a small project, and settles all of it', () => {
    const { issues, settled } = regionAround(tableOf(0, 20, 40), ['i1'])

    expect(issues.map((issue) => issue.id)).toEqual(['i1', 'i0', 'i2'])
    expect(new Set(settled)).toEqual(new Set(['i0', 'i1', 'i2']))
    expect(issues.filter(({ isNeighbor }) => isNeighbor)).toEqual([])
  })

  it('is bounded in a large one, nearest first, and settles only what lies inside', () => {
    const table = createIssueTable()
    for (let at = 0; at < 900; at++)
      table.put(
        { ...FACTS, id: id(at), size: 5 },
        Array.from({ length: 5 }, (_, n) => note(`${at} ${n}`, at / 5)),
      )

    const { issues, settled } = regionAround(table, [id(450)])

    const notes = issues.reduce((sum, { members }) => sum + members.length, 0)
    expect(notes).toBeLessThanOrEqual(300)
    expect(notes).toBeGreaterThan(250)
    expect(issues[0]?.id).toBe(id(450))
    expect(issues.every((issue) => Math.abs(Number(issue.id) - 450) < 120)).toBe(true)
    expect(settled).toContain(id(450))
    expect(settled.length).toBeLessThan(issues.length / 2)
    expect(issues.filter(({ isNeighbor }) => !isNeighbor).map((issue) => issue.id)).toEqual(settled)
  })

  it('knows an issue that merely lies around by a few of its notes, those that a person put there among them', () => {
    const table = createIssueTable()
    for (let at = 0; at < 40; at++)
      table.put(
        { ...FACTS, id: id(at), size: 40 },
        Array.from({ length: 40 }, (_, n) => note(`${at} ${id(n)}`, at, { pinned: n % 8 === 1 })),
      )

    const { issues } = regionAround(table, [id(20)])

    expect(issues[0]).toMatchObject({ id: id(20) })
    expect(issues[0]?.compared).toBeUndefined()
    const around = issues.filter(({ isNeighbor }) => isNeighbor)
    expect(around.length).toBeGreaterThan(25)
    for (const { members, compared = [] } of around) {
      expect(members).toHaveLength(40)
      expect(new Set(compared).size).toBe(8)
      const pinned = members.filter((one) => one.pinned)
      expect(compared.slice(0, pinned.length)).toEqual(pinned)
      // The others from all of its time.
      const [first, , last] = compared.slice(pinned.length).map((one) => members.indexOf(one))
      expect(first).toBeLessThan(10)
      expect(last).toBeGreaterThan(20)
    }
  })

  it('around an issue that nothing is known of is empty, and settles it', () => {
    expect(regionAround(tableOf(0), ['gone'])).toEqual({ issues: [], settled: ['gone'] })
  })
})
