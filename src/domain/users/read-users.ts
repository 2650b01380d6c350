// End users, as the team looks them up.

import type { UserSort } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Total } from '../../contract/pages.ts'
import { notFound } from '../../contract/refusal.ts'
import type { EndUser, EndUserDetail, UsersQuery, UsersTotalQuery } from '../../contract/users/users.ts'
import type { Tx } from '../../db/pool.ts'
import { countUserAnswers } from '../../db/research/answers.ts'
import {
  countUsers,
  selectUserDays,
  selectUserIssues,
  selectUserSentiments,
  selectUsers,
  type UserRow,
} from '../../db/users/project-users.ts'
import type { Deps } from '../deps.ts'
import { decodePlace, encodePlace, isCount, isMoment, type Paged, type Place, totalOf } from '../pages.ts'
import { firstDay, sentimentCounts, sentimentDays } from '../sentiment-days.ts'

export async function listUsers(deps: Deps, projectId: string, query: UsersQuery): Promise<Paged<EndUser>> {
  const { limit = LIMITS.pageSize, cursor, sort = 'last_seen', q } = query
  const after = cursor === undefined ? null : decodePlace(cursor, sort, IS_PLACE[sort])
  const rows = await selectUsers(deps.db, projectId, q, { sort, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next_cursor =
    rows.length > limit && last ? encodePlace(sort, { key: last.sort_key, id: last.user_id }) : null
  const unlisted = q !== undefined && after === null ? await findUnlisted(deps.db, projectId, q) : []
  return { items: [...unlisted, ...shown.map(show)], next_cursor }
}

/** A user who has only answered is found by the whole id, but is not counted. */
export async function totalUsers(deps: Deps, projectId: string, { q }: UsersTotalQuery): Promise<Total> {
  return totalOf(await countUsers(deps.db, projectId, q, LIMITS.listTotal + 1))
}

const IS_PLACE: Record<UserSort, (place: Place) => boolean> = {
  last_seen: ({ key }) => isMoment(key),
  observations: ({ key }) => isCount(key),
}

const show = ({ user_id, observation_count, answer_count, first_seen, last_seen }: UserRow): EndUser => ({
  user_id,
  observation_count,
  answer_count,
  first_seen: first_seen?.toISOString() ?? null,
  last_seen: last_seen?.toISOString() ?? null,
})

/** A user with answers only is in no list, but is found by the whole id. */
async function findUnlisted(tx: Tx, projectId: string, userId: string): Promise<EndUser[]> {
  const { sentiment_counts: _, ...found } = await summarize(tx, projectId, userId)
  return found.observation_count === 0 && found.answer_count > 0 ? [found] : []
}

type Summary = EndUser & Pick<EndUserDetail, 'sentiment_counts'>

/** Counted from the stored rows, so that it is correct before anything is digested. */
async function summarize(tx: Tx, projectId: string, userId: string): Promise<Summary> {
  const [sentiments, answer_count] = await Promise.all([
    selectUserSentiments(tx, projectId, userId),
    countUserAnswers(tx, projectId, userId),
  ])
  const times = (of: 'first' | 'last') => sentiments.map((sentiment) => sentiment[of].getTime())
  return {
    user_id: userId,
    observation_count: sentiments.reduce((sum, { count }) => sum + count, 0),
    answer_count,
    first_seen: sentiments.length > 0 ? new Date(Math.min(...times('first'))).toISOString() : null,
    last_seen: sentiments.length > 0 ? new Date(Math.max(...times('last'))).toISOString() : null,
    sentiment_counts: sentimentCounts(
      sentiments.map(({ user_sentiment, count }) => ({ sentiment: user_sentiment, count })),
    ),
  }
}

/** Refuses if nothing is stored about this user. */
export async function requireUser(tx: Tx, projectId: string, userId: string): Promise<Summary> {
  const found = await summarize(tx, projectId, userId)
  if (found.observation_count === 0 && found.answer_count === 0) throw notFound('user')
  return found
}

export async function getUser(
  { db, now }: Deps,
  projectId: string,
  userId: string,
  days: number,
): Promise<EndUserDetail> {
  const since = firstDay(now(), days)
  const [user, rows, issues] = await Promise.all([
    requireUser(db, projectId, userId),
    selectUserDays(db, projectId, userId, since),
    selectUserIssues(db, projectId, userId, LIMITS.userIssues),
  ])
  return { ...user, days, series: sentimentDays(rows, since, days), issues }
}
