// Statements that remove a deleted project's rows, a bounded number at a time.
import type { Tx } from '../pool.ts'

/** With its sample project, if it has one. Inaccessible from this commit on; false if it was deleted already. */
export async function markProjectDeleted(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE project SET deleted_at = $2, sample_of = NULL WHERE (id = $1 OR sample_of = $1) AND deleted_at IS NULL',
    [id, at],
  )
  return (rowCount ?? 0) > 0
}

/** Excludes projects that are still arriving from an archive, whose deletion time is in the future. */
export async function selectDeletedProject(tx: Tx, now: Date): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM project WHERE deleted_at <= $1 ORDER BY deleted_at LIMIT 1',
    [now],
  )
  return rows[0]?.id
}

/**
 * Tables that grow with use, each after those that reference it; the few rows of all others are deleted with the
 * project. Left to foreign keys, deleting a large project would be one statement of many minutes.
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

/** Returns how many were removed. Rows that another process is removing are left to it. */
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
