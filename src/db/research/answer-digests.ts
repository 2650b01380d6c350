// Statements on the digest's findings in answers.
import type { Tx } from '../pool.ts'
import { ANY_THEME, NO_THEME } from './answer-days.ts'

export type AnswerFinding = { answer_id: string; language: string; meaning: Buffer }

/**
 * Counts findings in answers by theme, sentiment and day. Run under the project's digest lock around every change: once
 * before it to subtract (-1), and once after it to add (1).
 */
export async function countFindings(
  tx: Tx,
  projectId: string,
  by: 1 | -1,
  answerIds: string[],
): Promise<void> {
  await tx.query({
    name: 'count-findings',
    text: `${COUNTED_FINDINGS('$2::int')} AND a.id = ANY($3::uuid[]) ${SUMMED}`,
    values: [projectId, by, answerIds],
  })
}

/** For a project that arrived without these counters. */
export async function countAllFindings(tx: Tx, projectId: string): Promise<void> {
  await tx.query(`${COUNTED_FINDINGS('1')} ${SUMMED}`, [projectId])
}

const COUNTED_FINDINGS = (by: string): string => `
  INSERT INTO theme_day AS total (project_id, study_id, theme_id, day, sentiment, count)
  SELECT $1, d.study_id, of.theme_id, at.day, coalesce(d.sentiment, ''), ${by} * count(*)
  FROM answer a JOIN answer_digest d ON d.project_id = $1 AND d.study_id = a.study_id AND d.answer_id = a.id
  CROSS JOIN LATERAL (VALUES (coalesce(d.theme_id, '${NO_THEME}')), ('${ANY_THEME}'::uuid)) AS of (theme_id)
  CROSS JOIN LATERAL (VALUES ((a.posted_at AT TIME ZONE 'UTC')::date), ('-infinity')) AS at (day)
  WHERE a.project_id = $1`
const SUMMED = `GROUP BY 2, 3, 4, 5
  ON CONFLICT (project_id, study_id, theme_id, day, sentiment) DO UPDATE SET count = total.count + excluded.count`

/** The theme of an answer stays; the sentiment is the last one noted in the same conversation. */
export async function saveAnswerFindings(
  tx: Tx,
  projectId: string,
  studyId: string,
  model: string,
  findings: AnswerFinding[],
): Promise<void> {
  const ids = findings.map(({ answer_id }) => answer_id)
  await countFindings(tx, projectId, -1, ids)
  await tx.query({
    name: 'save-answer-findings',
    text: `INSERT INTO answer_digest (project_id, study_id, answer_id, sentiment, language, model, meaning)
           SELECT $1, $2, a.id, (${LAST_SENTIMENT}), found.language, $3, found.meaning
           FROM unnest($4::uuid[], $5::text[], $6::bytea[]) AS found (answer_id, language, meaning)
           JOIN answer a ON a.project_id = $1 AND a.study_id = $2 AND a.id = found.answer_id
           ON CONFLICT (project_id, study_id, answer_id) DO UPDATE SET sentiment = EXCLUDED.sentiment,
             language = EXCLUDED.language, model = EXCLUDED.model, meaning = EXCLUDED.meaning`,
    values: [
      projectId,
      studyId,
      model,
      ids,
      findings.map(({ language }) => language),
      findings.map(({ meaning }) => meaning),
    ],
  })
  await countFindings(tx, projectId, 1, ids)
}

const LAST_SENTIMENT = `SELECT o.user_sentiment FROM observation o
  WHERE o.project_id = $1 AND o.user_id = a.user_id AND o.interaction_id = a.interaction_id
  ORDER BY o.id DESC LIMIT 1`

type Conversation = { user_id: string; interaction_id: string }

/** Observations may arrive after the answer of the same conversation, which then gets their sentiment. */
export async function renewSentiments(
  tx: Tx,
  projectId: string,
  conversations: Conversation[],
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'select-answers-of-conversations',
    text: `SELECT DISTINCT a.id FROM unnest($2::text[], $3::text[]) AS noted (user_id, interaction_id)
           JOIN answer a ON a.project_id = $1 AND a.user_id = noted.user_id AND a.interaction_id = noted.interaction_id`,
    values: [
      projectId,
      conversations.map(({ user_id }) => user_id),
      conversations.map(({ interaction_id }) => interaction_id),
    ],
  })
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await countFindings(tx, projectId, -1, ids)
  await tx.query({
    name: 'renew-sentiments',
    text: `UPDATE answer_digest d SET sentiment = (${LAST_SENTIMENT}) FROM answer a
           WHERE a.project_id = $1 AND a.id = ANY($2::uuid[])
             AND d.project_id = $1 AND d.study_id = a.study_id AND d.answer_id = a.id`,
    values: [projectId, ids],
  })
  await countFindings(tx, projectId, 1, ids)
}

export type ThemedAnswer = { answer_id: string; theme_id: string | null; meaning: Buffer }

/** How much of a study is looked at in one go. */
export type Sight = { themes: number; each: number; loose: number }

/** The newest answers of each theme and the newest in no theme; only those encoded by this model. */
export async function selectAnswersInSight(
  tx: Tx,
  projectId: string,
  studyId: string,
  model: string,
  sight: Sight,
): Promise<ThemedAnswer[]> {
  const { rows } = await tx.query<ThemedAnswer>({
    name: 'select-answers-in-sight',
    text: `(SELECT d.answer_id, d.theme_id, d.meaning
            FROM (SELECT id FROM theme WHERE project_id = $1 AND study_id = $2 ORDER BY id DESC LIMIT $4) AS t
            CROSS JOIN LATERAL (
              SELECT answer_id, theme_id, meaning FROM answer_digest
              WHERE project_id = $1 AND study_id = $2 AND theme_id = t.id AND model = $3
              ORDER BY answer_id DESC LIMIT $5) AS d)
           UNION ALL
           (SELECT answer_id, theme_id, meaning FROM answer_digest
            WHERE project_id = $1 AND study_id = $2 AND theme_id IS NULL AND model = $3
            ORDER BY answer_id DESC LIMIT $6)`,
    values: [projectId, studyId, model, sight.themes, sight.each, sight.loose],
  })
  return rows
}

/** Into a theme, or with null out of any. */
export async function placeAnswers(
  tx: Tx,
  projectId: string,
  studyId: string,
  answerIds: string[],
  themeId: string | null,
): Promise<void> {
  await countFindings(tx, projectId, -1, answerIds)
  await tx.query(
    'UPDATE answer_digest SET theme_id = $4 WHERE project_id = $1 AND study_id = $2 AND answer_id = ANY($3::uuid[])',
    [projectId, studyId, answerIds, themeId],
  )
  await countFindings(tx, projectId, 1, answerIds)
}

/** Returns them. */
export async function moveAllAnswers(
  tx: Tx,
  projectId: string,
  studyId: string,
  from: string,
  into: string | null,
): Promise<string[]> {
  const { rows } = await tx.query<{ answer_id: string }>(
    'SELECT answer_id FROM answer_digest WHERE project_id = $1 AND study_id = $2 AND theme_id = $3',
    [projectId, studyId, from],
  )
  const ids = rows.map(({ answer_id }) => answer_id)
  await placeAnswers(tx, projectId, studyId, ids, into)
  return ids
}

export type ThemeText = {
  theme_id: string
  answer_id: string
  user_id: string
  answer: string
  language: string
  model: string
  meaning: Buffer
}

/** The newest answers of each theme. */
export async function selectThemeTexts(
  tx: Tx,
  projectId: string,
  studyId: string,
  themeIds: string[],
  each: number,
): Promise<ThemeText[]> {
  const { rows } = await tx.query<ThemeText>(
    `SELECT t.id AS theme_id, d.answer_id, a.user_id, a.answer, d.language, d.model, d.meaning
     FROM unnest($3::uuid[]) AS t (id)
     CROSS JOIN LATERAL (
       SELECT answer_id, language, model, meaning FROM answer_digest
       WHERE project_id = $1 AND study_id = $2 AND theme_id = t.id ORDER BY answer_id DESC LIMIT $4) AS d
     JOIN answer a ON a.project_id = $1 AND a.study_id = $2 AND a.id = d.answer_id`,
    [projectId, studyId, themeIds, each],
  )
  return rows
}

/** Of these, the ones that are in the theme. */
export async function selectAnswersAmong(
  tx: Tx,
  projectId: string,
  studyId: string,
  themeId: string,
  answerIds: string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ answer_id: string }>(
    `SELECT answer_id FROM answer_digest
     WHERE project_id = $1 AND study_id = $2 AND theme_id = $3 AND answer_id = ANY($4::uuid[])`,
    [projectId, studyId, themeId, answerIds],
  )
  return rows.map(({ answer_id }) => answer_id)
}
