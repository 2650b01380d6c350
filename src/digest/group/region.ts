// The part of a project that is looked at in one go: an issue and those around it.
import type { IssueEntry, IssueTable } from './issue-table.ts'

/** Notes compared in one go: about a fifth of a second. */
const MOST_NOTES = 600
const NEIGHBORS = 200
/** Of the issues around the first, so many are far enough inside to be settled with it. */
const INNER_SHARE = 0.5

export type Region = {
  issues: IssueEntry[]
  /** Those whose own neighbors are in the region too: looked at, they are settled. */
  settled: string[]
}

export function regionAround(table: IssueTable, id: string): Region {
  const first = table.get(id)
  if (!first) return { issues: [], settled: [id] }
  const issues = [first]
  let notes = first.members.length
  const near = table.neighbors(id, NEIGHBORS)
  for (const { issueId } of near) {
    const issue = table.get(issueId) as IssueEntry
    if (notes + issue.members.length > MOST_NOTES) break
    issues.push(issue)
    notes += issue.members.length
  }
  const whole = issues.length === table.count()
  const inner = whole ? issues.length : Math.max(1, Math.floor(issues.length * INNER_SHARE))
  return { issues, settled: issues.slice(0, inner).map((issue) => issue.id) }
}
