// Regroups a part of the project: clusters its notes by average link, judging each pair among its neighbors, and
// matches the clusters to existing issues, so that issues that people know stay the same.
import type { Apart } from './apart.ts'
import { averageLinks, type Clustering, numbered, type Start } from './average-link.ts'
import type { IssueEntry, Member } from './issue-table.ts'
import { KNOWN_MEMBERS } from './issue-table.ts'
import type { GroupSettings } from './likeness.ts'
import { type Comparison, cosinesOf } from './note-likeness.ts'
import type { RegionIssue } from './region.ts'
import { dot, keyOf } from './vector.ts'
import { worthMoving } from './worth-moving.ts'

/** A group of notes and the issue that it continues; null for a new issue. */
export type Part = { issueId: string | null; members: Member[] }

export type Regrouping = {
  /** The groups whose notes differ from their issue's notes. */
  changed: Part[]
  /** Issues without notes left, each with the group that most of its notes went to. */
  emptied: { issueId: string; into: Part }[]
  /** The number of groups now, and with a stricter and a looser threshold. */
  counts: { stricter: number; now: number; looser: number }
}

/** The threshold step whose effect people are shown. */
export const PREVIEW_STEP = 0.03

type Owned = {
  note: Member
  issue: RegionIssue
  /** Notes that are not compared and stay with this one. */
  along: Member[]
}

/** Whether all notes of an issue stay together: people decided on it, or some of its notes are not in memory. */
const isFixed = (issue: IssueEntry): boolean => issue.decided || issue.size > KNOWN_MEMBERS

export function regroup(
  issues: RegionIssue[],
  apart: Apart,
  { likeness: likenessOf }: Comparison,
  settings: GroupSettings,
): Regrouping {
  const notes = issues.flatMap((issue) =>
    (issue.compared ?? issue.members).map((note) => ({ note, issue, along: alongWith(note, issue) })),
  )
  const { start, owners } = startGroups(notes, apart)
  const members = notes.map(({ note }) => note)
  const cosines = cosinesOf(members)
  const matters = Uint8Array.from(notes, ({ issue }) => (issue.isNeighbor ? 0 : 1))
  const likeness = likenessOf(members, cosines, matters)
  const { threshold } = settings
  const at = averageLinks(likeness, notes.length, start, threshold - PREVIEW_STEP)
  const found = at(threshold)
  const isPart = issues.some(({ isNeighbor }) => isNeighbor)
  const was = numbered(notes.map(({ issue }) => issue))
  const clustering = isPart ? worthMoving(found, was, likeness, threshold) : found
  const parts = toParts(notes, clustering, owners, start)
  return {
    changed: parts.filter((part) => isChanged(part, issues)),
    emptied: emptied(issues, parts, notes),
    counts: {
      stricter: at(threshold + PREVIEW_STEP).groups,
      now: found.groups,
      looser: at(threshold - PREVIEW_STEP).groups,
    },
  }
}

/** The notes of an issue that are not compared stay with its first compared note. */
function alongWith(note: Member, { members, compared = members }: RegionIssue): Member[] {
  if (note !== compared[0] || compared.length === members.length) return []
  const known = new Set(compared)
  return members.filter((member) => !known.has(member))
}

const NEIGHBOR = 1
const DECIDED = 2

/**
 * The groups that clustering starts with. A note starts alone, with these exceptions, all within one issue:
 * - notes of a neighbor start together;
 * - notes that a decision keeps together start together, and the issue owns that group;
 * - notes with exactly the same text start together;
 * - a note whose agent named the issue starts with the issue's note that is most like it.
 */
function startGroups(notes: Owned[], apart: Apart): { start: Start; owners: Map<number, IssueEntry> } {
  const owners = new Map<number, IssueEntry>()
  const known = new Map<string, number>()
  const group = Int32Array.from(notes, ({ note, issue }) => {
    const companion = note.named ? companionIn(issue, note) : note
    const isDecided = isFixed(issue) || note.pinned || companion.pinned
    const key = isDecided || issue.isNeighbor ? issue.id : `${issue.id} ${keyOf(companion)}`
    const at = known.get(key) ?? known.size
    known.set(key, at)
    if (isDecided) owners.set(at, issue)
    return at
  })
  const groups = known.size
  const issueOf: RegionIssue[] = []
  for (const [at, { issue }] of notes.entries()) issueOf[group[at] as number] = issue
  // Computed once per group, because every two groups are checked. Two neighbors are never merged, nor two decided
  // groups.
  const givenBy = Uint8Array.from(
    issueOf,
    ({ isNeighbor }, at) => (isNeighbor ? NEIGHBOR : 0) | (owners.has(at) ? DECIDED : 0),
  )
  const apartFrom = issueOf.map(({ id }) => apart.from(id))
  const keptApart = (left: number, right: number) =>
    ((givenBy[left] as number) & (givenBy[right] as number)) !== 0 ||
    (apartFrom[left]?.has(issueOf[right]?.id ?? '') ?? false)
  return { start: { group, groups, apart: keptApart }, owners }
}

/** The issue's note most like this one that no agent placed, or else the issue's first note. */
function companionIn({ members }: IssueEntry, note: Member): Member {
  const others = members.filter(({ named }) => !named)
  const likeness = ({ bytes, scale }: Member) => dot(bytes, note.bytes) * scale
  return others.reduce(
    (best, other) => (likeness(other) > likeness(best) ? other : best),
    others[0] ?? (members[0] as Member),
  )
}

/**
 * Decides which issue each cluster continues: its owner, else one that people have opened, else the one of most of its
 * notes.
 */
function toParts(
  notes: Owned[],
  { groupOf, groups }: Clustering,
  owners: Map<number, IssueEntry>,
  start: Start,
): Part[] {
  const parts: Part[] = Array.from({ length: groups }, () => ({ issueId: null, members: [] }))
  const claims = new Map<string, { part: number; issue: IssueEntry; notes: number }>()
  for (const [at, { note, issue, along }] of notes.entries()) {
    const part = groupOf[at] as number
    parts[part]?.members.push(note, ...along)
    const owner = owners.get(start.group[at] as number)
    if (owner) (parts[part] as Part).issueId = owner.id
    const key = `${part} ${issue.id}`
    claims.set(key, { part, issue, notes: (claims.get(key)?.notes ?? 0) + 1 + along.length })
  }
  const taken = new Set(parts.flatMap(({ issueId }) => issueId ?? []))
  const ranked = [...claims.values()].sort(
    (a, b) =>
      Number(b.issue.seen) - Number(a.issue.seen) || b.notes - a.notes || (a.issue.id < b.issue.id ? -1 : 1),
  )
  for (const { part, issue } of ranked) {
    const wanted = parts[part] as Part
    if (wanted.issueId !== null || taken.has(issue.id)) continue
    wanted.issueId = issue.id
    taken.add(issue.id)
  }
  return parts
}

function isChanged({ issueId, members }: Part, issues: IssueEntry[]): boolean {
  const issue = issues.find(({ id }) => id === issueId)
  if (!issue || issue.members.length !== members.length) return true
  const known = new Set(issue.members.map(({ id }) => id))
  return members.some(({ id }) => !known.has(id))
}

function emptied(issues: IssueEntry[], parts: Part[], notes: Owned[]): Regrouping['emptied'] {
  const standing = new Set(parts.map(({ issueId }) => issueId))
  const partOf = new Map(parts.flatMap((part) => part.members.map(({ id }) => [id, part] as const)))
  return issues
    .filter(({ id, members }) => members.length > 0 && !standing.has(id))
    .map(({ id }) => {
      const counts = new Map<Part, number>()
      for (const { note, issue } of notes) {
        const part = issue.id === id && partOf.get(note.id)
        if (part) counts.set(part, (counts.get(part) ?? 0) + 1)
      }
      const [most] = [...counts].sort((a, b) => b[1] - a[1])
      return { issueId: id, into: (most as [Part, number])[0] }
    })
}
