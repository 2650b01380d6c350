// Reads the end users of an issue from its counters.
import type { Tx } from '../pool.ts'

export type IssueUserRow = { user_id: string; observation_count: number }

/** Those with the most observations first; `after` is the last one of the previous page. */
export async function selectIssueUsers(
  tx: Tx,
  projectId: string,
  issueId: string,
  after: { count: number; userId: string } | null,
  limit: number,
): Promise<IssueUserRow[]> {
  const { rows } = await tx.query<IssueUserRow>(
    `SELECT user_id, count AS observation_count FROM issue_user
     WHERE project_id = $1 AND issue_id = $2 ${after ? 'AND (count, user_id) < ($4, $5)' : ''}
     ORDER BY count DESC, user_id DESC LIMIT $3`,
    [projectId, issueId, limit, ...(after ? [after.count, after.userId] : [])],
  )
  return rows
}
