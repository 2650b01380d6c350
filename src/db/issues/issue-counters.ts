// Statements on the counters of issues: observations, users, sentiments and days. All of them run under the project's
// digest lock, which keeps the counters exact.
import type { Sentiment } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'
import { addCounts, COUNT_SENTIMENTS } from '../sentiment-counts.ts'
import { IS_NEW } from '../upsert.ts'

export type Arrival = { issueId: string; userId: string; sentiment: Sentiment; observedAt: Date }

/** Adds new members to the counters of their issues, without reading existing members. */
export async function countArrivals(tx: Tx, projectId: string, arrivals: Arrival[]): Promise<void> {
  if (arrivals.length === 0) return
  const issues = arrivals.map((arrival) => arrival.issueId)
  await tx.query({
    name: 'count-arrivals',
    text: `WITH arrival AS (
             SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
               AS item (issue_id, user_id, user_sentiment, observed_at)),
           users AS (
             INSERT INTO issue_user (project_id, issue_id, user_id, count)
             SELECT $1::uuid, issue_id, user_id, count(*)::int FROM arrival GROUP BY issue_id, user_id
             ON CONFLICT (project_id, issue_id, user_id) DO UPDATE SET count = issue_user.count + excluded.count
             RETURNING issue_id, ${IS_NEW} AS is_new),
           days AS (
             INSERT INTO issue_day (project_id, issue_id, day, count, sentiment_counts)
             SELECT $1::uuid, issue_id, (observed_at AT TIME ZONE 'UTC')::date, count(*)::int, ${COUNT_SENTIMENTS}
             FROM arrival GROUP BY issue_id, (observed_at AT TIME ZONE 'UTC')::date
             ${ADD_TO_DAY}),
           sums AS (
             SELECT issue_id, count(*)::int AS n, min(observed_at) AS first, max(observed_at) AS last,
               ${COUNT_SENTIMENTS} AS sentiment_counts
             FROM arrival GROUP BY issue_id)
           UPDATE issue SET
             observation_count = observation_count + sums.n,
             user_count = user_count
               + (SELECT count(*)::int FROM users WHERE users.issue_id = issue.id AND users.is_new),
             sentiment_counts = ${addCounts('issue.sentiment_counts', 'sums.sentiment_counts')},
             first_seen = least(first_seen, sums.first), last_seen = greatest(last_seen, sums.last)
           FROM sums WHERE issue.project_id = $1 AND issue.id = sums.issue_id`,
    values: [
      projectId,
      issues,
      arrivals.map((arrival) => arrival.userId),
      arrivals.map((arrival) => arrival.sentiment),
      arrivals.map((arrival) => arrival.observedAt),
    ],
  })
}

const ADD_TO_DAY = `ON CONFLICT (project_id, issue_id, day) DO UPDATE SET count = issue_day.count + excluded.count,
  sentiment_counts = ${addCounts('issue_day.sentiment_counts', 'excluded.sentiment_counts')}`

/** Recounts issues after members left them. */
export async function recountIssues(tx: Tx, projectId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const values = [projectId, ids]
  await tx.query({
    name: 'forget-issue-users',
    text: 'DELETE FROM issue_user WHERE project_id = $1 AND issue_id = ANY($2::uuid[])',
    values,
  })
  await tx.query({
    name: 'forget-issue-days',
    text: 'DELETE FROM issue_day WHERE project_id = $1 AND issue_id = ANY($2::uuid[])',
    values,
  })
  await tx.query({
    name: 'recount-issues',
    text: `WITH member AS (
             SELECT m.issue_id, o.user_id, o.user_sentiment, o.observed_at FROM issue_observation m
             JOIN observation o ON o.project_id = m.project_id AND o.id = m.observation_id
             WHERE m.project_id = $1 AND m.issue_id = ANY($2::uuid[])),
           users AS (
             INSERT INTO issue_user (project_id, issue_id, user_id, count)
             SELECT $1, issue_id, user_id, count(*) FROM member GROUP BY issue_id, user_id),
           days AS (
             INSERT INTO issue_day (project_id, issue_id, day, count, sentiment_counts)
             SELECT $1, issue_id, (observed_at AT TIME ZONE 'UTC')::date, count(*), ${COUNT_SENTIMENTS}
             FROM member GROUP BY issue_id, (observed_at AT TIME ZONE 'UTC')::date),
           counted AS (
             SELECT wanted.issue_id, count(user_id)::int AS observations, count(DISTINCT user_id)::int AS users,
               min(observed_at) AS first, max(observed_at) AS last, ${COUNT_SENTIMENTS} AS sentiments
             FROM (SELECT DISTINCT unnest($2::uuid[]) AS issue_id) wanted LEFT JOIN member USING (issue_id)
             GROUP BY wanted.issue_id)
           UPDATE issue SET observation_count = observations, user_count = users, first_seen = first, last_seen = last,
             sentiment_counts = sentiments
           FROM counted WHERE project_id = $1 AND id = counted.issue_id`,
    values,
  })
}

/**
 * Adds a merged issue's counters to those of its target, and deletes its own. The cost depends on the merged issue
 * only, while recounting the target would cost more as it grows.
 */
export async function foldCounters(tx: Tx, projectId: string, from: string, into: string): Promise<void> {
  await tx.query({
    name: 'fold-counters',
    text: `WITH gone AS (
             SELECT observation_count, sentiment_counts, first_seen, last_seen FROM issue
             WHERE project_id = $1 AND id = $2),
           user_gone AS (DELETE FROM issue_user WHERE project_id = $1 AND issue_id = $2 RETURNING user_id, count),
           day_gone AS (DELETE FROM issue_day WHERE project_id = $1 AND issue_id = $2 RETURNING day, count, sentiment_counts),
           users AS (
             INSERT INTO issue_user (project_id, issue_id, user_id, count)
             SELECT $1::uuid, $3::uuid, user_id, count FROM user_gone
             ON CONFLICT (project_id, issue_id, user_id) DO UPDATE SET count = issue_user.count + excluded.count
             RETURNING ${IS_NEW} AS is_new),
           days AS (
             INSERT INTO issue_day (project_id, issue_id, day, count, sentiment_counts)
             SELECT $1::uuid, $3::uuid, day, count, sentiment_counts FROM day_gone
             ${ADD_TO_DAY})
           UPDATE issue SET
             observation_count = issue.observation_count + gone.observation_count,
             user_count = user_count + (SELECT count(*)::int FROM users WHERE is_new),
             sentiment_counts = ${addCounts('issue.sentiment_counts', 'gone.sentiment_counts')},
             first_seen = least(issue.first_seen, gone.first_seen),
             last_seen = greatest(issue.last_seen, gone.last_seen)
           FROM gone WHERE issue.project_id = $1 AND issue.id = $3`,
    values: [projectId, from, into],
  })
  await tx.query({
    name: 'empty-counters',
    text: `UPDATE issue SET observation_count = 0, user_count = 0, sentiment_counts = DEFAULT, first_seen = NULL,
             last_seen = NULL
           WHERE project_id = $1 AND id = $2`,
    values: [projectId, from],
  })
}
