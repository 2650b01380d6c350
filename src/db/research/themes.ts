// Statements on the themes of studies.
import type { TitleMaker } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'
import { ANY_THEME, NO_THEME } from './answer-days.ts'
import { placeAnswers } from './answer-digests.ts'

type ThemeQuote = { answer_id: string; text: string }

export type ThemeRow = {
  id: string
  /** Null: its words were removed with an answer, and a worker will find others. */
  title: string | null
  title_by: TitleMaker
  quotes: ThemeQuote[]
  held: boolean
}

const COLUMNS = 'id, title, title_by, quotes, held'

/** The title of a theme `t`: until a worker has found new words, those of a quoted answer. */
export const THEME_TITLE = `coalesce(t.title, t.quotes -> 0 ->> 'text', '')`

export async function selectThemes(tx: Tx, projectId: string, studyId: string): Promise<ThemeRow[]> {
  const { rows } = await tx.query<ThemeRow>(
    `SELECT ${COLUMNS} FROM theme WHERE project_id = $1 AND study_id = $2`,
    [projectId, studyId],
  )
  return rows
}

export async function selectTheme(
  tx: Tx,
  projectId: string,
  studyId: string,
  id: string,
): Promise<ThemeRow | undefined> {
  const { rows } = await tx.query<ThemeRow>(
    `SELECT ${COLUMNS} FROM theme WHERE project_id = $1 AND study_id = $2 AND id = $3`,
    [projectId, studyId, id],
  )
  return rows[0]
}

export type NewTheme = Pick<ThemeRow, 'id' | 'title' | 'title_by' | 'held'> & { created_at: Date }

export async function insertTheme(
  tx: Tx,
  projectId: string,
  studyId: string,
  { id, title, title_by, held, created_at }: NewTheme,
): Promise<void> {
  await tx.query(
    `INSERT INTO theme (project_id, study_id, id, title, title_by, held, redescribe, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, true, $7)`,
    [projectId, studyId, id, title, title_by, held, created_at],
  )
}

export async function updateThemeTitle(
  tx: Tx,
  projectId: string,
  studyId: string,
  id: string,
  title: string,
): Promise<void> {
  await tx.query(
    `UPDATE theme SET title = $4, title_by = 'person', held = true
     WHERE project_id = $1 AND study_id = $2 AND id = $3`,
    [projectId, studyId, id, title],
  )
}

/** People decided about these themes: the digest only adds to them. Their words are found again. */
export async function holdThemes(tx: Tx, projectId: string, studyId: string, ids: string[]): Promise<void> {
  await tx.query(
    `UPDATE theme SET held = true, redescribe = true
     WHERE project_id = $1 AND study_id = $2 AND id = ANY($3::uuid[])`,
    [projectId, studyId, ids],
  )
}

/** Its answers have already been moved. */
export async function deleteTheme(tx: Tx, projectId: string, studyId: string, id: string): Promise<void> {
  await tx.query('DELETE FROM theme WHERE project_id = $1 AND study_id = $2 AND id = $3', [
    projectId,
    studyId,
    id,
  ])
}

/** A single answer is no theme, unless a person made it one. */
export async function dissolveSmallThemes(tx: Tx, projectId: string, studyId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string; answer_id: string | null }>(
    `SELECT t.id, min(few.answer_id::text) AS answer_id FROM theme t
     LEFT JOIN LATERAL (
       SELECT answer_id FROM answer_digest d
       WHERE d.project_id = $1 AND d.study_id = $2 AND d.theme_id = t.id LIMIT 2) AS few ON true
     WHERE t.project_id = $1 AND t.study_id = $2 AND NOT t.held GROUP BY t.id HAVING count(few.answer_id) < 2`,
    [projectId, studyId],
  )
  if (rows.length === 0) return
  const alone = rows.flatMap(({ answer_id }) => answer_id ?? [])
  await placeAnswers(tx, projectId, studyId, alone, null)
  await tx.query('DELETE FROM theme WHERE project_id = $1 AND study_id = $2 AND id = ANY($3::uuid[])', [
    projectId,
    studyId,
    rows.map(({ id }) => id),
  ])
}

export type ThemeWords = { id: string; title: string; quotes: ThemeQuote[] }

/** A title set by a person stays. */
export async function saveThemeWords(
  tx: Tx,
  projectId: string,
  studyId: string,
  { id, title, quotes }: ThemeWords,
): Promise<void> {
  await tx.query(
    `UPDATE theme SET quotes = $5, redescribe = false, title = CASE WHEN title_by = 'person' THEN title ELSE $4 END
     WHERE project_id = $1 AND study_id = $2 AND id = $3`,
    [projectId, studyId, id, title, JSON.stringify(quotes)],
  )
}

export async function selectThemesToReword(
  tx: Tx,
  projectId: string,
  limit: number,
): Promise<{ study_id: string; id: string }[]> {
  const { rows } = await tx.query<{ study_id: string; id: string }>(
    'SELECT study_id, id FROM theme WHERE project_id = $1 AND redescribe ORDER BY study_id LIMIT $2',
    [projectId, limit],
  )
  return rows
}

/**
 * Before answers are removed: no theme of their studies quotes them anymore, and their themes lose titles that the
 * digest found, which may contain their words. Themes without other answers are deleted, and so are their former
 * titles.
 */
export async function forgetInThemes(tx: Tx, projectId: string, answerIds: string[]): Promise<void> {
  const { rows } = await tx.query<{ study_id: string; theme_id: string }>(
    `SELECT DISTINCT study_id, theme_id FROM answer_digest
     WHERE project_id = $1 AND answer_id = ANY($2::uuid[]) AND theme_id IS NOT NULL`,
    [projectId, answerIds],
  )
  const themes = rows.map(({ theme_id }) => theme_id)
  await tx.query(
    `UPDATE theme SET redescribe = true, title = CASE WHEN title_by = 'person' THEN title END,
       quotes = (SELECT coalesce(jsonb_agg(quote), '[]') FROM jsonb_array_elements(quotes) AS quote
                 WHERE quote ->> 'answer_id' <> ALL($3::text[]))
     WHERE project_id = $1 AND (id = ANY($2::uuid[])
       OR EXISTS (SELECT FROM jsonb_array_elements(quotes) AS quote WHERE quote ->> 'answer_id' = ANY($3::text[])))`,
    [projectId, themes, answerIds],
  )
  await tx.query(
    `UPDATE audit_log SET facts = CASE action WHEN 'theme.renamed' THEN facts #- '{was,title}'
                                                ELSE facts - 'title' - 'into' END
     WHERE project_id = $1 AND subject_id = ANY($2::uuid[])
       AND action IN ('theme.renamed', 'theme.merged', 'theme.unmerged')`,
    [projectId, rows.map(({ study_id }) => study_id)],
  )
}

/** After answers were removed. */
export async function deleteEmptyThemes(tx: Tx, projectId: string): Promise<void> {
  await tx.query(
    `DELETE FROM theme t WHERE t.project_id = $1 AND t.redescribe AND NOT EXISTS (
       SELECT FROM answer_digest d WHERE d.project_id = $1 AND d.study_id = t.study_id AND d.theme_id = t.id)`,
    [projectId],
  )
}

export type ThemeCount = { theme_id: string | null; sentiment: string | null; count: number }

/** Of one study: in a period, from its answers; otherwise from counters. */
export async function countThemes(
  tx: Tx,
  projectId: string,
  studyId: string,
  { from, to }: { from: Date | null; to: Date | null },
): Promise<ThemeCount[]> {
  const { rows } = await tx.query<ThemeCount>(
    from === null && to === null
      ? `SELECT nullif(theme_id, '${NO_THEME}') AS theme_id, nullif(sentiment, '') AS sentiment, count FROM theme_day
         WHERE project_id = $1 AND study_id = $2 AND day = '-infinity' AND theme_id <> '${ANY_THEME}' AND count > 0`
      : `SELECT d.theme_id, d.sentiment, count(*)::int FROM answer_digest d
         JOIN answer a ON a.project_id = d.project_id AND a.study_id = d.study_id AND a.id = d.answer_id
         WHERE d.project_id = $1 AND d.study_id = $2
           AND ($3::timestamptz IS NULL OR a.posted_at >= $3) AND ($4::timestamptz IS NULL OR a.posted_at < $4)
         GROUP BY 1, 2`,
    from === null && to === null ? [projectId, studyId] : [projectId, studyId, from, to],
  )
  return rows
}
