// Reads answers to studies: filtered lists, their lengths, and the words in them.
import type { Sentiment } from '../../contract/labels.ts'
import { type Page, pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'
import { COMMON, FEW, FREQUENT, NEWEST } from '../searches.ts'
import type { AnswerRow } from './answers.ts'
import { THEME_TITLE } from './themes.ts'

export type AnswerInFull = AnswerRow & {
  question: string
  sentiment: Sentiment | null
  theme: { id: string; title: string } | null
}

export type AnswerFilter = {
  study?: string
  user_id?: string
  /** As the text of a tsquery. */
  q?: string
  theme?: string
  themed?: boolean
  sentiment?: Sentiment[]
  sentiment_noted?: boolean
  from?: Date
  to?: Date
}

const digested = (condition: string): string =>
  `EXISTS (SELECT FROM answer_digest d
           WHERE d.project_id = a.project_id AND d.study_id = a.study_id AND d.answer_id = a.id AND ${condition})`

const CONDITIONS: Record<keyof AnswerFilter, (parameter: string) => string> = {
  study: (p) => `a.study_id = ${p}`,
  user_id: (p) => `a.user_id = ${p}`,
  q: (p) => `a.document @@ ${p}::tsquery`,
  theme: (p) => digested(`d.theme_id = ${p}`),
  themed: (p) => `${digested('d.theme_id IS NOT NULL')} = ${p}`,
  sentiment: (p) => digested(`d.sentiment = ANY(${p})`),
  sentiment_noted: (p) => `${digested('d.sentiment IS NOT NULL')} = ${p}`,
  from: (p) => `a.posted_at >= ${p}`,
  to: (p) => `a.posted_at < ${p}`,
}

function conditionsOf(filter: AnswerFilter, values: unknown[]): string[] {
  const conditions = Object.entries(filter).map(([name, value]) =>
    CONDITIONS[name as keyof AnswerFilter](`$${values.push(value)}`),
  )
  return [...conditions, ...stretchOf(filter, values)]
}

const DAY = "(a.posted_at AT TIME ZONE 'UTC')::date"

/**
 * The lowest and the highest id of a period of one study, with one lookup per day. Ids are only roughly in the order of
 * time: without this, a page of an old period would begin with everything posted since.
 */
function stretchOf({ study, from, to }: AnswerFilter, values: unknown[]): string[] {
  if (study === undefined || (from === undefined && to === undefined)) return []
  const [ofStudy, since, until] = [study, from ?? null, to ?? null].map((value) => `$${values.push(value)}`)
  const dayOf = (time: string) => `(${time}::timestamptz AT TIME ZONE 'UTC')::date`
  const outermost = (direction: 'ASC' | 'DESC') => `(
    SELECT outer_one.id FROM answer_day day CROSS JOIN LATERAL (
      SELECT a.id FROM answer a WHERE a.project_id = $1 AND a.study_id = ${ofStudy} AND ${DAY} = day.day
        AND (${since}::timestamptz IS NULL OR a.posted_at >= ${since}) AND (${until}::timestamptz IS NULL OR a.posted_at < ${until})
      ORDER BY a.id ${direction} LIMIT 1) AS outer_one
    WHERE day.project_id = $1 AND day.study_id = ${ofStudy}
      AND (${since}::timestamptz IS NULL OR day.day >= ${dayOf(since as string)})
      AND (${until}::timestamptz IS NULL OR day.day <= ${dayOf(until as string)})
    ORDER BY outer_one.id ${direction} LIMIT 1)`
  return [`a.id >= ${outermost('ASC')}`, `a.id <= ${outermost('DESC')}`]
}

/** Newest first. First the page's ids, mostly from indexes alone, then those few rows in full. */
export async function selectAnswers(
  tx: Tx,
  projectId: string,
  filter: AnswerFilter,
  page: Page,
): Promise<AnswerInFull[]> {
  const values: unknown[] = [projectId, page.before, page.limit]
  const few = filter.q === undefined ? undefined : await selectFewAnswers(tx, projectId, filter)
  const found = few ? [`a.id = ANY($${values.push(few)}::uuid[])`] : conditionsOf(filter, values)
  const where = ['a.project_id = $1', pageOf('a.id', 2), ...found]
  const { rows } = await tx.query<AnswerInFull>(
    `SELECT a.id, a.study_id, a.user_id, a.interaction_id, a.source, a.answer, d.sentiment,
       (SELECT question FROM study WHERE study.project_id = $1 AND study.id = a.study_id) AS question,
       CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'title', ${THEME_TITLE}) END AS theme, a.posted_at
     FROM answer a
     LEFT JOIN answer_digest d ON d.project_id = a.project_id AND d.study_id = a.study_id AND d.answer_id = a.id
     LEFT JOIN theme t ON t.project_id = a.project_id AND t.study_id = a.study_id AND t.id = d.theme_id
     WHERE a.project_id = $1
       AND a.id = ANY(ARRAY(SELECT a.id FROM answer a WHERE ${where.join(' AND ')} ORDER BY a.id DESC LIMIT $3))
     ORDER BY a.id DESC`,
    values,
  )
  return rows
}

/** For frequent matches: of one in a hundred, a page is soon found in order, while all matches are too many to collect. */
async function countAmongNewest(
  tx: Tx,
  projectId: string,
  { study, ...filter }: AnswerFilter,
): Promise<number> {
  const values: unknown[] = [projectId]
  const among = study === undefined ? '' : `AND study_id = $${values.push(study)}`
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT * FROM answer WHERE project_id = $1 ${among} ORDER BY id DESC LIMIT ${NEWEST}) AS a
     WHERE ${conditionsOf(filter, values).join(' AND ')}`,
    values,
  )
  return rows[0]?.count ?? 0
}

/** All matches of a search with few; otherwise undefined. */
async function selectFewAnswers(
  tx: Tx,
  projectId: string,
  filter: AnswerFilter,
): Promise<string[] | undefined> {
  if ((await countAmongNewest(tx, projectId, filter)) >= FREQUENT) return undefined
  const values: unknown[] = [projectId]
  const where = ['a.project_id = $1', ...conditionsOf(filter, values)].join(' AND ')
  const { rows } = await tx.query<{ id: string }>(
    `SELECT a.id FROM answer a WHERE ${where} LIMIT ${FEW + 1}`,
    values,
  )
  return rows.length > FEW ? undefined : rows.map((row) => row.id)
}

/** Counts at most `most` matches and reads no further. */
export async function countMatchingAnswers(
  tx: Tx,
  projectId: string,
  filter: AnswerFilter,
  most: number,
): Promise<number> {
  const { q, ...rest } = filter
  const values: unknown[] = [projectId, most]
  const where = ['a.project_id = $1', ...conditionsOf(rest, values)].join(' AND ')
  const common = q !== undefined && (await countAmongNewest(tx, projectId, filter)) >= COMMON
  const found = q === undefined ? 'true' : CONDITIONS.q(`$${values.push(q)}`)
  // Frequent words are counted in order until there are enough; the index of words would collect all first.
  const inTurn = common ? 'ORDER BY a.id DESC OFFSET 0' : ''
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT FROM (SELECT a.document FROM answer a WHERE ${where} ${inTurn}) AS a
       WHERE ${found} LIMIT $2) AS found`,
    values,
  )
  return rows[0]?.count ?? 0
}

const WORDINGS = 2_000
const WORDING_LENGTH = 500

/** The beginnings of the newest answers, of one study or of all: the words that users use. */
export async function selectAnswerWordings(tx: Tx, projectId: string, study?: string): Promise<string[]> {
  const { rows } = await tx.query<{ words: string }>(
    `SELECT coalesce(string_agg(left(answer, ${WORDING_LENGTH}), E'\\n'), '') AS words FROM (
       SELECT answer FROM answer
       WHERE project_id = $1 ${study ? 'AND study_id = $2' : ''} ORDER BY id DESC LIMIT ${WORDINGS}) AS newest`,
    study ? [projectId, study] : [projectId],
  )
  return rows[0]?.words.split('\n') ?? []
}
