// Statements on targets, where events are sent.
import type { EventType, IssueKind, Rhythm, Severity, TargetFormat } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'

type TargetSettings = {
  name: string
  address: string
  rhythm: Rhythm
  events: EventType[]
  min_users: number
  kinds: IssueKind[]
  min_severity: Severity | null
  tag_id: string | null
}

export type TargetRow = TargetSettings & {
  id: string
  format: TargetFormat
  secret: string | null
  paused_at: Date | null
  paused_because: string | null
  next_digest_at: Date | null
  last_digest_at: Date | null
  created_by: string
  created_at: Date
}

const COLUMNS = `id, name, format, address, secret, rhythm, events, min_users, kinds, min_severity, tag_id, paused_at,
  paused_because, next_digest_at, last_digest_at, created_by, created_at`

export type ShownTarget = TargetRow & { last_message_at: Date | null; waiting: number }

/** The team's targets, the oldest first, with the state of their messages. */
export async function selectTargets(tx: Tx, projectId: string, id: string | null): Promise<ShownTarget[]> {
  const { rows } = await tx.query<ShownTarget>(
    `SELECT ${COLUMNS},
       (SELECT max(finished_at) FROM event_message m
        WHERE m.project_id = $1 AND m.target_id = event_target.id AND state = 'delivered') AS last_message_at,
       (SELECT count(*)::int FROM event_message m
        WHERE m.project_id = $1 AND m.target_id = event_target.id AND state = 'due') AS waiting
     FROM event_target
     WHERE project_id = $1 AND account_id IS NULL AND ($2::uuid IS NULL OR id = $2) ORDER BY id`,
    [projectId, id],
  )
  return rows
}

/** Changes to one target wait for its row lock. */
export async function lockTarget(tx: Tx, projectId: string, id: string): Promise<TargetRow | undefined> {
  const { rows } = await tx.query<TargetRow>(
    `SELECT ${COLUMNS} FROM event_target WHERE project_id = $1 AND id = $2 AND account_id IS NULL FOR UPDATE`,
    [projectId, id],
  )
  return rows[0]
}

/** Writes every field that can change; creates the target if it does not exist. */
export async function saveTarget(tx: Tx, projectId: string, row: TargetRow): Promise<void> {
  await tx.query(
    `INSERT INTO event_target (project_id, ${COLUMNS})
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     ON CONFLICT (project_id, id) DO UPDATE SET name = $3, address = $5, rhythm = $7, events = $8, min_users = $9,
       kinds = $10, min_severity = $11, tag_id = $12, paused_at = $13, paused_because = $14, next_digest_at = $15,
       last_digest_at = $16`,
    [
      projectId,
      row.id,
      row.name,
      row.format,
      row.address,
      row.secret,
      row.rhythm,
      row.events,
      row.min_users,
      row.kinds,
      row.min_severity,
      row.tag_id,
      row.paused_at,
      row.paused_because,
      row.next_digest_at,
      row.last_digest_at,
      row.created_by,
      row.created_at,
    ],
  )
}

export async function deleteTargetRow(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.query('DELETE FROM event_target WHERE project_id = $1 AND id = $2', [projectId, id])
}

export async function pauseTarget(
  tx: Tx,
  projectId: string,
  id: string,
  because: string,
  at: Date,
): Promise<void> {
  await tx.query(
    'UPDATE event_target SET paused_at = $4, paused_because = $3 WHERE project_id = $1 AND id = $2 AND paused_at IS NULL',
    [projectId, id, because, at],
  )
}

/**
 * Pauses targets limited to a deleted tag. Otherwise they would receive nothing, or suddenly everything; people decide.
 */
export async function pauseTargetsOfTag(
  tx: Tx,
  projectId: string,
  tagId: string,
  because: string,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE event_target SET tag_id = NULL, paused_at = coalesce(paused_at, $4), paused_because = $3
     WHERE project_id = $1 AND tag_id = $2`,
    [projectId, tagId, because, at],
  )
}

/** 8:00 on the next day or next Monday in the project's time zone. The database handles daylight saving time. */
export async function selectNextDigest(
  tx: Tx,
  projectId: string,
  rhythm: 'daily' | 'weekly',
  after: Date,
): Promise<Date> {
  const { rows } = await tx.query<{ at: Date }>(
    `SELECT min(day AT TIME ZONE time_zone) AS at
     FROM project CROSS JOIN LATERAL generate_series(
       date_trunc('day', $2::timestamptz AT TIME ZONE time_zone) + interval '8 hours',
       date_trunc('day', $2::timestamptz AT TIME ZONE time_zone) + interval '8 days', interval '1 day') AS day
     WHERE project.id = $1 AND day AT TIME ZONE time_zone > $2 AND ($3 = 'daily' OR extract(isodow FROM day) = 1)`,
    [projectId, after, rhythm],
  )
  return rows[0]?.at ?? after
}

/** Targets that receive digests, to reschedule when the project's time zone changes. */
export async function selectDigestTargets(
  tx: Tx,
  projectId: string,
): Promise<{ id: string; rhythm: 'daily' | 'weekly' }[]> {
  const { rows } = await tx.query<{ id: string; rhythm: 'daily' | 'weekly' }>(
    "SELECT id, rhythm FROM event_target WHERE project_id = $1 AND rhythm <> 'each'",
    [projectId],
  )
  return rows
}

export async function setNextDigest(
  tx: Tx,
  projectId: string,
  id: string,
  next: Date | null,
  last: Date | null,
): Promise<void> {
  await tx.query(
    `UPDATE event_target SET next_digest_at = $3, last_digest_at = coalesce($4, last_digest_at)
     WHERE project_id = $1 AND id = $2`,
    [projectId, id, next, last],
  )
}
