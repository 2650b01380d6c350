// The issues similar to one, as they are now.
import type { IssueKind, IssueStatus } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'

export type IssueNeighbor = {
  issue_id: string
  number: number
  title: string
  kind: IssueKind
  status: IssueStatus
  observation_count: number
  user_count: number
  score: number
}

/** For a table of issues with this name, shaped as neighbors. */
export const neighborColumns = (table: string): string =>
  ['number', 'title', 'kind', 'status', 'observation_count', 'user_count']
    .map((column) => `${table}.${column}`)
    .join(', ')

type Near = { id: string; neighbours: { issue_id: string; score: number }[] }

/** The most similar first. A neighbor that was merged since is replaced by its target, unless that is this issue. */
export async function selectIssueNeighbors(tx: Tx, projectId: string, issue: Near): Promise<IssueNeighbor[]> {
  const { rows } = await tx.query<IssueNeighbor>(
    // PostgreSQL expects a thousand neighbors instead of a few, so each is looked up by itself. Otherwise it would read
    // all issues.
    `WITH RECURSIVE near AS (
       SELECT issue.id, issue.merged_into, item.score
       FROM jsonb_to_recordset($3::jsonb) AS item (issue_id uuid, score real)
       CROSS JOIN LATERAL (
         SELECT id, merged_into FROM issue WHERE project_id = $1 AND id = item.issue_id LIMIT 1) AS issue
       UNION
       SELECT issue.id, issue.merged_into, near.score
       FROM near CROSS JOIN LATERAL (
         SELECT id, merged_into FROM issue WHERE project_id = $1 AND id = near.merged_into LIMIT 1) AS issue),
     best AS (SELECT id, max(score) AS score FROM near WHERE merged_into IS NULL AND id <> $2 GROUP BY id)
     SELECT best.id AS issue_id, ${neighborColumns('issue')}, best.score
     FROM best CROSS JOIN LATERAL (SELECT * FROM issue WHERE project_id = $1 AND id = best.id LIMIT 1) AS issue
     ORDER BY best.score DESC, best.id`,
    [projectId, issue.id, JSON.stringify(issue.neighbours)],
  )
  return rows
}
