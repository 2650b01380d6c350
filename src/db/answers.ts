// Statements on answers to studies.
import type { Source } from '../contract/labels.ts'
import { type Page, pageOf } from './page.ts'
import type { Tx } from './pool.ts'

export type AnswerRow = {
  id: string
  study_id: string
  user_id: string
  interaction_id: string
  source: Source
  answer: string
  posted_at: Date
}

/** Stores the answer and counts it; false when this user has answered before. The caller holds the study's lock. */
export async function insertAnswer(tx: Tx, projectId: string, row: AnswerRow): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'insert-answer',
    text: `WITH stored AS (
             INSERT INTO answer (project_id, study_id, id, user_id, interaction_id, source, answer, posted_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT (project_id, study_id, user_id) DO NOTHING RETURNING 1)
           UPDATE study SET answer_count = answer_count + 1
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
    ],
  })
  return rowCount === 1
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

export async function selectAnswers(
  tx: Tx,
  projectId: string,
  studyId: string,
  page: Page,
): Promise<AnswerRow[]> {
  const { rows } = await tx.query<AnswerRow>(
    `SELECT id, study_id, user_id, interaction_id, source, answer, posted_at FROM answer
     WHERE project_id = $1 AND study_id = $2 AND ${pageOf('id', 3)} ORDER BY id DESC LIMIT $4`,
    [projectId, studyId, page.before, page.limit],
  )
  return rows
}

export type ProjectAnswer = AnswerRow & { question: string }

/** Of all studies together, newest first. */
export async function selectProjectAnswers(tx: Tx, projectId: string, page: Page): Promise<ProjectAnswer[]> {
  const { rows } = await tx.query<ProjectAnswer>(
    `SELECT a.id, a.study_id, s.question, a.user_id, a.interaction_id, a.source, a.answer, a.posted_at
     FROM answer a JOIN study s ON s.project_id = a.project_id AND s.id = a.study_id
     WHERE a.project_id = $1 AND ${pageOf('a.id', 2)} ORDER BY a.id DESC LIMIT $3`,
    [projectId, page.before, page.limit],
  )
  return rows
}
