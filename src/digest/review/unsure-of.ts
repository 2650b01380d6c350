// What regrouping is unsure of, for people and their assistants: pairs of issues that may be the same, each with the
// probability that it is, and issues with a note that may not belong. Pairs that people keep apart count against
// similar pairs.
import type { Apart } from '../group/apart.ts'
import type { Member } from '../group/issue-table.ts'
import { cosinesOf } from '../group/note-likeness.ts'
import type { RegionIssue } from '../group/region.ts'
import type { Part, Regrouping } from '../group/regroup.ts'

/** Two issues after regrouping. A new one gets its id when it is stored. */
type PairLeftApart = { one: Part; other: Part; chance: number }

/** The lowest probability that is stored. The queue's own limit is higher and depends on people's verdicts. */
const KEPT_FROM = 0.15
const MOST_PAIRS = 60
/** Notes compared per issue. */
const COMPARED = 8

type Group = { part: Part; isNeighbor: boolean; notes: Member[] }

/** Issues with a note that may not belong, and pairs that may be the same. */
export type Unsure = { doubts: { part: Part; doubt: number | null }[]; pairs: PairLeftApart[] }

export function unsureOf(issues: RegionIssue[], found: Regrouping, apart: Apart): Unsure {
  const groups = groupsAfter(issues, found)
  const { likeness, starts } = likenessOf(groups)
  const n = starts[groups.length] as number
  const known = new Map<number, number>()
  const chance = (one: number, other: number): number => {
    const key = Math.min(one, other) * groups.length + Math.max(one, other)
    const value = known.get(key) ?? chanceOf(likeness, n, placesOf(starts, one), placesOf(starts, other))
    known.set(key, value)
    return value
  }
  const refused = refusals(groups, apart)
  const pairs: PairLeftApart[] = []
  for (const [at, { part: one, isNeighbor }] of groups.entries())
    for (const [before, { part: other, isNeighbor: isOtherNeighbor }] of groups.slice(0, at).entries()) {
      if (
        (isNeighbor && isOtherNeighbor) ||
        (one.issueId && other.issueId && apart.has(one.issueId, other.issueId))
      )
        continue
      const found = chance(at, before)
      if (found < KEPT_FROM) continue
      const left = lessRefused(found, at, before, refused, chance)
      if (left >= KEPT_FROM) pairs.push({ one, other, chance: left })
    }
  const doubts = groups.flatMap(({ part, isNeighbor }, at) =>
    isNeighbor ? [] : [{ part, doubt: doubtOf(likeness, n, placesOf(starts, at)) }],
  )
  return { doubts, pairs: pairs.sort((a, b) => b.chance - a.chance).slice(0, MOST_PAIRS) }
}

/** The issues after regrouping. Two neighbors are compared when one of them is regrouped. */
function groupsAfter(issues: RegionIssue[], { changed, emptied }: Regrouping): Group[] {
  const gone = new Set(emptied.map(({ issueId }) => issueId))
  const changedIds = new Set(changed.map(({ issueId }) => issueId))
  const same = issues.filter(({ id, members }) => members.length > 0 && !gone.has(id) && !changedIds.has(id))
  const neighbors = new Set(issues.flatMap(({ id, isNeighbor }) => (isNeighbor ? id : [])))
  return [...changed, ...same.map(({ id, members }): Part => ({ issueId: id, members }))].map((part) => ({
    part,
    isNeighbor: part.issueId !== null && neighbors.has(part.issueId),
    notes: spread(part.members),
  }))
}

/** Spread over the issue's whole time. */
const spread = (members: Member[]): Member[] =>
  members.length <= COMPARED
    ? members
    : Array.from(
        { length: COMPARED },
        (_, at) => members[Math.floor((at * members.length) / COMPARED)] as Member,
      )

/** Which of a note's nearest notes tell how dense its surroundings are, and how much of that is subtracted. */
const [FROM, TO] = [5, 25]
const SHARE = 0.75

/** n×n: the cosine of two notes, less a share of what is usual around them. */
function likenessOf(groups: Group[]): { likeness: Float32Array; starts: number[] } {
  const notes = groups.flatMap((group) => group.notes)
  const n = notes.length
  const starts = [0]
  for (const group of groups) starts.push((starts.at(-1) as number) + group.notes.length)
  const likeness = cosinesOf(notes)
  const first = 1 + Math.min(FROM, Math.floor(n / 4)) // skips the note itself; among few notes, fewer are skipped
  const around = notes.map((_, i) => {
    const near = likeness
      .slice(i * n, (i + 1) * n)
      .sort()
      .reverse()
      .subarray(first, 1 + TO)
    return near.reduce((sum, cosine) => sum + cosine, 0) / Math.max(1, near.length)
  })
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      likeness[i * n + j] =
        (likeness[i * n + j] as number) - (SHARE * ((around[i] as number) + (around[j] as number))) / 2
  return { likeness, starts }
}

const placesOf = (starts: number[], group: number): [from: number, to: number] => [
  starts[group] as number,
  starts[group + 1] as number,
]

type Range = [from: number, to: number]

/** From the mean likeness of the notes of two groups, and the likeness of the closest two. */
function chanceOf(likeness: Float32Array, n: number, [from, to]: Range, [begin, end]: Range): number {
  let sum = 0
  let most = -1
  let count = 0
  for (let i = from; i < to; i++)
    for (let j = begin; j < end; j++) {
      if (i === j) continue
      const value = likeness[i * n + j] as number
      sum += value
      count++
      if (value > most) most = value
    }
  return 1 / (1 + Math.exp(-((MEAN * sum) / count + MOST * most + BIAS)))
}

const [MEAN, MOST, BIAS] = [12, 10, -8]

/** The probability that the note that fits least does not belong. */
function doubtOf(likeness: Float32Array, n: number, [from, to]: Range): number | null {
  if (to - from < 2) return null
  const chances = Array.from({ length: to - from }, (_, at) =>
    chanceOf(likeness, n, [from + at, from + at + 1], [from, to]),
  )
  return 1 - Math.min(...chances)
}

/** The positions of pairs of issues that people keep apart, in both directions. */
function refusals(groups: Group[], apart: Apart): [number, number][] {
  const placeOf = new Map(groups.map(({ part }, at) => [part.issueId, at]))
  return groups.flatMap(({ part: { issueId } }, at) =>
    [...((issueId && apart.from(issueId)) || [])].flatMap((other): [number, number][] => {
      const there = placeOf.get(other)
      return there === undefined ? [] : [[at, there]]
    }),
  )
}

/** A pair that is similar to one that people keep apart is less likely the same. */
function lessRefused(
  found: number,
  one: number,
  other: number,
  refused: [number, number][],
  chance: (one: number, other: number) => number,
): number {
  const as = (here: number, there: number) => (here === there ? 1 : chance(here, there))
  return refused.reduce((least, [a, b]) => Math.min(least, 1 - as(one, a) * as(other, b)), found)
}
