// Statements on study showings: the end users whose agents were given a study.
import type { Tx } from '../pool.ts'

/** A user and the studies open to them. */
export type StudiesAsked = { projectId: string; userId: string; studyIds: string[] }

/**
 * A user's state by study: the answer, or null if it was never shown. A study that was shown and not answered, as most
 * were, is left out, which keeps results small.
 */
export type Standing = ReadonlyMap<string, string | null>

const AS_USUAL: Standing = new Map()

/** For many callers at once. An answer counts as a showing, whoever stored it. */
export async function selectStandings(tx: Tx, asked: StudiesAsked[]): Promise<Standing[]> {
  const { rows } = await tx.query<{ place: number; study_id: string; answer: string | null }>({
    name: 'select-standings',
    text: `SELECT place, study_id, answer
           FROM json_to_recordset($1::json) AS asked (place int, project_id uuid, user_id text, study_ids uuid[])
           CROSS JOIN unnest(study_ids) AS study_id
           LEFT JOIN study_showing USING (project_id, study_id, user_id)
           LEFT JOIN answer USING (project_id, study_id, user_id)
           WHERE shown_at IS NULL OR answer IS NOT NULL`,
    values: [JSON.stringify(asked.map(toQuestion))],
  })
  if (rows.length === 0) return asked.map(() => AS_USUAL)
  const found = asked.map(() => new Map<string, string | null>())
  for (const { place, study_id, answer } of rows) found[place]?.set(study_id, answer)
  return found
}

const toQuestion = ({ projectId, userId, studyIds }: StudiesAsked, place: number) => ({
  place,
  project_id: projectId,
  user_id: userId,
  study_ids: studyIds,
})

/** Once each, however many write it. In a fixed order, so that no two writers wait for each other. */
export async function insertShowings(tx: Tx, shown: StudiesAsked[], at: Date): Promise<void> {
  await tx.query({
    name: 'insert-showings',
    text: `WITH shown AS (
             INSERT INTO study_showing (project_id, study_id, user_id, shown_at)
             SELECT asked.project_id, study_id, user_id, $2
             FROM json_to_recordset($1::json) AS asked (project_id uuid, user_id text, study_id uuid)
             JOIN study ON study.project_id = asked.project_id AND study.id = asked.study_id
             ORDER BY 1, 2, 3
             ON CONFLICT (project_id, study_id, user_id) DO NOTHING RETURNING project_id, study_id)
           INSERT INTO study_reach (project_id, study_id, shown_count)
           SELECT project_id, study_id, count(*) FROM shown GROUP BY project_id, study_id ORDER BY 1, 2
           ON CONFLICT (project_id, study_id)
           DO UPDATE SET shown_count = study_reach.shown_count + EXCLUDED.shown_count`,
    values: [JSON.stringify(pairsOf(shown)), at],
  })
}

const pairsOf = (asked: StudiesAsked[]) =>
  asked.flatMap(({ projectId, userId, studyIds }) =>
    studyIds.map((study_id) => ({ project_id: projectId, user_id: userId, study_id })),
  )

export type Showing = { study_id: string; question: string; shown_at: Date }

export async function selectUserShowings(tx: Tx, projectId: string, userId: string): Promise<Showing[]> {
  const { rows } = await tx.query<Showing>(
    `SELECT study_id, question, shown_at
     FROM study_showing s JOIN study ON study.project_id = s.project_id AND study.id = s.study_id
     WHERE s.project_id = $1 AND s.user_id = $2 ORDER BY shown_at, study_id`,
    [projectId, userId],
  )
  return rows
}

/** Subtracts the showings in `gone`, locking in the same order as writers that add. */
const UNCOUNTED = `UPDATE study_reach SET shown_count = shown_count - sums.n
  FROM (SELECT study_id, count(*)::int AS n FROM gone GROUP BY study_id) AS sums
  JOIN (SELECT study_id FROM study_reach WHERE project_id = $1 AND study_id IN (SELECT study_id FROM gone)
        ORDER BY study_id FOR UPDATE) AS locked USING (study_id)
  WHERE study_reach.project_id = $1 AND study_reach.study_id = sums.study_id`

/** Their answers have already been removed. */
export async function deleteUserShowings(tx: Tx, projectId: string, userId: string): Promise<void> {
  await tx.query(
    `WITH gone AS (DELETE FROM study_showing WHERE project_id = $1 AND user_id = $2 RETURNING study_id)
     ${UNCOUNTED}`,
    [projectId, userId],
  )
}

/** Up to `limit` showings before a time; a stored answer keeps its showing. */
export async function deleteExpiredShowings(
  tx: Tx,
  projectId: string,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await tx.query(
    `WITH gone AS (
       DELETE FROM study_showing s WHERE project_id = $1 AND (study_id, user_id) IN (
         SELECT study_id, user_id FROM study_showing old
         WHERE project_id = $1 AND shown_at < $2 AND NOT EXISTS (
           SELECT FROM answer a WHERE a.project_id = $1 AND a.study_id = old.study_id AND a.user_id = old.user_id)
         LIMIT $3) RETURNING study_id),
     uncounted AS (${UNCOUNTED})
     SELECT FROM gone`,
    [projectId, before, limit],
  )
  return rowCount ?? 0
}
