// Statements on events: written in the transaction of their cause, and queued for the targets that subscribe to them.
import type { EventType } from '../../contract/labels.ts'
import { SOME } from '../page.ts'
import type { Tx } from '../pool.ts'

export type NewEvent = {
  id: string
  type: EventType
  at: Date
  issueId: string | null
  studyId: string | null
  facts: Record<string, unknown>
}

/** One statement, which writes nothing when no target subscribes. */
export async function insertEvent(tx: Tx, projectId: string, event: NewEvent, readyAt: Date): Promise<void> {
  await tx.query({
    name: 'insert-event',
    text: `WITH wanted AS (
             SELECT id FROM event_target WHERE project_id = $1 AND rhythm = 'each' AND $3 = ANY(events)),
           made AS (
             INSERT INTO event (project_id, id, type, at, issue_id, study_id, facts)
             SELECT $1, $2, $3, $4, $5, $6, $7 WHERE EXISTS (SELECT FROM wanted) RETURNING id, issue_id)
           INSERT INTO event_queue (project_id, event_id, target_id, issue_id, ready_at)
           SELECT $1, made.id, wanted.id, made.issue_id, $8 FROM made CROSS JOIN wanted`,
    values: [
      projectId,
      event.id,
      event.type,
      event.at,
      event.issueId,
      event.studyId,
      JSON.stringify(event.facts),
      readyAt,
    ],
  })
}

/** After issues changed: events waiting for an issue to meet conditions are checked again. */
export async function wakeWaiting(tx: Tx, projectId: string, issueIds: string[], at: Date): Promise<void> {
  if (issueIds.length === 0) return
  await tx.query({
    name: 'wake-waiting-events',
    text: `UPDATE event_queue SET ready_at = $3
           WHERE project_id = $1 AND issue_id = ANY($2::uuid[]) AND message_id IS NULL AND ready_at = 'infinity'`,
    values: [projectId, issueIds, at],
  })
}

/** The same for the issues of observations that got a tag. */
export async function wakeWaitingForTag(
  tx: Tx,
  projectId: string,
  observationIds: string[],
  at: Date,
): Promise<void> {
  if (observationIds.length === 0) return
  await tx.query({
    name: 'wake-waiting-for-tag',
    text: `UPDATE event_queue SET ready_at = $3 FROM issue_observation m
           WHERE m.project_id = $1 AND m.observation_id = ANY($2::uuid[])
             AND event_queue.project_id = $1 AND event_queue.issue_id = m.issue_id
             AND message_id IS NULL AND ready_at = 'infinity'`,
    values: [projectId, observationIds, at],
  })
}

/** An issue observed today much more often than in the two weeks before; announced at most once a week. */
export type Spike = { id: string; count: number; usual: number }

const SPIKE = { least: 10, times: 3, restDays: 7, days: 14 }

/**
 * Imported observations count towards the usual number and never as today's. Counts only where there may be a spike.
 */
export async function markSpikes(tx: Tx, projectId: string, issueIds: string[], at: Date): Promise<Spike[]> {
  if (issueIds.length === 0) return []
  const { rows } = await tx.query<Spike>({
    name: 'mark-spikes',
    text: `WITH today AS (SELECT ($3::timestamptz AT TIME ZONE 'UTC')::date AS day),
           grown AS (
             SELECT issue_id, sum(d.count) FILTER (WHERE d.day = today.day)::int AS count,
               round(coalesce(sum(d.count) FILTER (WHERE d.day < today.day), 0)::numeric / ${SPIKE.days}, 1)::float8 AS usual
             FROM issue_day d CROSS JOIN today JOIN issue ON issue.project_id = $1 AND issue.id = d.issue_id
             WHERE d.project_id = $1 AND d.issue_id = ANY($2::uuid[]) AND d.day > today.day - ${SPIKE.days + 1}
               AND d.day <= today.day AND merged_into IS NULL AND status <> 'ignored'
               AND first_seen < $3::timestamptz - interval '1 day'
               AND (spiked_at IS NULL OR spiked_at < $3::timestamptz - interval '${SPIKE.restDays} days')
             GROUP BY issue_id HAVING sum(d.count) FILTER (WHERE d.day = today.day) >= ${SPIKE.least}),
           seen AS (
             SELECT issue_id, usual, grown.count - (
               SELECT count(*)::int FROM issue_observation m CROSS JOIN today
               JOIN observation o ON o.project_id = $1 AND o.id = m.observation_id
               WHERE m.project_id = $1 AND m.issue_id = grown.issue_id AND o.source = 'import'
                 AND (o.observed_at AT TIME ZONE 'UTC')::date = today.day) AS count
             FROM grown WHERE grown.count >= usual * ${SPIKE.times})
           UPDATE issue SET spiked_at = $3 FROM seen
           WHERE issue.project_id = $1 AND issue.id = seen.issue_id
             AND seen.count >= ${SPIKE.least} AND seen.count >= seen.usual * ${SPIKE.times}
           RETURNING issue.id, seen.count, seen.usual`,
    values: [projectId, issueIds, at],
  })
  return rows
}

/**
 * Deletes old messages and events, except events that a newer message contains because their issue met the conditions
 * late, and events whose issue may still meet them while it is open and not merged.
 */
export async function deleteMessagesBefore(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM event_message WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM event_message WHERE created_at < $1 AND state <> 'due' ${SOME}))`,
    [before],
  )
  return rowCount ?? 0
}

/** Runs after the messages are deleted. */
export async function deleteEventsBefore(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM event WHERE ctid = ANY(ARRAY(SELECT ctid FROM event WHERE at < $1 AND NOT EXISTS (
       SELECT FROM event_queue q
       JOIN event_target t ON t.project_id = q.project_id AND t.id = q.target_id
       LEFT JOIN event_message m ON m.project_id = q.project_id AND m.id = q.message_id
       LEFT JOIN issue ON issue.project_id = q.project_id AND issue.id = q.issue_id AND issue.merged_into IS NULL
         AND issue.status NOT IN ('resolved', 'ignored')
       WHERE q.project_id = event.project_id AND q.event_id = event.id
         AND (m.created_at >= $1 OR (q.message_id IS NULL AND issue.id IS NOT NULL
                                     AND (q.ready_at = 'infinity' OR t.paused_at IS NULL)))) ${SOME}))`,
    [before],
  )
  return rowCount ?? 0
}
