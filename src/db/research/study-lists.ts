// Statements on the lists of studies that an end user was given over MCP.
import { SOME } from '../page.ts'
import type { Tx } from '../pool.ts'

/** The precision of a list's time: repeating the last list within it costs no write. */
const REWRITE_AFTER_HOURS = 1
/** How long a conversation may refer to a list; the extra hour covers repetitions that were not written. */
const RECENT_HOURS = 24 + REWRITE_AFTER_HOURS

export async function saveStudyList(
  tx: Tx,
  projectId: string,
  userId: string,
  studyIds: string[],
  at: Date,
): Promise<void> {
  await tx.query({
    name: 'save-study-list',
    text: `WITH newest AS (
             SELECT list, listed_at FROM study_list WHERE project_id = $1 AND user_id = $2
             ORDER BY given DESC LIMIT 1)
           INSERT INTO study_list (project_id, user_id, list, study_ids, listed_at)
           SELECT $1, $2, md5($3::uuid[]::text), $3, $4
           WHERE NOT EXISTS (SELECT FROM newest WHERE list = md5($3::uuid[]::text)
             AND listed_at >= $4::timestamptz - $5 * interval '1 hour')
           ON CONFLICT (project_id, user_id, list) DO UPDATE SET listed_at = $4, given = EXCLUDED.given`,
    values: [projectId, userId, studyIds, at, REWRITE_AFTER_HOURS],
  })
}

/** The last list given to this user, preceded by the others of about the last day; newest first. */
export async function selectStudyLists(
  tx: Tx,
  projectId: string,
  userId: string,
  now: Date,
): Promise<string[][]> {
  const { rows } = await tx.query<{ study_ids: string[]; recent: boolean }>({
    name: 'select-study-lists',
    text: `SELECT study_ids, listed_at >= $3::timestamptz - $4 * interval '1 hour' AS recent FROM study_list
           WHERE project_id = $1 AND user_id = $2 ORDER BY given DESC`,
    values: [projectId, userId, now, RECENT_HOURS],
  })
  return rows.filter(({ recent }, place) => place === 0 || recent).map(({ study_ids }) => study_ids)
}

/** Every study in any stored list. */
export async function selectListedStudies(tx: Tx, projectId: string, userId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT DISTINCT unnest(study_ids) AS id FROM study_list WHERE project_id = $1 AND user_id = $2 ORDER BY id`,
    [projectId, userId],
  )
  return rows.map(({ id }) => id)
}

export async function deleteStudyLists(tx: Tx, projectId: string, userId: string): Promise<void> {
  await tx.query('DELETE FROM study_list WHERE project_id = $1 AND user_id = $2', [projectId, userId])
}

export async function deleteStudyListsBefore(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM study_list WHERE ctid = ANY(ARRAY(SELECT ctid FROM study_list WHERE listed_at < $1 ${SOME}))`,
    [before],
  )
  return rowCount ?? 0
}
