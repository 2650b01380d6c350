// Statements on end users: lists from counters, one from the observations themselves.
import type { IssueKind, IssueStatus, Sentiment, Severity, UserSort } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'
import type { SentimentDayRow } from '../projects/overviews.ts'
import { FEW, FREQUENT, NEWEST } from '../searches.ts'

export type UserRow = {
  user_id: string
  observation_count: number
  answer_count: number
  first_seen: Date | null
  last_seen: Date | null
  /** The sorted value as text, for the cursor. */
  sort_key: string
}

/** Each is an indexed column, so that a page is read from the index whatever the number of users. */
const SORTS: Record<UserSort, { column: string; type: string }> = {
  last_seen: { column: 'last_seen', type: 'timestamptz' },
  observations: { column: 'observation_count', type: 'int' },
}

export type UserPage = { sort: UserSort; after: { key: string; id: string } | null; limit: number }

export async function selectUsers(
  tx: Tx,
  projectId: string,
  part: string | undefined,
  page: UserPage,
): Promise<UserRow[]> {
  const { column, type } = SORTS[page.sort]
  const values: unknown[] = [projectId, page.limit]
  const conditions = ['project_id = $1']
  if (part !== undefined) {
    const few = await selectFewWith(tx, projectId, part)
    conditions.push(few ? `user_id = ANY($${values.push(few)}::text[])` : has(values.push(patternOf(part))))
  }
  if (page.after) {
    const key = `$${values.push(page.after.key)}::${type}`
    conditions.push(`(${column}, user_id) < (${key}, $${values.push(page.after.id)}::text)`)
  }
  const { rows } = await tx.query<UserRow>(
    `SELECT user_id, observation_count, first_seen, last_seen, ${column}::text AS sort_key,
       (SELECT count(*)::int FROM answer WHERE project_id = $1 AND answer.user_id = project_user.user_id)
         AS answer_count
     FROM project_user WHERE ${conditions.join(' AND ')} ORDER BY ${column} DESC, user_id DESC LIMIT $2`,
    values,
  )
  return rows
}

/** Counts at most this many users of the list. */
export async function countUsers(
  tx: Tx,
  projectId: string,
  part: string | undefined,
  most: number,
): Promise<number> {
  if (part === undefined) return Math.min(most, await countAllUsers(tx, projectId))
  const few = await selectFewWith(tx, projectId, part)
  if (few) return few.length
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT FROM project_user WHERE project_id = $1 AND ${has(3)} LIMIT $2) AS found`,
    [projectId, most, patternOf(part)],
  )
  return rows[0]?.count ?? 0
}

/** Each user has one last day, and users are counted by it. */
async function countAllUsers(tx: Tx, projectId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT coalesce(sum(count), 0)::int AS count FROM last_heard_day WHERE project_id = $1',
    [projectId],
  )
  return rows[0]?.count ?? 0
}

/** Anywhere in the id, ignoring case. */
const has = (parameter: number): string => `user_id ILIKE $${parameter}`
const patternOf = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`

/** All matches if they are few, otherwise undefined: of many, a page is soon found in the list's order. */
async function selectFewWith(tx: Tx, projectId: string, part: string): Promise<string[] | undefined> {
  if (await isFrequent(tx, projectId, part)) return undefined
  const found = await selectUserIds(tx, projectId, has(2), patternOf(part))
  if (found.length > FEW) return undefined
  // If no id contains the text, those that share more than six in ten of its trigrams, the extension's own measure.
  return found.length > 0 ? found : selectUserIds(tx, projectId, '$2 <% user_id', part)
}

/** Frequent: one in a hundred of the users heard from last. */
async function isFrequent(tx: Tx, projectId: string, part: string): Promise<boolean> {
  const { rows } = await tx.query<{ frequent: boolean }>(
    `SELECT count(*) >= ${FREQUENT} AS frequent FROM (
       SELECT user_id FROM project_user WHERE project_id = $1 ORDER BY last_seen DESC, user_id DESC LIMIT ${NEWEST}) AS latest
     WHERE ${has(2)}`,
    [projectId, patternOf(part)],
  )
  return rows[0]?.frequent ?? false
}

async function selectUserIds(
  tx: Tx,
  projectId: string,
  condition: string,
  sought: string,
): Promise<string[]> {
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT user_id FROM project_user WHERE project_id = $1 AND ${condition} LIMIT ${FEW + 1}`,
    [projectId, sought],
  )
  return rows.map((row) => row.user_id)
}

export type UserSentiment = { user_sentiment: Sentiment; count: number; first: Date; last: Date }

/** Over everything this user said, digested or not. */
export async function selectUserSentiments(
  tx: Tx,
  projectId: string,
  userId: string,
): Promise<UserSentiment[]> {
  const { rows } = await tx.query<UserSentiment>(
    `SELECT user_sentiment, count(*)::int, min(observed_at) AS first, max(observed_at) AS last
     FROM observation WHERE project_id = $1 AND user_id = $2 GROUP BY user_sentiment`,
    [projectId, userId],
  )
  return rows
}

export async function selectUserDays(
  tx: Tx,
  projectId: string,
  userId: string,
  since: Date,
): Promise<SentimentDayRow[]> {
  const { rows } = await tx.query<SentimentDayRow>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, json_object_agg(user_sentiment, count) AS counts FROM (
       SELECT (observed_at AT TIME ZONE 'UTC')::date AS day, user_sentiment, count(*)::int FROM observation
       WHERE project_id = $1 AND user_id = $2 AND observed_at >= $3 GROUP BY 1, 2) AS counted
     GROUP BY counted.day`,
    [projectId, userId, since],
  )
  return rows
}

export type UserIssue = {
  id: string
  title: string
  kind: IssueKind
  severity: Severity | null
  status: IssueStatus
  observation_count: number
}

export async function selectUserIssues(
  tx: Tx,
  projectId: string,
  userId: string,
  limit: number,
): Promise<UserIssue[]> {
  const { rows } = await tx.query<UserIssue>(
    `SELECT issue.id, title, kind, severity, status, own.count AS observation_count
     FROM issue_user own JOIN issue ON issue.project_id = own.project_id AND issue.id = own.issue_id
     WHERE own.project_id = $1 AND own.user_id = $2 AND issue.merged_into IS NULL
     ORDER BY own.count DESC, issue.id DESC LIMIT $3`,
    [projectId, userId, limit],
  )
  return rows
}

/** Whether anything is stored about this user that is not derived from something else. */
export async function isAnythingKept(tx: Tx, projectId: string, userId: string): Promise<boolean> {
  const { rows } = await tx.query<{ kept: boolean }>(
    `SELECT EXISTS (SELECT FROM observation WHERE project_id = $1 AND user_id = $2)
         OR EXISTS (SELECT FROM answer WHERE project_id = $1 AND user_id = $2)
         OR EXISTS (SELECT FROM study_showing WHERE project_id = $1 AND user_id = $2)
         OR EXISTS (SELECT FROM study_list WHERE project_id = $1 AND user_id = $2)
         OR EXISTS (SELECT FROM import_row WHERE project_id = $1 AND user_id = $2) AS kept`,
    [projectId, userId],
  )
  return rows[0]?.kept ?? false
}

export async function selectUserObservationIds(
  tx: Tx,
  projectId: string,
  userId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM observation WHERE project_id = $1 AND user_id = $2 ORDER BY id LIMIT $3',
    [projectId, userId, limit],
  )
  return rows.map((row) => row.id)
}
