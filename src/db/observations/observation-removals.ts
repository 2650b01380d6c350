// Statements that remove observations permanently, with everything counted for them. All of them run under the
// project's digest lock, which keeps the counters exact.
import type { Tx } from '../pool.ts'
import { COUNT_SENTIMENTS, subtractCounts } from '../sentiment-counts.ts'
import { countTags } from '../tags/tag-counts.ts'
import { countLastHeard } from '../users/last-heard-days.ts'

/** An observation about to be removed. Before it was digested, `issue_id` is null and `digested` is false. */
export type Leaving = {
  id: string
  title: string
  user_id: string
  user_sentiment: string
  observed_at: Date
  issue_id: string | null
  digested: boolean
}

export async function selectLeaving(tx: Tx, projectId: string, ids: string[]): Promise<Leaving[]> {
  const { rows } = await tx.query<Leaving>(
    `SELECT o.id, o.title, o.user_id, o.user_sentiment, o.observed_at, m.issue_id,
       d.observation_id IS NOT NULL AS digested
     FROM observation o
     LEFT JOIN issue_observation m ON m.project_id = o.project_id AND m.observation_id = o.id
     LEFT JOIN observation_digest d ON d.project_id = o.project_id AND d.observation_id = o.id
     WHERE o.project_id = $1 AND o.id = ANY($2::uuid[])`,
    [projectId, ids],
  )
  return rows
}

const CHILDREN = ['observation_tag', 'issue_observation', 'observation_search', 'observation_digest']

/** Dependent rows first: through foreign keys it would be one statement per row and table. */
export async function deleteObservations(tx: Tx, projectId: string, ids: string[]): Promise<void> {
  await countTags(tx, projectId, -1, { observationIds: ids })
  for (const table of CHILDREN)
    await tx.query(`DELETE FROM ${table} WHERE project_id = $1 AND observation_id = ANY($2::uuid[])`, [
      projectId,
      ids,
    ])
  await tx.query('DELETE FROM observation WHERE project_id = $1 AND id = ANY($2::uuid[])', [projectId, ids])
}

/** Subtracts removed members from the counters of their issues. The cost depends on what leaves, not on what stays. */
export async function countDepartures(tx: Tx, projectId: string, removed: Leaving[]): Promise<void> {
  const members = removed.filter(({ issue_id }) => issue_id !== null)
  if (members.length === 0) return
  await tx.query(
    `WITH departure AS (
       SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
         AS item (issue_id, user_id, user_sentiment, observed_at)),
     users AS (
       UPDATE issue_user SET count = issue_user.count - gone.count
       FROM (SELECT issue_id, user_id, count(*)::int FROM departure GROUP BY 1, 2) AS gone
       WHERE issue_user.project_id = $1 AND issue_user.issue_id = gone.issue_id
         AND issue_user.user_id = gone.user_id
       RETURNING issue_user.issue_id, issue_user.count),
     days AS (
       UPDATE issue_day SET count = issue_day.count - gone.count,
         sentiment_counts = ${subtractCounts('issue_day.sentiment_counts', 'gone.sentiment_counts')}
       FROM (SELECT issue_id, (observed_at AT TIME ZONE 'UTC')::date AS day, count(*)::int,
               ${COUNT_SENTIMENTS} AS sentiment_counts
             FROM departure GROUP BY 1, 2) AS gone
       WHERE issue_day.project_id = $1 AND issue_day.issue_id = gone.issue_id AND issue_day.day = gone.day),
     sums AS (
       SELECT issue_id, count(*)::int AS n, ${COUNT_SENTIMENTS} AS sentiment_counts FROM departure GROUP BY issue_id)
     UPDATE issue SET
       observation_count = observation_count - sums.n,
       user_count = user_count
         - (SELECT count(*)::int FROM users WHERE users.issue_id = issue.id AND users.count = 0),
       sentiment_counts = ${subtractCounts('issue.sentiment_counts', 'sums.sentiment_counts')}
     FROM sums WHERE issue.project_id = $1 AND issue.id = sums.issue_id`,
    [
      projectId,
      members.map((member) => member.issue_id),
      members.map((member) => member.user_id),
      members.map((member) => member.user_sentiment),
      members.map((member) => member.observed_at),
    ],
  )
  await dropEmptyCounters(tx, projectId, issuesOf(members))
}

const issuesOf = (members: Leaving[]): string[] => [
  ...new Set(members.flatMap(({ issue_id }) => (issue_id === null ? [] : [issue_id]))),
]

async function dropEmptyCounters(tx: Tx, projectId: string, issueIds: string[]): Promise<void> {
  for (const table of ['issue_user', 'issue_day'])
    await tx.query(
      `DELETE FROM ${table} WHERE project_id = $1 AND issue_id = ANY($2::uuid[]) AND count = 0`,
      [projectId, issueIds],
    )
}

/**
 * Restores first and last seen of issues that lost members. The daily counters tell which day to look at, so only that
 * day's observations are read.
 */
export async function restoreBounds(tx: Tx, projectId: string, issueIds: string[]): Promise<void> {
  const seenOn = (pick: 'min' | 'max', day: string) => `(
    SELECT ${pick}(o.observed_at) FROM observation o
    JOIN issue_observation m ON m.project_id = o.project_id AND m.observation_id = o.id
    WHERE o.project_id = $1 AND m.issue_id = issue.id AND (o.observed_at AT TIME ZONE 'UTC')::date = ${day})`
  await tx.query(
    `UPDATE issue SET first_seen = ${seenOn('min', 'seen.first_day')}, last_seen = ${seenOn('max', 'seen.last_day')}
     FROM (SELECT issue_id, min(day) AS first_day, max(day) AS last_day FROM issue_day
           WHERE project_id = $1 AND issue_id = ANY($2::uuid[]) GROUP BY issue_id) AS seen
     WHERE issue.project_id = $1 AND issue.id = seen.issue_id`,
    [projectId, issueIds],
  )
}

/** Subtracts from the project's days, users and totals what was counted there. */
export async function uncountProject(tx: Tx, projectId: string, removed: Leaving[]): Promise<void> {
  const counted = removed.filter(({ digested }) => digested)
  if (counted.length === 0) return
  const sentiments = counted.map(({ user_sentiment }) => user_sentiment)
  const times = counted.map(({ observed_at }) => observed_at)
  await tx.query(
    `UPDATE project_day SET count = project_day.count - gone.count
     FROM (SELECT (observed_at AT TIME ZONE 'UTC')::date AS day, user_sentiment, count(*)::int
           FROM unnest($2::text[], $3::timestamptz[]) AS item (user_sentiment, observed_at) GROUP BY 1, 2) AS gone
     WHERE project_day.project_id = $1 AND project_day.day = gone.day
       AND project_day.user_sentiment = gone.user_sentiment`,
    [projectId, sentiments, times],
  )
  await tx.query('DELETE FROM project_day WHERE project_id = $1 AND count = 0', [projectId])
  await uncountUsers(
    tx,
    projectId,
    counted.map(({ user_id }) => user_id),
  )
  await tx.query('UPDATE digest_state SET digested_count = digested_count - $2 WHERE project_id = $1', [
    projectId,
    counted.length,
  ])
}

async function uncountUsers(tx: Tx, projectId: string, userIds: string[]): Promise<void> {
  const distinct = [...new Set(userIds)]
  await countLastHeard(tx, projectId, -1, distinct)
  await tx.query(
    `WITH counted AS (
       UPDATE project_user SET observation_count = observation_count - gone.count
       FROM (SELECT user_id, count(*)::int FROM unnest($2::text[]) AS item (user_id) GROUP BY 1) AS gone
       WHERE project_user.project_id = $1 AND project_user.user_id = gone.user_id
       RETURNING observation_count)
     UPDATE digest_state
     SET user_count = user_count - (SELECT count(*) FROM counted WHERE observation_count = 0)
     WHERE project_id = $1`,
    [projectId, userIds],
  )
  await tx.query(
    'DELETE FROM project_user WHERE project_id = $1 AND user_id = ANY($2::text[]) AND observation_count = 0',
    [projectId, distinct],
  )
  const seen = (direction: 'ASC' | 'DESC') => `(
    SELECT o.observed_at FROM observation o
    WHERE o.project_id = $1 AND o.user_id = project_user.user_id AND EXISTS (
      SELECT FROM observation_digest d WHERE d.project_id = $1 AND d.observation_id = o.id)
    ORDER BY o.observed_at ${direction} LIMIT 1)`
  await tx.query(
    `UPDATE project_user SET first_seen = ${seen('ASC')}, last_seen = ${seen('DESC')}
     WHERE project_id = $1 AND user_id = ANY($2::text[])`,
    [projectId, distinct],
  )
  await countLastHeard(tx, projectId, 1, distinct)
}
