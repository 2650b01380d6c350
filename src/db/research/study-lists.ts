// Statements on the list of studies that an end user was last given over MCP.
import type { Tx } from '../pool.ts'

/** Written only when the list changed or a day went by: a repeated look-up costs no write. */
export async function saveStudyList(
  tx: Tx,
  projectId: string,
  userId: string,
  studyIds: string[],
  at: Date,
): Promise<void> {
  await tx.query({
    name: 'save-study-list',
    text: `INSERT INTO study_list (project_id, user_id, study_ids, listed_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (project_id, user_id) DO UPDATE SET study_ids = $3, listed_at = $4
           WHERE study_list.study_ids <> $3::uuid[] OR study_list.listed_at < $4::timestamptz - interval '1 day'`,
    values: [projectId, userId, studyIds, at],
  })
}

export async function selectStudyList(tx: Tx, projectId: string, userId: string): Promise<string[]> {
  const { rows } = await tx.query<{ study_ids: string[] }>({
    name: 'select-study-list',
    text: 'SELECT study_ids FROM study_list WHERE project_id = $1 AND user_id = $2',
    values: [projectId, userId],
  })
  return rows[0]?.study_ids ?? []
}

export async function deleteStudyList(tx: Tx, projectId: string, userId: string): Promise<void> {
  await tx.query('DELETE FROM study_list WHERE project_id = $1 AND user_id = $2', [projectId, userId])
}

export async function deleteStudyListsBefore(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx.query('DELETE FROM study_list WHERE listed_at < $1', [before])
  return rowCount ?? 0
}
