// Statements on answers to studies.
import type { Source } from '../../contract/labels.ts'
import { type Page, pageOf } from '../page.ts'
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

/** What a user answered to which studies is asked for. */
export type AnswersAsked = { projectId: string; userId: string; studyIds: string[] }

/** By study, for each that asks; many ask at the same time. */
export async function selectAnswersTo(tx: Tx, asked: AnswersAsked[]): Promise<Map<string, string>[]> {
  const pairs = asked.flatMap(({ projectId, userId, studyIds }, place) =>
    studyIds.map((study_id) => ({ place, project_id: projectId, user_id: userId, study_id })),
  )
  const { rows } = await tx.query<{ place: number; study_id: string; answer: string }>({
    name: 'select-answers-to',
    text: `SELECT place, study_id, answer
           FROM json_to_recordset($1::json) AS asked (place int, project_id uuid, user_id text, study_id uuid)
           JOIN answer USING (project_id, study_id, user_id)`,
    values: [JSON.stringify(pairs)],
  })
  const answers = asked.map(() => new Map<string, string>())
  for (const { place, study_id, answer } of rows) answers[place]?.set(study_id, answer)
  return answers
}

export type AnswerInFull = AnswerRow & { question: string }

export type AnswerFilter = {
  study?: string
  user_id?: string
  /** As the text of a tsquery. */
  q?: string
  from?: Date
  to?: Date
}

const CONDITIONS: Record<keyof AnswerFilter, (parameter: string) => string> = {
  study: (p) => `a.study_id = ${p}`,
  user_id: (p) => `a.user_id = ${p}`,
  q: (p) => `a.document @@ ${p}::tsquery`,
  from: (p) => `a.posted_at >= ${p}`,
  to: (p) => `a.posted_at < ${p}`,
}

const conditionsOf = (filter: AnswerFilter, values: unknown[]): string[] =>
  Object.entries(filter).map(([name, value]) =>
    CONDITIONS[name as keyof AnswerFilter](`$${values.push(value)}`),
  )

/** Newest first. The page's ids first, from indexes alone as far as they go; then those few rows in full. */
export async function selectAnswers(
  tx: Tx,
  projectId: string,
  filter: AnswerFilter,
  page: Page,
): Promise<AnswerInFull[]> {
  const values: unknown[] = [projectId, page.before, page.limit]
  const { q, ...rest } = filter
  const few = q === undefined ? undefined : await selectFewAnswers(tx, projectId, filter)
  const found = few ? [`a.id = ANY($${values.push(few)}::uuid[])`] : conditionsOf(q ? { q } : {}, values)
  const where = ['a.project_id = $1', pageOf('a.id', 2), ...found, ...conditionsOf(rest, values)]
  const { rows } = await tx.query<AnswerInFull>(
    `SELECT a.id, a.study_id, s.question, a.user_id, a.interaction_id, a.source, a.answer, a.posted_at
     FROM answer a JOIN study s ON s.project_id = a.project_id AND s.id = a.study_id
     WHERE a.project_id = $1
       AND a.id = ANY(ARRAY(SELECT a.id FROM answer a WHERE ${where.join(' AND ')} ORDER BY a.id DESC LIMIT $3))
     ORDER BY a.id DESC`,
    values,
  )
  return rows
}

const FEW = 3_000

/** All matches of a search that has few, undefined otherwise: of many, a page is soon found in order. */
async function selectFewAnswers(
  tx: Tx,
  projectId: string,
  filter: AnswerFilter,
): Promise<string[] | undefined> {
  const values: unknown[] = [projectId]
  const where = ['a.project_id = $1', ...conditionsOf(filter, values)].join(' AND ')
  const { rows } = await tx.query<{ id: string }>(
    `SELECT a.id FROM answer a WHERE ${where} LIMIT ${FEW + 1}`,
    values,
  )
  return rows.length > FEW ? undefined : rows.map((row) => row.id)
}

export async function countUserAnswers(tx: Tx, projectId: string, userId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int FROM answer WHERE project_id = $1 AND user_id = $2',
    [projectId, userId],
  )
  return rows[0]?.count ?? 0
}

export type AnswerDay = { day: string; count: number }

export async function selectAnswerDays(
  tx: Tx,
  projectId: string,
  studyId: string,
  since: Date,
): Promise<AnswerDay[]> {
  const { rows } = await tx.query<AnswerDay>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, count FROM (
       SELECT (posted_at AT TIME ZONE 'UTC')::date AS day, count(*)::int FROM answer
       WHERE project_id = $1 AND study_id = $2 AND posted_at >= $3 GROUP BY 1) AS counted`,
    [projectId, studyId, since],
  )
  return rows
}

/**
 * Takes the user's answers away and out of their studies' counts. The studies are locked first, as posting an answer
 * does: the other way round the two would wait for each other.
 */
export async function deleteUserAnswers(tx: Tx, projectId: string, userId: string): Promise<number> {
  await tx.query(
    `SELECT FROM study WHERE project_id = $1
       AND id IN (SELECT study_id FROM answer WHERE project_id = $1 AND user_id = $2)
     ORDER BY id FOR UPDATE`,
    [projectId, userId],
  )
  const { rowCount } = await tx.query(
    `WITH gone AS (DELETE FROM answer WHERE project_id = $1 AND user_id = $2 RETURNING study_id)
     UPDATE study SET answer_count = answer_count - 1 FROM gone
     WHERE study.project_id = $1 AND study.id = gone.study_id`,
    [projectId, userId],
  )
  return rowCount ?? 0
}
