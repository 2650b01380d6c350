// Statements on digest jobs of answers: written with the answer, removed with the result.
import { RETRY_AFTER_MS } from '../digest/digest-jobs.ts'
import type { Tx } from '../pool.ts'

export type AnswerJob = {
  study_id: string
  answer_id: string
  user_id: string
  interaction_id: string
  answer: string
}

/** How long each attempt may take before the next begins; after the last one a job is kept as failed. */
const ATTEMPTS_MS = [...RETRY_AFTER_MS, ...RETRY_AFTER_MS.slice(-1)]

/**
 * The due jobs of the study that has waited longest. Taking a job counts as an attempt and postpones it, so that it
 * returns whatever happens to the worker. A repeated job is taken alone, so that only the answer at fault is set aside.
 */
export async function takeAnswerJobs(
  tx: Tx,
  projectId: string,
  now: Date,
  limit: number,
): Promise<AnswerJob[]> {
  const { rows } = await tx.query<AnswerJob>({
    name: 'take-answer-jobs',
    text: `WITH first AS (
             SELECT study_id, answer_id, attempts FROM answer_job
             WHERE project_id = $1 AND failed_at IS NULL AND due_at <= $2
             ORDER BY due_at, answer_id LIMIT 1),
           due AS (
             SELECT j.study_id, j.answer_id FROM answer_job j JOIN first USING (study_id)
             WHERE j.project_id = $1 AND j.failed_at IS NULL AND j.due_at <= $2
               AND (j.answer_id = first.answer_id OR (first.attempts = 0 AND j.attempts = 0))
             ORDER BY j.due_at, j.answer_id LIMIT $3),
           taken AS (
             UPDATE answer_job j SET attempts = least(j.attempts + 1, cardinality($4::int[])),
               due_at = $2 + coalesce(($4::int[])[j.attempts + 1], 0) * interval '1 millisecond',
               failed_at = CASE WHEN j.attempts >= cardinality($4::int[]) THEN $2 END
             FROM due WHERE j.project_id = $1 AND j.study_id = due.study_id AND j.answer_id = due.answer_id
             RETURNING j.study_id, j.answer_id, j.failed_at)
           SELECT a.study_id, a.id AS answer_id, a.user_id, a.interaction_id, a.answer
           FROM taken JOIN answer a ON a.project_id = $1 AND a.study_id = taken.study_id AND a.id = taken.answer_id
           WHERE taken.failed_at IS NULL ORDER BY a.id`,
    values: [projectId, now, limit, ATTEMPTS_MS],
  })
  return rows
}

/** Only what is returned may be digested: a missing job was done, or its answer erased. */
export async function removeAnswerJobs(tx: Tx, projectId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ answer_id: string }>({
    name: 'remove-answer-jobs',
    text: 'DELETE FROM answer_job WHERE project_id = $1 AND answer_id = ANY($2::uuid[]) RETURNING answer_id',
    values: [projectId, ids],
  })
  return new Set(rows.map(({ answer_id }) => answer_id))
}

/** For a cause outside of the jobs, such as an unreachable model: no attempt is counted. */
export async function postponeAnswerJobs(
  tx: Tx,
  projectId: string,
  ids: string[],
  until: Date,
): Promise<void> {
  await tx.query(
    `UPDATE answer_job SET due_at = $3, attempts = attempts - 1
     WHERE project_id = $1 AND answer_id = ANY($2::uuid[])`,
    [projectId, ids, until],
  )
}

/** Stored to show why an answer was set aside. */
export async function noteAnswerFault(
  tx: Tx,
  projectId: string,
  ids: string[],
  error: string,
): Promise<void> {
  await tx.query('UPDATE answer_job SET error = $3 WHERE project_id = $1 AND answer_id = ANY($2::uuid[])', [
    projectId,
    ids,
    error,
  ])
}

export async function retryFailedAnswers(tx: Tx, projectId: string, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE answer_job SET attempts = 0, failed_at = NULL, due_at = $2, queued_at = now()
     WHERE project_id = $1 AND failed_at IS NOT NULL`,
    [projectId, now],
  )
  return rowCount ?? 0
}

export async function countPendingAnswers(tx: Tx, projectId: string, studyId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int FROM answer_job WHERE project_id = $1 AND study_id = $2 AND failed_at IS NULL',
    [projectId, studyId],
  )
  return rows[0]?.count ?? 0
}
