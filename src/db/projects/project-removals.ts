// Statements that take a deleted project's rows away, a bounded number at a time.
import type { Tx } from '../pool.ts'

/** With its sample project, if it has one. Gone for everyone from this commit on; false when it was gone already. */
export async function markProjectDeleted(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE project SET deleted_at = $2, sample_of = NULL WHERE (id = $1 OR sample_of = $1) AND deleted_at IS NULL',
    [id, at],
  )
  return (rowCount ?? 0) > 0
}

/** Not one that is still arriving from an archive: that has until a time to come. */
export async function selectDeletedProject(tx: Tx, now: Date): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM project WHERE deleted_at <= $1 ORDER BY deleted_at LIMIT 1',
    [now],
  )
  return rows[0]?.id
}

/**
 * Tables that grow with use, each after those that refer to it; the few rows of all others go with the project itself.
 * Left to the foreign keys, deleting a large project would be one statement that runs for many minutes.
 */
export const EMPTIED_FIRST = [
  'event_queue',
  'event_message',
  'event',
  'observation_tag',
  'issue_observation',
  'observation_search',
  'observation_digest',
  'digest_job',
  'observation',
  'import_row',
  'import_error',
  'issue_user',
  'issue_day',
  'issue_pair',
  'issue_tag',
  'issue_merge',
  'issue_comment',
  'issue_ticket',
  'issue',
  'project_user',
  'project_day',
  'answer_job',
  'answer_digest',
  'answer',
  'answer_day',
  'theme_day',
  'study_showing',
  'study_list',
  'idempotency_key',
  'audit_log',
] as const

/** How many went. Rows that another process is just removing are left to it. */
export async function deleteProjectRows(
  tx: Tx,
  table: (typeof EMPTIED_FIRST)[number],
  projectId: string,
  limit: number,
): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM ${table} WHERE project_id = $1 AND ctid = ANY(ARRAY(
       SELECT ctid FROM ${table} WHERE project_id = $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
    [projectId, limit],
  )
  return rowCount ?? 0
}

export async function deleteProjectRow(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM project WHERE id = $1 AND deleted_at IS NOT NULL', [id])
}
