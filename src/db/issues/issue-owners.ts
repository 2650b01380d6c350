// Statements on the assignees of issues, and on moving comments and tickets to another issue.
import type { Tx } from '../pool.ts'

export async function assignIssue(
  tx: Tx,
  projectId: string,
  id: string,
  accountId: string | null,
  at: Date,
): Promise<void> {
  await tx.query('UPDATE issue SET assignee_id = $3, updated_at = $4 WHERE project_id = $1 AND id = $2', [
    projectId,
    id,
    accountId,
    at,
  ])
}

/** For a member who leaves the project. Returns the number of issues without an assignee now. */
export async function unassignAll(tx: Tx, projectId: string, accountId: string, at: Date): Promise<number> {
  const { rowCount } = await tx.query(
    'UPDATE issue SET assignee_id = NULL, updated_at = $3 WHERE project_id = $1 AND assignee_id = $2',
    [projectId, accountId, at],
  )
  return rowCount ?? 0
}

/** Moves comments and tickets to the other issue, and the assignee if the other has none. */
export async function handOver(tx: Tx, projectId: string, from: string, into: string): Promise<void> {
  await tx.query({
    name: 'hand-over-issue',
    text: `WITH comments AS (
             UPDATE issue_comment SET issue_id = $3 WHERE project_id = $1 AND issue_id = $2),
           tickets AS (UPDATE issue_ticket SET issue_id = $3 WHERE project_id = $1 AND issue_id = $2)
           UPDATE issue SET assignee_id = merged.assignee_id FROM issue merged
           WHERE issue.project_id = $1 AND issue.id = $3 AND issue.assignee_id IS NULL
             AND merged.project_id = $1 AND merged.id = $2 AND merged.assignee_id IS NOT NULL`,
    values: [projectId, from, into],
  })
}

/** After an unmerge: moves back what this issue, and the issues merged into it, had brought. */
export async function takeBack(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.query(
    `WITH RECURSIVE family AS (
       SELECT $2::uuid AS id
       UNION
       SELECT issue.id FROM issue JOIN family ON issue.project_id = $1 AND issue.merged_into = family.id),
     comments AS (
       UPDATE issue_comment SET issue_id = $2 WHERE project_id = $1 AND written_on IN (SELECT id FROM family))
     UPDATE issue_ticket SET issue_id = $2 WHERE project_id = $1 AND linked_on IN (SELECT id FROM family)`,
    [projectId, id],
  )
}
