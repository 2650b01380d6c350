// Statements on messages to targets and their delivery.
import {
  type EventType,
  type IssueKind,
  type MessageKind,
  type MessageState,
  SEVERITIES,
  type Severity,
  type TargetFormat,
} from '../../contract/labels.ts'
import { type Page, pageOf } from '../page.ts'
import type { Tx } from '../pool.ts'

export type NewMessage = { id: string; targetId: string; kind: MessageKind; since: Date | null; at: Date }

export async function insertMessage(tx: Tx, projectId: string, message: NewMessage): Promise<void> {
  await tx.query(
    `INSERT INTO event_message (project_id, id, target_id, kind, since, created_at, state, next_attempt_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'due', $6)`,
    [projectId, message.id, message.targetId, message.kind, message.since, message.at],
  )
}

/** A queued event with everything that decides whether it is sent now, later or never. */
export type QueuedEvent = {
  project_id: string
  event_id: string
  target_id: string
  type: EventType
  at: Date
  format: TargetFormat
  /** Null when the event is not about an issue. */
  issue_id: string | null
  /** The issue's current state; null when it was deleted. */
  issue: {
    kind: IssueKind
    severity_rank: number
    user_count: number
    merged: boolean
    tagged: boolean
    /** One of its notes says what must not be buried. */
    at_stake: boolean
  } | null
  min_users: number
  kinds: IssueKind[]
  min_severity: Severity | null
}

/** Due events of one project, locked until the transaction ends so that other processes skip them. */
export async function lockReadyEvents(tx: Tx, now: Date, limit: number): Promise<QueuedEvent[]> {
  const { rows } = await tx.query<QueuedEvent>({
    name: 'lock-ready-events',
    text: `SELECT q.project_id, q.event_id, q.target_id, e.type, e.at, t.format, q.issue_id, t.min_users, t.kinds,
             t.min_severity,
             CASE WHEN issue.id IS NOT NULL THEN jsonb_build_object('kind', issue.kind,
               'severity_rank', issue.severity_rank, 'user_count', issue.user_count,
               'merged', issue.merged_into IS NOT NULL,
               'at_stake', EXISTS (
                 SELECT FROM issue_observation m
                 WHERE m.project_id = q.project_id AND m.issue_id = issue.id AND m.stake IS NOT NULL),
               'tagged', t.tag_id IS NULL OR EXISTS (
                 SELECT FROM issue_observation m JOIN observation_tag o
                   ON o.project_id = m.project_id AND o.observation_id = m.observation_id
                 WHERE m.project_id = q.project_id AND m.issue_id = issue.id AND o.tag_id = t.tag_id AND o.holds))
             END AS issue
           FROM event_queue q
           JOIN event e ON e.project_id = q.project_id AND e.id = q.event_id
           JOIN event_target t ON t.project_id = q.project_id AND t.id = q.target_id
           LEFT JOIN issue ON issue.project_id = q.project_id AND issue.id = q.issue_id
           WHERE q.message_id IS NULL AND q.ready_at <= $1 AND t.paused_at IS NULL
             AND (t.quiet_until IS NULL OR t.quiet_until <= $1)
           ORDER BY q.ready_at, q.event_id LIMIT $2 FOR UPDATE OF q SKIP LOCKED`,
    values: [now, limit],
  })
  return rows
}

type Queued = Pick<QueuedEvent, 'project_id' | 'event_id' | 'target_id'>

/** Waits until the issue changes and may meet the target's conditions. */
export async function letWait(tx: Tx, projectId: string, { event_id, target_id }: Queued): Promise<void> {
  await tx.query(
    `UPDATE event_queue SET ready_at = 'infinity' WHERE project_id = $1 AND event_id = $2 AND target_id = $3`,
    [projectId, event_id, target_id],
  )
}

export async function dropQueued(tx: Tx, projectId: string, { event_id, target_id }: Queued): Promise<void> {
  await tx.query('DELETE FROM event_queue WHERE project_id = $1 AND event_id = $2 AND target_id = $3', [
    projectId,
    event_id,
    target_id,
  ])
}

export async function putIntoMessage(
  tx: Tx,
  projectId: string,
  targetId: string,
  eventIds: string[],
  messageId: string,
): Promise<void> {
  await tx.query(
    `UPDATE event_queue SET message_id = $4
     WHERE project_id = $1 AND target_id = $2 AND event_id = ANY($3::uuid[])`,
    [projectId, targetId, eventIds, messageId],
  )
}

export async function keepQuiet(tx: Tx, projectId: string, targetId: string, until: Date): Promise<void> {
  await tx.query('UPDATE event_target SET quiet_until = $3 WHERE project_id = $1 AND id = $2', [
    projectId,
    targetId,
    until,
  ])
}

export const rankOfSeverity = (severity: Severity): number => SEVERITIES.indexOf(severity)

export type DueMessage = {
  project_id: string
  id: string
  target_id: string
  kind: MessageKind
  since: Date | null
  created_at: Date
  attempts: number
  first_attempt_at: Date | null
  format: TargetFormat
  /** Null for a person who has left the project or wants no email anymore. */
  address: string | null
  /** Whether it is for one person. */
  personal: boolean
  secret: string | null
  rhythm: string
}

/**
 * The message stays locked until the transaction ends, with the result of the attempt or with the end of the process.
 * Skips the targets in `passed`.
 */
export async function lockDueMessage(tx: Tx, now: Date, passed: string[]): Promise<DueMessage | undefined> {
  const { rows } = await tx.query<DueMessage>({
    name: 'lock-due-message',
    text: `SELECT m.project_id, m.id, m.target_id, m.kind, m.since, m.created_at, m.attempts, m.first_attempt_at,
             t.format, t.secret, t.rhythm, t.account_id IS NOT NULL AS personal,
             CASE WHEN t.account_id IS NULL THEN t.address ELSE (
               SELECT u.email FROM account_user u
               JOIN project_member pm ON pm.project_id = t.project_id AND pm.account_id = u.id
               WHERE u.id = t.account_id AND u.personal_mail AND u.disabled_at IS NULL) END AS address
           FROM event_message m JOIN event_target t ON t.project_id = m.project_id AND t.id = m.target_id
           WHERE m.state = 'due' AND m.next_attempt_at <= $1 AND (t.paused_at IS NULL OR m.kind = 'test')
             AND m.target_id <> ALL($2::uuid[])
           ORDER BY m.next_attempt_at, m.id LIMIT 1 FOR UPDATE OF m SKIP LOCKED`,
    values: [now, passed],
  })
  return rows[0]
}

export type Attempt = {
  state: MessageState
  status: number | null
  error: string | null
  at: Date
  /** When to retry; null for never. */
  next: Date | null
}

export async function saveAttempt(tx: Tx, projectId: string, id: string, attempt: Attempt): Promise<void> {
  await tx.query(
    `UPDATE event_message SET attempts = attempts + 1, state = $3, status = $4, error = $5,
       first_attempt_at = coalesce(first_attempt_at, $6), next_attempt_at = coalesce($7, next_attempt_at),
       finished_at = CASE WHEN $3 = 'due' THEN NULL ELSE $6::timestamptz END
     WHERE project_id = $1 AND id = $2`,
    [projectId, id, attempt.state, attempt.status, attempt.error, attempt.at, attempt.next],
  )
}

export async function hasArrivedSince(
  tx: Tx,
  projectId: string,
  targetId: string,
  since: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM event_message
     WHERE project_id = $1 AND target_id = $2 AND state = 'delivered' AND finished_at > $3 LIMIT 1`,
    [projectId, targetId, since],
  )
  return rowCount === 1
}

/** Sends a message again, under its id and with as many attempts as a new one. False when there is no such message. */
export async function askForReplay(
  tx: Tx,
  projectId: string,
  targetId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE event_message SET state = 'due', attempts = 0, status = NULL, error = NULL, next_attempt_at = $4,
       first_attempt_at = NULL, finished_at = NULL
     WHERE project_id = $1 AND target_id = $2 AND id = $3`,
    [projectId, targetId, id, at],
  )
  return rowCount === 1
}

export async function selectTargetOfMessage(
  tx: Tx,
  projectId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ target_id: string }>(
    'SELECT target_id FROM event_message WHERE project_id = $1 AND id = $2',
    [projectId, id],
  )
  return rows[0]?.target_id
}

export type MessageRow = {
  id: string
  kind: MessageKind
  state: MessageState
  attempts: number
  status: number | null
  error: string | null
  next_attempt_at: Date
  created_at: Date
  finished_at: Date | null
  events: { type: EventType; at: string; issue_number: number | null; issue_title: string | null }[]
}

const EVENTS_SHOWN = 20

/** The newest first, with the current titles of their issues. */
export async function selectMessages(
  tx: Tx,
  projectId: string,
  targetId: string,
  page: Page,
): Promise<MessageRow[]> {
  const { rows } = await tx.query<MessageRow>(
    `SELECT m.id, kind, state, attempts, status, error, next_attempt_at, created_at, finished_at,
       coalesce((SELECT jsonb_agg(shown ORDER BY shown.at) FROM (
          SELECT e.type, e.at, issue.number AS issue_number, issue.title AS issue_title
          FROM event_queue q JOIN event e ON e.project_id = q.project_id AND e.id = q.event_id
          LEFT JOIN issue ON issue.project_id = e.project_id AND issue.id = e.issue_id
          WHERE q.project_id = $1 AND q.message_id = m.id ORDER BY e.at LIMIT ${EVENTS_SHOWN}) AS shown), '[]') AS events
     FROM event_message m WHERE m.project_id = $1 AND m.target_id = $2 AND ${pageOf('m.id', 3)}
     ORDER BY m.id DESC LIMIT $4`,
    [projectId, targetId, page.before, page.limit],
  )
  return rows
}
