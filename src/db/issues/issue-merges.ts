// Statements on merges made by people, kept so that they can be undone.
import type { Tx } from '../pool.ts'

export type MergeRow = {
  id: string
  from_id: string
  into_id: string
  observation_ids: string[]
  merged_at: Date
  merged_by: string | null
}

export async function insertMerge(tx: Tx, projectId: string, merge: MergeRow): Promise<void> {
  await tx.query(
    `INSERT INTO issue_merge (project_id, id, from_id, into_id, observation_ids, merged_at, merged_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      projectId,
      merge.id,
      merge.from_id,
      merge.into_id,
      merge.observation_ids,
      merge.merged_at,
      merge.merged_by,
    ],
  )
}

/** The last merge of this issue into another that still stands. */
export async function selectLastMerge(
  tx: Tx,
  projectId: string,
  fromId: string,
): Promise<MergeRow | undefined> {
  const { rows } = await tx.query<MergeRow>(
    `SELECT id, from_id, into_id, observation_ids, merged_at, merged_by FROM issue_merge
     WHERE project_id = $1 AND from_id = $2 AND undone_at IS NULL ORDER BY merged_at DESC LIMIT 1`,
    [projectId, fromId],
  )
  return rows[0]
}

export async function markUndone(tx: Tx, projectId: string, id: string, at: Date): Promise<void> {
  await tx.query('UPDATE issue_merge SET undone_at = $3 WHERE project_id = $1 AND id = $2', [
    projectId,
    id,
    at,
  ])
}
