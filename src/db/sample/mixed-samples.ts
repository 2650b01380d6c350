// Statements on sample data that earlier releases put into real projects, marked row by row.
import type { Tx } from '../pool.ts'

/** Real projects that still hold some. An index has only what is marked. */
export async function selectMixedProject(tx: Tx): Promise<string | undefined> {
  const { rows } = await tx.query<{ project_id: string }>(
    `SELECT project_id FROM observation o WHERE sample AND NOT EXISTS (
       SELECT FROM project p WHERE p.id = o.project_id AND p.deleted_at IS NOT NULL) LIMIT 1`,
  )
  return rows[0]?.project_id
}

export async function selectMixedObservations(tx: Tx, projectId: string, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM observation WHERE project_id = $1 AND sample ORDER BY id LIMIT $2',
    [projectId, limit],
  )
  return rows.map((row) => row.id)
}

/** What is not observations, which have counters to be kept. */
export async function deleteMixedTags(tx: Tx, projectId: string): Promise<void> {
  await tx.query('DELETE FROM tag WHERE project_id = $1 AND sample', [projectId])
}
