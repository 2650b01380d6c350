// Statements behind the overview: they read counters; only the users of a period are counted from observations.

import type { Sentiment } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'

/**
 * One row per day: a year's chart by sentiment has five times as many counts, and receiving rows takes longer than
 * reading them.
 */
export type SentimentDayRow = { day: string; counts: Partial<Record<Sentiment, number>> }

export async function selectProjectDays(tx: Tx, projectId: string, since: Date): Promise<SentimentDayRow[]> {
  const { rows } = await tx.query<SentimentDayRow>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, json_object_agg(user_sentiment, count) AS counts FROM project_day
     WHERE project_id = $1 AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date GROUP BY project_day.day`,
    [projectId, since],
  )
  return rows
}

const idsOf = (rows: { id: string }[]): string[] => rows.map((row) => row.id)

export type IssueInPeriod = { id: string; observation_count: number; count: number }

/**
 * The next unresolved issues by total observations, most first, after `past` of them; each with its observations since
 * a time.
 */
export async function selectLargestIssues(
  tx: Tx,
  projectId: string,
  since: Date,
  { past, limit }: { past: number; limit: number },
): Promise<IssueInPeriod[]> {
  const { rows } = await tx.query<IssueInPeriod>(
    // Sums the days before the period or those in it, whichever are fewer.
    `SELECT largest.id, largest.observation_count,
       CASE WHEN $2 - largest.first_seen < least(largest.last_seen, now()) - $2
         THEN largest.observation_count - (SELECT coalesce(sum(count), 0) FROM issue_day
           WHERE project_id = $1 AND issue_id = largest.id AND day < ($2::timestamptz AT TIME ZONE 'UTC')::date)
         ELSE (SELECT coalesce(sum(count), 0) FROM issue_day
           WHERE project_id = $1 AND issue_id = largest.id AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date)
       END::int AS count FROM (
       SELECT id, observation_count, first_seen, last_seen FROM issue
       WHERE project_id = $1 AND merged_into IS NULL AND observation_count > 0 AND status NOT IN ('resolved', 'ignored')
       ORDER BY observation_count DESC, id DESC OFFSET $3 LIMIT $4) AS largest
     ORDER BY largest.observation_count DESC, largest.id DESC`,
    [projectId, since, past, limit],
  )
  return rows
}

export type RisenIssue = { id: string; count: number; count_before: number }

/**
 * Issues seen more often since `since` than from `before` up to then, steepest first. Without praise and without
 * ignored issues.
 */
export async function selectRisenIssues(
  tx: Tx,
  projectId: string,
  { before, since, limit }: { before: Date; since: Date; limit: number },
): Promise<RisenIssue[]> {
  const { rows } = await tx.query<RisenIssue>(
    `SELECT i.id, seen.count, seen.count_before FROM (
       SELECT issue_id, coalesce(sum(count) FILTER (WHERE day >= ($3::timestamptz AT TIME ZONE 'UTC')::date), 0)::int AS count,
         coalesce(sum(count) FILTER (WHERE day < ($3::timestamptz AT TIME ZONE 'UTC')::date), 0)::int AS count_before
       FROM issue_day WHERE project_id = $1 AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date
       GROUP BY issue_id) seen
     JOIN issue i ON i.project_id = $1 AND i.id = seen.issue_id
     WHERE seen.count > seen.count_before AND i.merged_into IS NULL AND i.kind <> 'praise' AND i.status <> 'ignored'
     ORDER BY seen.count - seen.count_before DESC, i.id LIMIT $4`,
    [projectId, before, since, limit],
  )
  return rows
}

/** First seen in the period, or seen again in it after being resolved; latest first. */
export async function selectIssueIdsSince(
  tx: Tx,
  projectId: string,
  event: 'first_seen' | 'regressed_at',
  since: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM issue WHERE project_id = $1 AND merged_into IS NULL AND ${event} >= $2
     ORDER BY ${event} DESC, id DESC LIMIT $3`,
    [projectId, since, limit],
  )
  return idsOf(rows)
}

export type TagCount = { id: string; label: string; color: string | null; count: number }

export async function selectTagCounts(
  tx: Tx,
  projectId: string,
  since: Date,
  limit: number,
): Promise<TagCount[]> {
  const { rows } = await tx.query<TagCount>(
    `SELECT tag.id, tag.label, tag.config ->> 'color' AS color, coalesce(sum(tag_day.count), 0)::int AS count
     FROM tag LEFT JOIN tag_day ON tag_day.project_id = tag.project_id AND tag_day.tag_id = tag.id
       AND tag_day.day >= ($2::timestamptz AT TIME ZONE 'UTC')::date
     WHERE tag.project_id = $1 GROUP BY tag.project_id, tag.id ORDER BY 4 DESC, 2 LIMIT $3`,
    [projectId, since, limit],
  )
  return rows
}

export async function countOpenIssues(tx: Tx, projectId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM issue
     WHERE project_id = $1 AND merged_into IS NULL AND status NOT IN ('resolved', 'ignored')`,
    [projectId],
  )
  return rows[0]?.count ?? 0
}

/** Digested ones, from the day of `since` up to the day before `until`. */
export async function countObservations(
  tx: Tx,
  projectId: string,
  since: Date,
  until: Date,
): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT coalesce(sum(count), 0)::int AS count FROM project_day
     WHERE project_id = $1 AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date
       AND day < ($3::timestamptz AT TIME ZONE 'UTC')::date`,
    [projectId, since, until],
  )
  return rows[0]?.count ?? 0
}

/** Users last heard from on the day of `since` or later. */
export async function countUsers(tx: Tx, projectId: string, since: Date): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT coalesce(sum(count), 0)::int AS count FROM last_heard_day
     WHERE project_id = $1 AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date`,
    [projectId, since],
  )
  return rows[0]?.count ?? 0
}

/**
 * From the day of `since` up to the day before `until`. Reads one index entry per observation, so use it only for a
 * bounded number.
 */
export async function countUsersBetween(
  tx: Tx,
  projectId: string,
  since: Date,
  until: Date,
): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    // Not count(DISTINCT …), which sorts every row first.
    `SELECT count(*)::int AS count FROM (
       SELECT DISTINCT user_id FROM observation
       WHERE project_id = $1 AND (observed_at AT TIME ZONE 'UTC')::date >= ($2::timestamptz AT TIME ZONE 'UTC')::date
         AND (observed_at AT TIME ZONE 'UTC')::date < ($3::timestamptz AT TIME ZONE 'UTC')::date) AS heard`,
    [projectId, since, until],
  )
  return rows[0]?.count ?? 0
}

export async function hasObservations(tx: Tx, projectId: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM observation WHERE project_id = $1 ORDER BY id LIMIT 1', [
    projectId,
  ])
  return rowCount === 1
}

export async function countNewIssues(
  tx: Tx,
  projectId: string,
  since: Date,
  until: Date | null,
): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM issue
     WHERE project_id = $1 AND merged_into IS NULL AND first_seen >= $2
       AND first_seen < coalesce($3, 'infinity'::timestamptz)`,
    [projectId, since, until],
  )
  return rows[0]?.count ?? 0
}
