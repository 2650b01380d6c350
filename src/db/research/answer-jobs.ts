// Statements on answers that are still to be digested: written with the answer, removed with the result.
import type { Tx } from '../pool.ts'

export type AnswerJob = {
  study_id: string
  answer_id: string
  user_id: string
  interaction_id: string
  answer: string
  attempts: number
}

/** Those due of one study, the one that has waited longest. */
export async function selectDueAnswers(
  tx: Tx,
  projectId: string,
  now: Date,
  limit: number,
): Promise<AnswerJob[]> {
  const { rows } = await tx.query<AnswerJob>({
    name: 'select-due-answers',
    text: `WITH first AS (
             SELECT study_id FROM answer_job WHERE project_id = $1 AND failed_at IS NULL AND due_at <= $2
             ORDER BY due_at, answer_id LIMIT 1)
           SELECT a.study_id, a.id AS answer_id, a.user_id, a.interaction_id, a.answer, j.attempts
           FROM (SELECT study_id, answer_id, attempts, due_at FROM answer_job JOIN first USING (study_id)
                 WHERE project_id = $1 AND failed_at IS NULL AND due_at <= $2
                 ORDER BY due_at, answer_id LIMIT $3) j
           JOIN answer a ON a.project_id = $1 AND a.study_id = j.study_id AND a.id = j.answer_id
           ORDER BY j.due_at, j.answer_id`,
    values: [projectId, now, limit],
  })
  return rows
}

export async function countPendingAnswers(tx: Tx, projectId: string, studyId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int FROM answer_job WHERE project_id = $1 AND study_id = $2 AND failed_at IS NULL',
    [projectId, studyId],
  )
  return rows[0]?.count ?? 0
}
