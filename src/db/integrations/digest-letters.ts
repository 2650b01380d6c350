// Reads the contents of a digest message: issues that are new, grew, came back or were resolved in a period.
import type { Tx } from '../pool.ts'
import { EVENT_ISSUE, type EventIssue } from './events-to-send.ts'

export const LETTER_PARTS = ['new', 'grew', 'came_back', 'resolved'] as const
export type LetterPart = (typeof LETTER_PARTS)[number]

export type LetterIssue = EventIssue & { now: number; before: number }
export type LetterSection = { part: LetterPart; count: number; issues: LetterIssue[] }

const GREW =
  'counted.now >= 5 AND counted.now >= 2 * counted.before AND NOT issue.first_seen >= $3::timestamptz'

const CONDITIONS: Record<LetterPart, string> = {
  new: "issue.first_seen >= $3::timestamptz AND issue.status <> 'ignored'",
  grew: `${GREW} AND issue.status NOT IN ('resolved', 'ignored')`,
  came_back: 'issue.regressed_at >= $3::timestamptz',
  resolved: "issue.status = 'resolved' AND issue.resolved_at >= $3::timestamptz",
}

export type Letter = { projectId: string; targetId: string; since: Date; until: Date; limit: number }

/** Only issues that meet the target's conditions; those with the most users first. */
export async function selectLetterSection(tx: Tx, part: LetterPart, letter: Letter): Promise<LetterSection> {
  const { rows } = await tx.query<{ total: number; issue: EventIssue; now: number; before: number }>(
    `SELECT count(*) OVER ()::int AS total, ${EVENT_ISSUE} AS issue, counted.now, counted.before
     FROM issue
     JOIN event_target t ON t.project_id = $1 AND t.id = $2
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(count) FILTER (WHERE day >= ($3::timestamptz AT TIME ZONE 'UTC')::date), 0)::int AS now,
         coalesce(sum(count) FILTER (WHERE day < ($3::timestamptz AT TIME ZONE 'UTC')::date), 0)::int AS before
       FROM issue_day d WHERE d.project_id = $1 AND d.issue_id = issue.id
         AND day >= (($3::timestamptz - ($4::timestamptz - $3::timestamptz)) AT TIME ZONE 'UTC')::date) AS counted
     WHERE issue.project_id = $1 AND issue.merged_into IS NULL AND issue.last_seen IS NOT NULL
       AND (issue.last_seen >= $3::timestamptz OR issue.updated_at >= $3::timestamptz)
       AND issue.user_count >= t.min_users AND (t.kinds = '{}' OR issue.kind = ANY(t.kinds))
       AND (t.min_severity IS NULL
            OR issue.severity_rank >= array_position(ARRAY['low', 'medium', 'high', 'critical'], t.min_severity) - 1)
       AND (t.tag_id IS NULL OR EXISTS (
         SELECT FROM issue_observation m JOIN observation_tag o
           ON o.project_id = m.project_id AND o.observation_id = m.observation_id
         WHERE m.project_id = $1 AND m.issue_id = issue.id AND o.tag_id = t.tag_id AND o.holds))
       AND ${CONDITIONS[part]}
     ORDER BY issue.user_count DESC, issue.number LIMIT $5`,
    [letter.projectId, letter.targetId, letter.since, letter.until, letter.limit],
  )
  return {
    part,
    count: rows[0]?.total ?? 0,
    issues: rows.map(({ issue, now, before }) => ({ ...issue, now, before })),
  }
}

export type DueDigest = {
  project_id: string
  id: string
  rhythm: 'daily' | 'weekly'
  next_digest_at: Date
  last_digest_at: Date | null
}

/** A target whose digest is due, locked until the transaction ends. */
export async function lockDueDigest(tx: Tx, now: Date): Promise<DueDigest | undefined> {
  const { rows } = await tx.query<DueDigest>(
    `SELECT project_id, id, rhythm, next_digest_at, last_digest_at FROM event_target
     WHERE next_digest_at <= $1 AND paused_at IS NULL ORDER BY next_digest_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [now],
  )
  return rows[0]
}
