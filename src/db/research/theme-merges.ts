// Statements on themes that people merged into others, kept for undoing it.
import type { TitleMaker } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'

type ThemeMergeRow = {
  id: string
  into_id: string
  /** Null: its words were removed with an answer. */
  title: string | null
  title_by: TitleMaker
  answer_ids: string[]
  merged_at: Date
}

export async function insertThemeMerge(
  tx: Tx,
  projectId: string,
  studyId: string,
  { id, into_id, title, title_by, answer_ids, merged_at }: ThemeMergeRow,
): Promise<void> {
  await tx.query(
    `INSERT INTO theme_merge (project_id, study_id, id, into_id, title, title_by, answer_ids, merged_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [projectId, studyId, id, into_id, title, title_by, answer_ids, merged_at],
  )
}

/** Removes the merge for undoing it; only one caller gets the row. */
export async function takeThemeMerge(
  tx: Tx,
  projectId: string,
  studyId: string,
  id: string,
): Promise<ThemeMergeRow | undefined> {
  const { rows } = await tx.query<ThemeMergeRow>(
    `DELETE FROM theme_merge WHERE project_id = $1 AND study_id = $2 AND id = $3
     RETURNING id, into_id, title, title_by, answer_ids, merged_at`,
    [projectId, studyId, id],
  )
  return rows[0]
}

export type MergedThemeRow = Pick<ThemeMergeRow, 'id' | 'into_id' | 'title' | 'merged_at'> & {
  answer_count: number
}

/** Merges that can be undone, latest first. */
export async function selectThemeMerges(
  tx: Tx,
  projectId: string,
  studyId: string,
  limit: number,
): Promise<MergedThemeRow[]> {
  const { rows } = await tx.query<MergedThemeRow>(
    `SELECT id, into_id, title, merged_at, cardinality(answer_ids) AS answer_count FROM theme_merge
     WHERE project_id = $1 AND study_id = $2 ORDER BY merged_at DESC, id DESC LIMIT $3`,
    [projectId, studyId, limit],
  )
  return rows
}

/**
 * Before answers are removed: a title that the digest found may contain their words. A theme without other answers
 * cannot be restored.
 */
export async function forgetInThemeMerges(tx: Tx, projectId: string, answerIds: string[]): Promise<void> {
  await tx.query(
    `UPDATE theme_merge SET title = CASE WHEN title_by = 'person' THEN title END,
       answer_ids = ARRAY(SELECT unnest(answer_ids) EXCEPT SELECT unnest($2::uuid[]))
     WHERE project_id = $1 AND answer_ids && $2::uuid[]`,
    [projectId, answerIds],
  )
  await tx.query('DELETE FROM theme_merge WHERE project_id = $1 AND answer_ids = $2', [projectId, []])
}
