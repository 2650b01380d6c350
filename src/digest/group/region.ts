// The part of a project that is regrouped at once: a few changed issues and the issues around them. The changed ones
// and the nearest others are regrouped note by note. The rest are neighbors, which notes may join.
import type { IssueEntry, IssueTable, Member } from './issue-table.ts'

/** A project with at most this many notes is regrouped as a whole. */
const WHOLE_UP_TO = 600
/** How many notes are compared at once in a larger project, in about 20 ms. */
const MOST_NOTES = 300
/** How many notes of a neighbor are compared. Comparing all would leave room for only a few large issues. */
const COMPARED = 8
/** How many changed issues are regrouped together. This limits the cost in large projects. */
export const REGROUPED_AT_ONCE = 4
const NEIGHBORS = 100
/**
 * The share of the issues around a changed one, the nearest first, that are regrouped with it. With half of them, notes
 * of large projects moved back and forth, and the grouping was no better.
 */
const INNER_SHARE = 0.1

export type Region = {
  issues: RegionIssue[]
  /** The issues that are not neighbors. They need no regrouping until they change. */
  settled: string[]
}

export type RegionIssue = IssueEntry & {
  /** A neighbor: notes and issues may join it, but it is neither split nor merged with another neighbor. */
  isNeighbor?: boolean
  /** The notes that are compared, if not all. The others stay with them. */
  compared?: Member[]
}

/** @param changed the issues to regroup, at most `REGROUPED_AT_ONCE` */
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
    settled.has(issue.id) ? issue : { ...issue, isNeighbor: true, compared: someOf(issue) },
  )
  return { issues: looked, settled: [...settled] }
}

/** Notes from the issue's whole time. Those that a person placed come first, because they define the issue. */
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

/** The issue and its nearest ones, up to this many notes. */
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
