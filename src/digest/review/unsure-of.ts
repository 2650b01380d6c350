// What a look is unsure of, for people and their assistants: the pairs of issues that it left apart though they may be one, each with
// the chance that it is, and issues with a note that may not belong. What people kept apart speaks against pairs like it.
import type { Apart } from '../group/apart.ts'
import type { Member } from '../group/issue-table.ts'
import { cosinesOf } from '../group/note-likeness.ts'
import type { LookedAt } from '../group/region.ts'
import type { Part, Regrouping } from '../group/regroup.ts'

/** Two issues as they are after the look; a new one gets its id when it is stored. */
type PairLeftApart = { one: Part; other: Part; chance: number }

/** The least chance that is worth a row: the queue itself asks for more, by what people said of pairs before. */
const KEPT_FROM = 0.15
const MOST_PAIRS = 60
/** Notes of one issue that are compared. */
const COMPARED = 8

type Group = { part: Part; stands: boolean; notes: Member[] }

/** What a look is unsure of: issues with a note that may not belong, and pairs that may be one. */
export type Unsure = { doubts: { part: Part; doubt: number | null }[]; pairs: PairLeftApart[] }

export function unsureOf(issues: LookedAt[], found: Regrouping, apart: Apart): Unsure {
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
  for (const [at, { part: one, stands }] of groups.entries())
    for (const [before, { part: other, stands: stood }] of groups.slice(0, at).entries()) {
      if ((stands && stood) || (one.issueId && other.issueId && apart.has(one.issueId, other.issueId)))
        continue
      const found = chance(at, before)
      if (found < KEPT_FROM) continue
      const left = lessRefused(found, at, before, refused, chance)
      if (left >= KEPT_FROM) pairs.push({ one, other, chance: left })
    }
  const doubts = groups.flatMap(({ part, stands }, at) =>
    stands ? [] : [{ part, doubt: doubtOf(likeness, n, placesOf(starts, at)) }],
  )
  return { doubts, pairs: pairs.sort((a, b) => b.chance - a.chance).slice(0, MOST_PAIRS) }
}

/** The issues as the look leaves them. Two that stand are compared when one of them is looked at. */
function groupsAfter(issues: LookedAt[], { changed, emptied }: Regrouping): Group[] {
  const gone = new Set(emptied.map(({ issueId }) => issueId))
  const changedIds = new Set(changed.map(({ issueId }) => issueId))
  const same = issues.filter(({ id, members }) => members.length > 0 && !gone.has(id) && !changedIds.has(id))
  const standing = new Set(issues.flatMap(({ id, stands }) => (stands ? id : [])))
  return [...changed, ...same.map(({ id, members }): Part => ({ issueId: id, members }))].map((part) => ({
    part,
    stands: part.issueId !== null && standing.has(part.issueId),
    notes: spread(part.members),
  }))
}

/** Notes from all of the issue's time. */
const spread = (members: Member[]): Member[] =>
  members.length <= COMPARED
    ? members
    : Array.from(
        { length: COMPARED },
        (_, at) => members[Math.floor((at * members.length) / COMPARED)] as Member,
      )

/** Which of a note's nearest tell how close its surroundings are, and how much of that is taken off. */
const [FROM, TO] = [5, 25]
const SHARE = 0.75

/** n×n: the cosine of two notes, less a share of what is usual around them. */
function likenessOf(groups: Group[]): { likeness: Float32Array; starts: number[] } {
  const notes = groups.flatMap((group) => group.notes)
  const n = notes.length
  const starts = [0]
  for (const group of groups) starts.push((starts.at(-1) as number) + group.notes.length)
  const likeness = cosinesOf(notes)
  const first = 1 + Math.min(FROM, Math.floor(n / 4)) // after the note itself; of few notes, fewer are left out
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

/** By how alike the notes of two groups are in the mean, and the two that are most alike. */
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

/** How likely the note that fits least does not belong to the others. */
function doubtOf(likeness: Float32Array, n: number, [from, to]: Range): number | null {
  if (to - from < 2) return null
  const chances = Array.from({ length: to - from }, (_, at) =>
    chanceOf(likeness, n, [from + at, from + at + 1], [from, to]),
  )
  return 1 - Math.min(...chances)
}

/** For the places of two issues that people keep apart, both ways. */
function refusals(groups: Group[], apart: Apart): [number, number][] {
  const placeOf = new Map(groups.map(({ part }, at) => [part.issueId, at]))
  return groups.flatMap(({ part: { issueId } }, at) =>
    [...((issueId && apart.from(issueId)) || [])].flatMap((other): [number, number][] => {
      const there = placeOf.get(other)
      return there === undefined ? [] : [[at, there]]
    }),
  )
}

/** Two that are likely the same as two that people keep apart are as likely different. */
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
