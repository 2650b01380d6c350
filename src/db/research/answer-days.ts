// Reads how many answers came on which day, from counters kept with every answer and finding.
import type { Sentiment } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'

/** The keys of answers in no theme, and of all digested answers. */
export const NO_THEME = '00000000-0000-0000-0000-000000000000'
export const ANY_THEME = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Answers without a sentiment, because none was noted or looked for yet, are counted under ''. */
export type AnswerDay = { day: string; counts: Partial<Record<Sentiment | '', number>> }

export type AnswerDayFilter = {
  theme?: string
  themed?: boolean
  sentiment?: Sentiment[]
  sentiment_noted?: boolean
}

type Counted = {
  /** Themes whose answers count, and themes whose answers are excluded. */
  add: string[]
  subtract: string[]
  /** Includes answers not digested yet. */
  unread: boolean
}

function countedBy({ theme, themed, sentiment, sentiment_noted }: AnswerDayFilter): Counted {
  const unread = sentiment === undefined && sentiment_noted !== true
  if (theme !== undefined) return { add: themed === false ? [] : [theme], subtract: [], unread: false }
  if (themed === undefined) return { add: [ANY_THEME], subtract: [], unread }
  return themed
    ? { add: [ANY_THEME], subtract: [NO_THEME], unread: false }
    : { add: [NO_THEME], subtract: [], unread }
}

/** From the day of `since` on. */
export async function selectAnswerDays(
  tx: Tx,
  projectId: string,
  studyId: string,
  filter: AnswerDayFilter,
  since: Date,
): Promise<AnswerDay[]> {
  const { add, subtract, unread } = countedBy(filter)
  const { rows } = await tx.query<AnswerDay>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, json_object_agg(sentiment, count) AS counts FROM (
     SELECT day, sentiment, sum(count)::int AS count FROM (
       SELECT day, sentiment, CASE WHEN theme_id = ANY($4::uuid[]) THEN count ELSE -count END AS count FROM theme_day
       WHERE project_id = $1 AND study_id = $2 AND theme_id = ANY($4::uuid[] || $5::uuid[]) AND day >= ${DAY_OF_SINCE}
         AND ($6::text[] IS NULL OR sentiment = ANY($6)) AND ($7::boolean IS NULL OR (sentiment <> '') = $7)
       ${unread ? `UNION ALL ${UNREAD}` : ''}) AS counted
     GROUP BY 1, 2 HAVING sum(count) <> 0) AS of_day GROUP BY of_day.day`,
    [projectId, studyId, since, add, subtract, filter.sentiment ?? null, filter.sentiment_noted ?? null],
  )
  return rows
}

const DAY_OF_SINCE = "($3::timestamptz AT TIME ZONE 'UTC')::date"

const UNREAD = `SELECT day, '', count FROM answer_day WHERE project_id = $1 AND study_id = $2 AND day >= ${DAY_OF_SINCE}
  UNION ALL
  SELECT day, '', -count FROM theme_day
  WHERE project_id = $1 AND study_id = $2 AND theme_id = '${ANY_THEME}' AND day >= ${DAY_OF_SINCE}`

/** The same over all days. */
export async function countStudyAnswers(
  tx: Tx,
  projectId: string,
  studyId: string,
  filter: AnswerDayFilter,
): Promise<number> {
  const { add, subtract, unread } = countedBy(filter)
  const { rows } = await tx.query<{ count: number }>(
    `SELECT coalesce(sum(count), 0)::int AS count FROM (
       SELECT CASE WHEN theme_id = ANY($3::uuid[]) THEN count ELSE -count END AS count FROM theme_day
       WHERE project_id = $1 AND study_id = $2 AND theme_id = ANY($3::uuid[] || $4::uuid[]) AND day = '-infinity'
         AND ($5::text[] IS NULL OR sentiment = ANY($5)) AND ($6::boolean IS NULL OR (sentiment <> '') = $6)
       ${unread ? `UNION ALL ${UNREAD_IN_ALL}` : ''}) AS counted`,
    [projectId, studyId, add, subtract, filter.sentiment ?? null, filter.sentiment_noted ?? null],
  )
  return rows[0]?.count ?? 0
}

const UNREAD_IN_ALL = `SELECT count FROM answer_day WHERE project_id = $1 AND study_id = $2
  UNION ALL
  SELECT -count FROM theme_day
  WHERE project_id = $1 AND study_id = $2 AND theme_id = '${ANY_THEME}' AND day = '-infinity'`

/** Over all studies, from the day of `since` up to the day before `until`. */
export async function countAnswers(
  tx: Tx,
  projectId: string,
  since: Date,
  until: Date | null,
): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT coalesce(sum(count), 0)::int AS count FROM answer_day
     WHERE project_id = $1 AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date
       AND ($3::timestamptz IS NULL OR day < ($3::timestamptz AT TIME ZONE 'UTC')::date)`,
    [projectId, since, until],
  )
  return rows[0]?.count ?? 0
}
