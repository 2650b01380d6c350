// Statements on answers to studies.
import { dayOf } from '../../contract/date-time.ts'
import type { Source } from '../../contract/labels.ts'
import { ANSWER_LOCK_SEED } from '../advisory-locks.ts'
import type { Tx } from '../pool.ts'

export type AnswerRow = {
  id: string
  study_id: string
  user_id: string
  interaction_id: string
  source: Source
  answer: string
  posted_at: Date
}

/**
 * Stores the answer, its digest job and that the study was shown, and updates all counts. False if this user has
 * answered before. The caller holds the study's lock.
 */
export async function insertAnswer(tx: Tx, projectId: string, row: AnswerRow): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'insert-answer',
    text: `WITH stored AS (
             INSERT INTO answer (project_id, study_id, id, user_id, interaction_id, source, answer, posted_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT (project_id, study_id, user_id) DO NOTHING RETURNING 1),
           queued AS (
             INSERT INTO answer_job (project_id, study_id, answer_id, due_at) SELECT $1, $2, $3, $8 FROM stored),
           shown AS (
             INSERT INTO study_showing (project_id, study_id, user_id, shown_at) SELECT $1, $2, $4, $8 FROM stored
             ON CONFLICT (project_id, study_id, user_id) DO NOTHING RETURNING 1),
           reached AS (
             INSERT INTO study_reach (project_id, study_id, shown_count) SELECT $1, $2, 1 FROM shown
             ON CONFLICT (project_id, study_id) DO UPDATE SET shown_count = study_reach.shown_count + 1),
           dated AS (
             INSERT INTO answer_day (project_id, study_id, day, count) SELECT $1, $2, $9::date, 1 FROM stored
             ON CONFLICT (project_id, study_id, day) DO UPDATE SET count = answer_day.count + 1)
           UPDATE study SET answer_count = answer_count + 1,
             answers_today = CASE WHEN answers_on >= $9::date THEN answers_today + 1 ELSE 1 END,
             answers_on = greatest(answers_on, $9::date)
           WHERE project_id = $1 AND id = $2 AND EXISTS (SELECT FROM stored)`,
    values: [
      projectId,
      row.study_id,
      row.id,
      row.user_id,
      row.interaction_id,
      row.source,
      row.answer,
      row.posted_at,
      dayOf(row.posted_at),
    ],
  })
  return rowCount === 1
}

/** Answers of one user queue behind this lock, whatever the study, which makes the rest after an answer exact. */
export async function lockAnswersOf(tx: Tx, projectId: string, userId: string): Promise<void> {
  await tx.query({
    name: 'lock-answers-of',
    text: `SELECT pg_advisory_xact_lock(hashtextextended($1::text || $2::text, ${ANSWER_LOCK_SEED}))`,
    values: [projectId, userId],
  })
}

export async function hasAnswered(
  tx: Tx,
  projectId: string,
  studyId: string,
  userId: string,
): Promise<boolean> {
  const { rows } = await tx.query({
    name: 'has-answered',
    text: 'SELECT FROM answer WHERE project_id = $1 AND study_id = $2 AND user_id = $3',
    values: [projectId, studyId, userId],
  })
  return rows.length > 0
}

/** When a user last answered any study but this one; null if never. */
export async function selectLastAnswered(
  tx: Tx,
  projectId: string,
  studyId: string,
  userId: string,
): Promise<Date | null> {
  const { rows } = await tx.query<{ at: Date | null }>({
    name: 'select-last-answered',
    text: 'SELECT max(posted_at) AS at FROM answer WHERE project_id = $1 AND user_id = $3 AND study_id <> $2',
    values: [projectId, studyId, userId],
  })
  return rows[0]?.at ?? null
}

/** For many users at once: when each last answered any study. */
export async function selectLastAnswers(
  tx: Tx,
  asked: { projectId: string; userId: string }[],
): Promise<(Date | null)[]> {
  const { rows } = await tx.query<{ at: Date | null }>({
    name: 'select-last-answers',
    text: `SELECT (SELECT max(posted_at) FROM answer a
                   WHERE a.project_id = asked.project_id AND a.user_id = asked.user_id) AS at
           FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS asked (project_id, user_id, place) ORDER BY place`,
    values: [asked.map(({ projectId }) => projectId), asked.map(({ userId }) => userId)],
  })
  return rows.map(({ at }) => at)
}

export async function countUserAnswers(tx: Tx, projectId: string, userId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int FROM answer WHERE project_id = $1 AND user_id = $2',
    [projectId, userId],
  )
  return rows[0]?.count ?? 0
}

export async function selectUserAnswerIds(tx: Tx, projectId: string, userId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM answer WHERE project_id = $1 AND user_id = $2',
    [projectId, userId],
  )
  return rows.map(({ id }) => id)
}

export async function selectExpiredAnswerIds(
  tx: Tx,
  projectId: string,
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM answer WHERE project_id = $1 AND posted_at < $2 ORDER BY posted_at LIMIT $3',
    [projectId, before, limit],
  )
  return rows.map(({ id }) => id)
}

/**
 * Removes answers and subtracts them from their studies' counts; returns how many. Studies are locked first, like when
 * an answer is posted, to avoid deadlocks.
 */
export async function deleteAnswers(tx: Tx, projectId: string, ids: string[]): Promise<number> {
  await tx.query(
    `SELECT FROM study WHERE project_id = $1
       AND id IN (SELECT study_id FROM answer WHERE project_id = $1 AND id = ANY($2::uuid[]))
     ORDER BY id FOR NO KEY UPDATE`,
    [projectId, ids],
  )
  const { rows } = await tx.query<{ count: number }>(
    `WITH gone AS (
         DELETE FROM answer WHERE project_id = $1 AND id = ANY($2::uuid[])
         RETURNING study_id, (posted_at AT TIME ZONE 'UTC')::date AS day),
       dated AS (
         UPDATE answer_day SET count = count - sums.n
         FROM (SELECT study_id, day, count(*)::int AS n FROM gone GROUP BY study_id, day) AS sums
         WHERE answer_day.project_id = $1 AND answer_day.study_id = sums.study_id AND answer_day.day = sums.day),
       counted AS (
         UPDATE study SET answer_count = answer_count - sums.n, answers_today = answers_today - (
           SELECT count(*) FROM gone
           WHERE gone.study_id = study.id AND gone.day = study.answers_on)
         FROM (SELECT study_id, count(*)::int AS n FROM gone GROUP BY study_id) AS sums
         WHERE study.project_id = $1 AND study.id = sums.study_id)
     SELECT count(*)::int AS count FROM gone`,
    [projectId, ids],
  )
  return rows[0]?.count ?? 0
}
