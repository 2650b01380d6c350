// Answers to studies, as the team reads them: of one study, of one user, searched, and over time.

import { parseDateTime } from '../../contract/date-time.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { PageQuery } from '../../contract/pages.ts'
import type { StudyAnswer } from '../../contract/research/studies.ts'
import type {
  AnswersExportQuery,
  StudyAnswersQuery,
  StudySeries,
  StudySeriesQuery,
} from '../../contract/research/study-insight.ts'
import type { UserAnswer } from '../../contract/users/users.ts'
import type { Tx } from '../../db/pool.ts'
import { type AnswerDay, selectAnswerDays } from '../../db/research/answer-days.ts'
import { type AnswerFilter, type AnswerInFull, selectAnswers } from '../../db/research/answers.ts'
import { parseSearch } from '../../db/searches.ts'
import type { Deps } from '../deps.ts'
import { type Paged, page } from '../pages.ts'
import { daysFrom, firstDay, sentimentCounts } from '../sentiment-days.ts'
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
export async function listAllAnswers(
  deps: Deps,
  projectId: string,
  query: PageQuery & AnswersExportQuery,
): Promise<Paged<UserAnswer>> {
  return pageOfAnswers(deps, projectId, await toFilter(deps.db, query), query)
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

async function toFilter(tx: Tx, query: AnswersExportQuery): Promise<AnswerFilter> {
  const { study, q, from, to, theme, themed, sentiment } = query
  return {
    ...(study && { study }),
    ...(theme && { theme }),
    ...(themed && { themed: themed === 'yes' }),
    ...(sentiment && { sentiment }),
    ...(q && { q: await parseSearch(tx, q) }),
    ...(from && { from: parseDateTime(from) as Date }),
    ...(to && { to: parseDateTime(to) as Date }),
  }
}

export async function getAnswerSeries(
  deps: Deps,
  projectId: string,
  studyId: string,
  { days = LIMITS.periodDays, theme, themed, sentiment }: StudySeriesQuery,
): Promise<StudySeries> {
  const { id: study } = await requireStudy(deps.db, projectId, studyId)
  const since = firstDay(deps.now(), days)
  const filter = {
    ...(theme && { theme }),
    ...(themed && { themed: themed === 'yes' }),
    ...(sentiment && { sentiment }),
  }
  const rows = await selectAnswerDays(deps.db, projectId, study, filter, since)
  const series = daysFrom(since, days).map((day) =>
    countDay(
      day,
      rows.filter((row) => row.day === day),
    ),
  )
  return { days, series }
}

const countDay = (day: string, rows: AnswerDay[]) => ({
  day,
  count: rows.reduce((sum, { count }) => sum + count, 0),
  sentiment_counts: sentimentCounts(rows),
})
