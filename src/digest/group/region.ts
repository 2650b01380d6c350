// The part of a project that is looked at in one go: some issues that changed, and those around them.
import type { IssueEntry, IssueTable, Member } from './issue-table.ts'

/** A project of no more notes is looked at as a whole. */
const WHOLE_UP_TO = 600
/** Notes compared in one go, of a larger one: about a fiftieth of a second. */
const MOST_NOTES = 300
/** Notes by which an issue that stands is known. With all of them, a few large issues around were all that could be compared. */
const COMPARED = 8
/** Issues that changed and are looked at together: so that each costs the same however many others there are. */
export const LOOKED_AT_ONCE = 4
const NEIGHBORS = 100
/**
 * Of the issues around a changed one, so many are near enough to be grouped anew with it. With half of them, notes of a
 * project too large to be looked at as a whole went to and fro, a dozen for each that came, and were grouped no better.
 */
const INNER_SHARE = 0.1

export type Region = {
  issues: LookedAt[]
  /** Those that do not stand. */
  settled: string[]
}

export type LookedAt = IssueEntry & {
  /** It is here as a neighbor: others may join it, but it is not taken apart, nor made one with another that stands. */
  stands?: boolean
  /** Of one that stands: those of its notes that are compared, where not all. The others stay with them. */
  compared?: Member[]
}

/** @param changed the issues to be looked at, at most `LOOKED_AT_ONCE` */
export function regionAround(table: IssueTable, changed: string[]): Region {
  const issues = new Map<string, IssueEntry>()
  const settled = new Set(changed)
  const known = changed.filter((id) => table.has(id))
  const whole = known.length > 0 ? wholeProject(table) : null
  for (const id of known) {
    const around = whole ? [table.get(id) as IssueEntry] : surroundings(table, id, MOST_NOTES / known.length)
    for (const issue of around) issues.set(issue.id, issue)
    for (const issue of around.slice(0, around.length * INNER_SHARE)) settled.add(issue.id)
  }
  for (const issue of whole ?? []) {
    issues.set(issue.id, issue)
    settled.add(issue.id)
  }
  const looked = [...issues.values()].map((issue) =>
    settled.has(issue.id) ? issue : { ...issue, stands: true, compared: someOf(issue) },
  )
  return { issues: looked, settled: [...settled] }
}

/** From all of its time; first those that a person put there: they keep the issue what it is. */
function someOf({ members }: IssueEntry): Member[] {
  const pinned = members.filter((member) => member.pinned)
  const others = members.filter((member) => !member.pinned)
  return [...spread(pinned, COMPARED), ...spread(others, COMPARED - pinned.length)]
}

function spread(members: Member[], most: number): Member[] {
  const count = Math.max(0, Math.min(most, members.length))
  return Array.from(
    { length: count },
    (_, at) => members[Math.floor((at * members.length) / count)] as Member,
  )
}

function wholeProject(table: IssueTable): IssueEntry[] | null {
  const all: IssueEntry[] = []
  let notes = 0
  for (const issue of table.entries()) {
    all.push(issue)
    notes += issue.members.length
    if (notes > WHOLE_UP_TO) return null
  }
  return all
}

/** The issue and its nearest, as far as the notes to be compared are no more than that. */
function surroundings(table: IssueTable, id: string, most: number): IssueEntry[] {
  const first = table.get(id)
  if (!first) return []
  const issues = [first]
  let notes = first.members.length
  for (const { issueId } of table.neighbors(id, NEIGHBORS)) {
    const issue = table.get(issueId) as IssueEntry
    notes += Math.min(COMPARED, issue.members.length)
    if (notes > most) break
    issues.push(issue)
  }
  return issues
}
