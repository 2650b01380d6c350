// Additional facts about one issue.

import type { IssueSeries, IssueUser, MergedIssue } from '../../contract/issues/issue-insight.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { PageQuery } from '../../contract/pages.ts'
import { selectIssueSentimentDays } from '../../db/issues/issue-days.ts'
import { selectMergedIssues } from '../../db/issues/issue-merges.ts'
import { selectIssueUsers } from '../../db/issues/issue-users.ts'
import type { Deps } from '../deps.ts'
import { decodePlace, encodePlace, isCount, type Paged, pageOfFew } from '../pages.ts'
import { firstDay, sentimentDays } from '../sentiment-days.ts'
import { requireIssue } from './read-issues.ts'

const SORT = 'issue users'

export async function listIssueUsers(
  { db }: Deps,
  projectId: string,
  issueId: string,
  { limit = LIMITS.pageSize, cursor }: PageQuery,
): Promise<Paged<IssueUser>> {
  const { id } = await requireIssue(db, projectId, issueId)
  const rows = await selectIssueUsers(db, projectId, id, placeOf(cursor), limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next_cursor =
    rows.length > limit && last
      ? encodePlace(SORT, { key: String(last.observation_count), id: last.user_id })
      : null
  return { items: shown, next_cursor }
}

function placeOf(cursor: string | undefined) {
  if (cursor === undefined) return null
  const { key, id } = decodePlace(cursor, SORT, (place) => isCount(place.key))
  return { count: Number(key), userId: id }
}

export async function getIssueSeries(
  { db, now }: Deps,
  projectId: string,
  issueId: string,
  days: number,
): Promise<IssueSeries> {
  const { id } = await requireIssue(db, projectId, issueId)
  const since = firstDay(now(), days)
  return {
    days,
    series: sentimentDays(await selectIssueSentimentDays(db, projectId, id, since), since, days),
  }
}

export async function listMergedIssues(
  { db }: Deps,
  projectId: string,
  issueId: string,
  query: PageQuery,
): Promise<Paged<MergedIssue>> {
  const { id } = await requireIssue(db, projectId, issueId)
  const rows = await selectMergedIssues(db, projectId, id, LIMITS.mergedIssues)
  return pageOfFew(
    query,
    rows.map(({ merged_at, ...row }) => ({ ...row, merged_at: merged_at.toISOString() })),
  )
}
