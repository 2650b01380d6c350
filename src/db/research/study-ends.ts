// Statements on the end of studies.
import type { Tx } from '../pool.ts'

/** False if it was already finished. */
export async function markStudyFinished(tx: Tx, projectId: string, id: string, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE study SET finished_at = $3 WHERE project_id = $1 AND id = $2 AND finished_at IS NULL',
    [projectId, id, at],
  )
  return rowCount === 1
}

/** It takes answers again: a later date or a higher limit. */
export async function markStudyUnfinished(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.query(
    'UPDATE study SET finished_at = NULL WHERE project_id = $1 AND id = $2 AND finished_at IS NOT NULL',
    [projectId, id],
  )
}

export async function selectOverdueStudies(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ project_id: string; id: string }[]> {
  const { rows } = await tx.query<{ project_id: string; id: string }>(
    `SELECT project_id, id FROM study
     WHERE state = 'active' AND finished_at IS NULL AND ends_at <= $1 ORDER BY ends_at LIMIT $2`,
    [now, limit],
  )
  return rows
}
