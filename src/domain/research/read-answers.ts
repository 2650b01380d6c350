// Answers to studies, as the team reads them: of one study or one user, searched, and over time.

import { parseDateTime } from '../../contract/date-time.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { PageQuery, Total } from '../../contract/pages.ts'
import type { StudyAnswer } from '../../contract/research/studies.ts'
import type {
  AnswersQuery,
  StudyAnswersQuery,
  StudySeries,
  StudySeriesQuery,
} from '../../contract/research/study-insight.ts'
import type { UserAnswer } from '../../contract/users/users.ts'
import type { Tx } from '../../db/pool.ts'
import {
  type AnswerDay,
  type AnswerDayFilter,
  countStudyAnswers,
  selectAnswerDays,
} from '../../db/research/answer-days.ts'
import {
  type AnswerFilter,
  type AnswerInFull,
  countMatchingAnswers,
  selectAnswers,
  selectAnswerWordings,
} from '../../db/research/answer-lists.ts'
import { parseSearch } from '../../db/searches.ts'
import type { Deps } from '../deps.ts'
import { type Paged, page, totalOf } from '../pages.ts'
import { respell } from '../respell.ts'
import { daysFrom, firstDay, sentimentsIn } from '../sentiment-days.ts'
import { requireStudy } from './manage-studies.ts'

const show = ({ posted_at, ...row }: AnswerInFull): UserAnswer => ({
  ...row,
  posted_at: posted_at.toISOString(),
})

export async function listAnswers(
  deps: Deps,
  projectId: string,
  studyId: string,
  query: StudyAnswersQuery,
): Promise<Paged<StudyAnswer>> {
  const { id: study } = await requireStudy(deps.db, projectId, studyId)
  const { items, next_cursor } = await listAllAnswers(deps, projectId, { ...query, study })
  return { items: items.map(({ study_id: _, question: __, ...answer }) => answer), next_cursor }
}

export const listUserAnswers = (
  deps: Deps,
  projectId: string,
  userId: string,
  query: PageQuery,
): Promise<Paged<UserAnswer>> => pageOfAnswers(deps, projectId, { user_id: userId }, query)

/** Of all studies together, or of one. */
export function listAllAnswers(
  deps: Deps,
  projectId: string,
  query: PageQuery & AnswersQuery,
): Promise<Paged<UserAnswer>> {
  const read = (filter: AnswerFilter) => pageOfAnswers(deps, projectId, filter, query)
  return asMeant(deps.db, projectId, query, read, ({ items }) => items.length > 0)
}

/** The length of the list. */
export async function totalAnswers(deps: Deps, projectId: string, query: AnswersQuery): Promise<Total> {
  const read = (filter: AnswerFilter) => countUpTo(deps.db, projectId, filter, LIMITS.listTotal + 1)
  return totalOf(await asMeant(deps.db, projectId, query, read, (count) => count > 0))
}

/** Findings in a study's answers are counted when they are stored. */
function countUpTo(tx: Tx, projectId: string, filter: AnswerFilter, most: number): Promise<number> {
  const { study, user_id, q, from, to, ...found } = filter
  const isCounted = [user_id, q, from, to].every((value) => value === undefined)
  return study !== undefined && isCounted
    ? countStudyAnswers(tx, projectId, study, found)
    : countMatchingAnswers(tx, projectId, filter, most)
}

/** By the words as typed, or corrected if they find nothing. */
async function asMeant<T>(
  tx: Tx,
  projectId: string,
  query: AnswersQuery,
  read: (filter: AnswerFilter) => Promise<T>,
  isFound: (read: T) => boolean,
): Promise<T> {
  const found = await read(await toFilter(tx, query))
  if (query.q === undefined || isFound(found)) return found
  const q = await respell(query.q, () => selectAnswerWordings(tx, projectId, query.study))
  return q === null ? found : read(await toFilter(tx, { ...query, q }))
}

function pageOfAnswers(
  deps: Deps,
  projectId: string,
  filter: AnswerFilter,
  query: PageQuery,
): Promise<Paged<UserAnswer>> {
  return page(
    query,
    (at) => selectAnswers(deps.db, projectId, filter, at),
    (row) => row.id,
    show,
  )
}

async function toFilter(tx: Tx, query: AnswersQuery): Promise<AnswerFilter> {
  const { study, q, from, to } = query
  return {
    ...(study && { study }),
    ...foundBy(query),
    ...(q && { q: await parseSearch(tx, q) }),
    ...(from && { from: parseDateTime(from) as Date }),
    ...(to && { to: parseDateTime(to) as Date }),
  }
}

/** What the digest found in an answer. */
const foundBy = ({
  theme,
  themed,
  sentiment,
  sentiment_noted: noted,
}: StudySeriesQuery): AnswerDayFilter => ({
  ...(theme && { theme }),
  ...(themed && { themed: themed === 'yes' }),
  ...(sentiment && { sentiment }),
  ...(noted && { sentiment_noted: noted === 'yes' }),
})

export async function getAnswerSeries(
  deps: Deps,
  projectId: string,
  studyId: string,
  { days = LIMITS.periodDays, ...wanted }: StudySeriesQuery,
): Promise<StudySeries> {
  const { id: study } = await requireStudy(deps.db, projectId, studyId)
  const since = firstDay(deps.now(), days)
  const rows = await selectAnswerDays(deps.db, projectId, study, foundBy(wanted), since)
  const byDay = new Map(rows.map(({ day, counts }) => [day, counts]))
  return { days, series: daysFrom(since, days).map((day) => countDay(day, byDay.get(day) ?? {})) }
}

function countDay(day: string, counts: AnswerDay['counts']) {
  const { '': unknown = 0, ...noted } = counts
  const sentiment_counts = sentimentsIn([{ day, counts: noted }])
  return { day, count: Object.values(noted).reduce((sum, count) => sum + count, unknown), sentiment_counts }
}
