// The part of a project that is regrouped in one go: a few issues that changed, and the issues around them. Those that changed, and
// the nearest of the others, are grouped anew, note by note. The rest stand: they are there for notes to join.
import type { IssueEntry, IssueTable, Member } from './issue-table.ts'

/** A project of at most so many notes is regrouped as a whole. */
const WHOLE_UP_TO = 600
/** In a larger project, the notes that are compared in one go: about a fiftieth of a second. */
const MOST_NOTES = 300
/** How many notes of an issue that stands are compared. If all were, there would be room for only a few large issues. */
const COMPARED = 8
/** How many issues that changed are regrouped together, so that each costs the same however many others there are. */
export const LOOKED_AT_ONCE = 4
const NEIGHBORS = 100
/**
 * The share of the issues around a changed one, the nearest first, that are grouped anew with it. With half of them, notes of large
 * projects moved back and forth, a dozen for each new one, and the grouping was no better.
 */
const INNER_SHARE = 0.1

export type Region = {
  issues: LookedAt[]
  /** The issues that do not stand: they need not be looked at again until they change. */
  settled: string[]
}

export type LookedAt = IssueEntry & {
  /** The issue is here as a neighbor: notes and issues may join it, but it is neither split, nor merged with another that stands. */
  stands?: boolean
  /** Those of its notes that are compared, where not all are. The others stay with them. */
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

/** Notes from all of the issue's time. Those that a person put there come first, because they say what the issue is about. */
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

/** The issue and its nearest, until there are so many notes to compare. */
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
