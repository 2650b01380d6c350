// The issues like one, as they stand now.
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

/** Of a table of issues of this name, as neighbors show them. */
export const neighborColumns = (table: string): string =>
  ['number', 'title', 'kind', 'status', 'observation_count', 'user_count']
    .map((column) => `${table}.${column}`)
    .join(', ')

type Near = { id: string; neighbours: { issue_id: string; score: number }[] }

/** The most similar first. One that was merged since is the issue that it went into, unless that is this one. */
export async function selectIssueNeighbors(tx: Tx, projectId: string, issue: Near): Promise<IssueNeighbor[]> {
  const { rows } = await tx.query<IssueNeighbor>(
    `WITH RECURSIVE near AS (
       SELECT issue.id, issue.merged_into, item.score
       FROM jsonb_to_recordset($3::jsonb) AS item (issue_id uuid, score real)
       JOIN issue ON issue.project_id = $1 AND issue.id = item.issue_id
       UNION
       SELECT issue.id, issue.merged_into, near.score
       FROM near JOIN issue ON issue.project_id = $1 AND issue.id = near.merged_into)
     SELECT issue.id AS issue_id, ${neighborColumns('issue')}, max(near.score) AS score
     FROM near JOIN issue ON issue.project_id = $1 AND issue.id = near.id
     WHERE near.merged_into IS NULL AND near.id <> $2
     GROUP BY issue.project_id, issue.id ORDER BY score DESC, issue.id`,
    [projectId, issue.id, JSON.stringify(issue.neighbours)],
  )
  return rows
}
