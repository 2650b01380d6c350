// Statements on which observation belongs to which issue, and the counters that follow from it.
// All of them run under the project's digest lock; that is what keeps the counters exact.
import type { IssuePlacedBy, Sentiment } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'
import { addCounts, COUNT_SENTIMENTS } from '../sentiment-counts.ts'
import { IS_NEW } from '../upsert.ts'

export type Membership = {
  observation_id: string
  issue_id: string
  placed_by: IssuePlacedBy
  /** A language model that was asked put it there. */
  by_model: boolean
  /** The issue is people's. */
  held: boolean
}

export async function selectMemberships(
  tx: Tx,
  projectId: string,
  observationIds: string[],
): Promise<Map<string, Membership>> {
  const { rows } = await tx.query<Membership>({
    name: 'select-memberships',
    text: `SELECT m.observation_id, m.issue_id, m.placed_by, m.by_model, i.held
           FROM issue_observation m JOIN issue i ON i.project_id = m.project_id AND i.id = m.issue_id
           WHERE m.project_id = $1 AND m.observation_id = ANY($2::uuid[])`,
    values: [projectId, observationIds],
  })
  return new Map(rows.map((row) => [row.observation_id, row]))
}

export type Placement = { observationId: string; issueId: string; score: number | null; byModel?: boolean }

export async function placeObservations(
  tx: Tx,
  projectId: string,
  placements: Placement[],
  by: IssuePlacedBy,
): Promise<void> {
  if (placements.length === 0) return
  await tx.query({
    name: 'place-observations',
    text: `INSERT INTO issue_observation (project_id, observation_id, issue_id, score, by_model, placed_by)
           SELECT $1::uuid, item.*, $6::text FROM unnest($2::uuid[], $3::uuid[], $4::real[], $5::boolean[]) AS item
           ON CONFLICT (project_id, observation_id)
           DO UPDATE SET issue_id = excluded.issue_id, score = excluded.score, by_model = excluded.by_model,
             placed_by = excluded.placed_by`,
    values: [
      projectId,
      placements.map((placement) => placement.observationId),
      placements.map((placement) => placement.issueId),
      placements.map((placement) => placement.score),
      placements.map((placement) => placement.byModel ?? false),
      by,
    ],
  })
}

export type Arrival = { issueId: string; userId: string; sentiment: Sentiment; observedAt: Date }

/** Adds new members to the counters of their issues, without reading the old ones. */
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

/** Counts an issue's members again, after a change that took some away. */
export async function recountIssue(tx: Tx, projectId: string, issueId: string): Promise<void> {
  const of = [projectId, issueId]
  await tx.query('DELETE FROM issue_user WHERE project_id = $1 AND issue_id = $2', of)
  await tx.query('DELETE FROM issue_day WHERE project_id = $1 AND issue_id = $2', of)
  await tx.query(
    `INSERT INTO issue_user (project_id, issue_id, user_id, count)
     SELECT $1, $2, user_id, count(*) FROM ${MEMBERS} GROUP BY user_id`,
    of,
  )
  await tx.query(
    `INSERT INTO issue_day (project_id, issue_id, day, count, sentiment_counts)
     SELECT $1, $2, (observed_at AT TIME ZONE 'UTC')::date, count(*), ${COUNT_SENTIMENTS} FROM ${MEMBERS} GROUP BY 3`,
    of,
  )
  await tx.query(
    `UPDATE issue SET (observation_count, user_count, first_seen, last_seen, sentiment_counts) = (
       SELECT count(*), count(DISTINCT user_id), min(observed_at), max(observed_at),
         ${COUNT_SENTIMENTS}
       FROM ${MEMBERS})
     WHERE project_id = $1 AND id = $2`,
    of,
  )
}

/**
 * Adds the counters of an issue that was folded into another to that one's, and leaves none behind. Costs as much as the
 * folded issue is large; counting the other again would cost ever more as it grows.
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

const MEMBERS = `(SELECT o.* FROM issue_observation m
  JOIN observation o ON o.project_id = m.project_id AND o.id = m.observation_id
  WHERE m.project_id = $1 AND m.issue_id = $2) AS member`

/** Moves every member of an issue to another, and says which they were. */
export async function moveAllMembers(
  tx: Tx,
  projectId: string,
  from: string,
  into: string,
): Promise<string[]> {
  const { rows } = await tx.query<{ observation_id: string }>(
    `UPDATE issue_observation SET issue_id = $3 WHERE project_id = $1 AND issue_id = $2 RETURNING observation_id`,
    [projectId, from, into],
  )
  return rows.map((row) => row.observation_id)
}

/** Moves some observations to another issue and counts them there; where they were is to be counted anew. */
export async function moveMembers(
  tx: Tx,
  projectId: string,
  observationIds: string[],
  into: string,
): Promise<void> {
  const { rows } = await tx.query<{ user_id: string; user_sentiment: Sentiment; observed_at: Date }>(
    `UPDATE issue_observation m SET issue_id = $3, placed_by = 'machine', by_model = false, score = NULL FROM observation o
     WHERE m.project_id = $1 AND m.observation_id = ANY($2::uuid[])
       AND o.project_id = $1 AND o.id = m.observation_id
     RETURNING o.user_id, o.user_sentiment, o.observed_at`,
    [projectId, observationIds, into],
  )
  const arrivals = rows.map((row) => ({
    issueId: into,
    userId: row.user_id,
    sentiment: row.user_sentiment,
    observedAt: row.observed_at,
  }))
  await countArrivals(tx, projectId, arrivals)
}

export async function selectTitles(
  tx: Tx,
  projectId: string,
  observationIds: string[],
): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ id: string; title: string }>(
    'SELECT id, title FROM observation WHERE project_id = $1 AND id = ANY($2::uuid[])',
    [projectId, observationIds],
  )
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** What is in the issue was put together by a person, and stays together. */
export async function pinMembers(tx: Tx, projectId: string, issueId: string): Promise<void> {
  await tx.query(
    `UPDATE issue_observation SET placed_by = 'person' WHERE project_id = $1 AND issue_id = $2
       AND placed_by <> 'person'`,
    [projectId, issueId],
  )
}

/** Those of the observations that are in this issue. */
export async function selectMembersAmong(
  tx: Tx,
  projectId: string,
  issueId: string,
  observationIds: string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ observation_id: string }>(
    `SELECT observation_id FROM issue_observation
     WHERE project_id = $1 AND issue_id = $2 AND observation_id = ANY($3::uuid[]) ORDER BY observation_id`,
    [projectId, issueId, observationIds],
  )
  return rows.map((row) => row.observation_id)
}
