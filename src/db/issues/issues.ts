// Statements on issues themselves. Members, counters and descriptions have their own files.

import type { IssueStatus, TitleMaker } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'
import { handOver, takeBack } from './issue-owners.ts'
import { searchable } from './issue-searches.ts'

/** Marks issues whose members changed in this version: other workers reload them, and they are regrouped. */
export async function touchIssues(tx: Tx, projectId: string, ids: string[], version: number): Promise<void> {
  if (ids.length === 0) return
  await tx.query({
    name: 'touch-issues',
    text: `UPDATE issue SET unsettled = true, state_version = $3 WHERE project_id = $1 AND id = ANY($2::uuid[])`,
    values: [projectId, ids, version],
  })
}

/** The issues that have waited longest to be regrouped. */
export async function selectUnsettled(tx: Tx, projectId: string, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'select-unsettled',
    text: `SELECT id FROM issue WHERE project_id = $1 AND unsettled AND merged_into IS NULL
           ORDER BY state_version, id LIMIT $2`,
    values: [projectId, limit],
  })
  return rows.map((row) => row.id)
}

/**
 * After a regrouping step. Issues whose members it changed in this version are reloaded by other workers; those that
 * were not themselves regrouped keep waiting if they were.
 */
export async function settleIssues(
  tx: Tx,
  projectId: string,
  { looked, changed, version }: { looked: string[]; changed: string[]; version: number },
): Promise<void> {
  await tx.query({
    name: 'settle-issues',
    text: `UPDATE issue SET unsettled = unsettled AND NOT id = ANY($2::uuid[]),
             state_version = CASE WHEN id = ANY($3::uuid[]) THEN $4::bigint ELSE state_version END
           WHERE project_id = $1 AND id = ANY($2::uuid[] || $3::uuid[]) AND (unsettled OR id = ANY($3::uuid[]))`,
    values: [projectId, looked, changed, version],
  })
}

/** Those of the issues that have no observations. */
export async function selectEmpty(tx: Tx, projectId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM issue WHERE project_id = $1 AND id = ANY($2::uuid[]) AND observation_count = 0',
    [projectId, ids],
  )
  return new Set(rows.map((row) => row.id))
}

/** Those of the issues that somebody has opened. */
export async function selectSeen(tx: Tx, projectId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'select-seen',
    text: 'SELECT id FROM issue WHERE project_id = $1 AND id = ANY($2::uuid[]) AND seen_at IS NOT NULL',
    values: [projectId, ids],
  })
  return new Set(rows.map((row) => row.id))
}

export async function markSeen(tx: Tx, projectId: string, id: string, at: Date): Promise<void> {
  await tx.query('UPDATE issue SET seen_at = $3 WHERE project_id = $1 AND id = $2 AND seen_at IS NULL', [
    projectId,
    id,
    at,
  ])
}

export type NewIssue = { id: string; title: string; at: Date }

/** Numbers the issues in order, after the project's highest number ever. The digest lock prevents duplicate numbers. */
export async function insertIssues(
  tx: Tx,
  projectId: string,
  issues: NewIssue[],
  version: number,
): Promise<void> {
  if (issues.length === 0) return
  await tx.query({
    name: 'insert-issues',
    text: searchable(`counted AS (
             UPDATE digest_state SET last_issue_number = last_issue_number + cardinality($3::uuid[])
             WHERE project_id = $1 RETURNING last_issue_number - cardinality($3::uuid[]) AS before),
           worded AS (INSERT INTO issue (project_id, id, number, title, state_version, created_at, updated_at)
           SELECT $1::uuid, item.id, counted.before + item.place, item.title, $2::bigint, item.at, item.at
           FROM counted CROSS JOIN unnest($3::uuid[], $4::text[], $5::timestamptz[])
             WITH ORDINALITY AS item (id, title, at, place)
           RETURNING issue.project_id, issue.id, issue.title, issue.summary)`),
    values: [
      projectId,
      version,
      issues.map((issue) => issue.id),
      issues.map((issue) => issue.title),
      issues.map((issue) => issue.at),
    ],
  })
}

/** Marks issues as decided by people: workers reload them and never merge them into others on their own. */
export async function markDecided(tx: Tx, projectId: string, ids: string[], version: number): Promise<void> {
  await tx.query(
    `UPDATE issue SET held = true, unsettled = true, state_version = $3 WHERE project_id = $1 AND id = ANY($2::uuid[])`,
    [projectId, ids, version],
  )
}

export async function markMerged(
  tx: Tx,
  projectId: string,
  from: string,
  into: string | null,
  version: number,
  at: Date,
): Promise<void> {
  await tx.query({
    name: 'mark-merged',
    text: `UPDATE issue SET merged_into = $3::uuid, unsettled = $3::uuid IS NULL, state_version = $4, updated_at = $5
           WHERE project_id = $1 AND id = $2`,
    values: [projectId, from, into, version, at],
  })
  await (into === null ? takeBack(tx, projectId, from) : handOver(tx, projectId, from, into))
}

export type IssueChange = {
  title?: string
  title_by?: TitleMaker
  status?: IssueStatus
  status_note?: string | null
  /** Whether agents may see the issue's title; undefined leaves that unchanged. */
  accepted?: boolean
}

export async function updateIssueRow(
  tx: Tx,
  projectId: string,
  id: string,
  change: IssueChange,
  at: Date,
): Promise<void> {
  await tx.query(
    searchable(`worded AS (
           UPDATE issue SET title = coalesce($3::text, title), title_by = coalesce($4::text, title_by),
       status = coalesce($5::text, status), status_note = CASE WHEN $6::boolean THEN $7::text ELSE status_note END,
       status_changed_at = CASE WHEN $5::text IS NULL THEN status_changed_at ELSE $8::timestamptz END,
       regressed_at = CASE WHEN $5::text IN ('resolved', 'ignored') THEN NULL ELSE regressed_at END,
       accepted_title = CASE $9::boolean WHEN true THEN coalesce($3::text, title) WHEN false THEN NULL ELSE accepted_title END,
       accepted_title_by = CASE $9::boolean WHEN true THEN coalesce($4::text, title_by) WHEN false THEN NULL
                                   ELSE accepted_title_by END,
       resolved_at = CASE WHEN $5::text = 'resolved' THEN $8::timestamptz WHEN $5::text IS NULL OR regressed_at IS NOT NULL THEN resolved_at END,
       updated_at = $8::timestamptz
     WHERE project_id = $1 AND id = $2
           RETURNING issue.project_id, issue.id, issue.title, issue.summary)`),
    [
      projectId,
      id,
      change.title ?? null,
      change.title_by ?? null,
      change.status ?? null,
      change.status_note !== undefined,
      change.status_note ?? null,
      at,
      change.accepted ?? null,
    ],
  )
}

/** Saves, for regrouped issues, the probability that one of their observations does not belong. */
export async function saveDoubts(
  tx: Tx,
  projectId: string,
  doubts: { id: string; doubt: number | null }[],
): Promise<void> {
  if (doubts.length === 0) return
  await tx.query({
    name: 'save-doubts',
    text: `UPDATE issue SET doubt = item.doubt FROM unnest($2::uuid[], $3::real[]) AS item (id, doubt)
           WHERE project_id = $1 AND issue.id = item.id AND issue.doubt IS DISTINCT FROM item.doubt`,
    values: [projectId, doubts.map(({ id }) => id), doubts.map(({ doubt }) => doubt)],
  })
}

/** An assistant has seen the newest undecided members, which therefore stay unless it moves them. */
export async function pinSeen(tx: Tx, projectId: string, id: string, shown: number): Promise<void> {
  await tx.query(
    `UPDATE issue_observation SET placed_by = 'assistant' WHERE project_id = $1 AND observation_id IN (
       SELECT observation_id FROM issue_observation
       WHERE project_id = $1 AND issue_id = $2 AND placed_by NOT IN ('assistant', 'person')
       ORDER BY observation_id DESC LIMIT $3)`,
    [projectId, id, shown],
  )
}

/** Members of a large issue that were not shown are shown next time. */
export async function markReviewed(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.query(
    `UPDATE issue SET reviewed_count = (
       SELECT count(*) FROM issue_observation
       WHERE project_id = $1 AND issue_id = $2 AND placed_by IN ('assistant', 'person'))
     WHERE project_id = $1 AND id = $2`,
    [projectId, id],
  )
}

/** An issue is reviewed again when a third of it has not been seen. */
const GROWN = 1.5

export type ToReview = { id: string; doubt: number | null; sort_key: string }

/** The most doubtful first; issues with one observation last. */
export async function selectToReview(
  tx: Tx,
  projectId: string,
  after: { key: string; id: string } | null,
  limit: number,
): Promise<ToReview[]> {
  const { rows } = await tx.query<ToReview>({
    name: 'select-to-review',
    text: `SELECT id, doubt, coalesce(doubt, -1)::text AS sort_key FROM issue
           WHERE project_id = $1 AND merged_into IS NULL AND observation_count > 0
             AND (reviewed_count IS NULL OR observation_count >= reviewed_count * ${GROWN})
             AND ($2::real IS NULL OR (coalesce(doubt, -1), id) < ($2::real, $3::uuid))
           ORDER BY coalesce(doubt, -1) DESC, id DESC LIMIT $4`,
    values: [projectId, after?.key ?? null, after?.id ?? null, limit],
  })
  return rows
}
