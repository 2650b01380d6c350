// Statements on issues themselves; their members and counters have a file of their own.

import {
  type IssueKind,
  type IssueStatus,
  type JudgedBy,
  SEVERITIES,
  type Severity,
  type TitleMaker,
} from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'
import { handOver, takeBack } from './issue-owners.ts'

/** Their members changed in this version: other workers read them again, and they are looked at once more. */
export async function touchIssues(tx: Tx, projectId: string, ids: string[], version: number): Promise<void> {
  if (ids.length === 0) return
  await tx.query({
    name: 'touch-issues',
    text: `UPDATE issue SET unsettled = true, state_version = $3 WHERE project_id = $1 AND id = ANY($2::uuid[])`,
    values: [projectId, ids, version],
  })
}

/** Those that have waited longest to be looked at. */
export async function selectUnsettled(tx: Tx, projectId: string, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'select-unsettled',
    text: `SELECT id FROM issue WHERE project_id = $1 AND unsettled AND merged_into IS NULL
           ORDER BY state_version, id LIMIT $2`,
    values: [projectId, limit],
  })
  return rows.map((row) => row.id)
}

export async function settleIssues(tx: Tx, projectId: string, ids: string[]): Promise<void> {
  await tx.query(
    'UPDATE issue SET unsettled = false WHERE project_id = $1 AND id = ANY($2::uuid[]) AND unsettled',
    [projectId, ids],
  )
}

/** Those of the issues that somebody has looked at. */
export async function selectSeen(tx: Tx, projectId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM issue WHERE project_id = $1 AND id = ANY($2::uuid[]) AND seen_at IS NOT NULL',
    [projectId, ids],
  )
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

/** Numbered in their order, after all that the project ever had; the digest lock makes it a line. */
export async function insertIssues(
  tx: Tx,
  projectId: string,
  issues: NewIssue[],
  version: number,
): Promise<void> {
  if (issues.length === 0) return
  await tx.query({
    name: 'insert-issues',
    text: `WITH counted AS (
             UPDATE digest_state SET last_issue_number = last_issue_number + cardinality($3::uuid[])
             WHERE project_id = $1 RETURNING last_issue_number - cardinality($3::uuid[]) AS before)
           INSERT INTO issue (project_id, id, number, title, state_version, created_at, updated_at)
           SELECT $1::uuid, item.id, counted.before + item.place, item.title, $2::bigint, item.at, item.at
           FROM counted CROSS JOIN unnest($3::uuid[], $4::text[], $5::timestamptz[])
             WITH ORDINALITY AS item (id, title, at, place)`,
    values: [
      projectId,
      version,
      issues.map((issue) => issue.id),
      issues.map((issue) => issue.title),
      issues.map((issue) => issue.at),
    ],
  })
}

/** A person changed it: grouping reads it again, and never folds it into another on its own. */
export async function holdIssues(tx: Tx, projectId: string, ids: string[], version: number): Promise<void> {
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
  await tx.query(
    `UPDATE issue SET merged_into = $3::uuid, unsettled = $3::uuid IS NULL, state_version = $4, updated_at = $5
     WHERE project_id = $1 AND id = $2`,
    [projectId, from, into, version, at],
  )
  await (into === null ? takeBack(tx, projectId, from) : handOver(tx, projectId, from, into))
}

export type IssueDescription = {
  id: string
  title: string
  summary: string
  quotes: { observation_id: string; text: string }[]
  kind: IssueKind
  /** Null: praise. */
  severity: Severity | null
  severity_reasons: string[]
  neighbours: { issue_id: string; score: number }[]
}

/**
 * All of a batch in one statement: 15 of them took 74 ms where 339 single ones took 130. What a person worded or judged
 * stays.
 */
export async function saveDescriptions(
  tx: Tx,
  projectId: string,
  issues: IssueDescription[],
  at: Date,
): Promise<void> {
  if (issues.length === 0) return
  await tx.query({
    name: 'save-descriptions',
    text: `UPDATE issue SET
             title = CASE WHEN issue.title_by = 'person' THEN issue.title ELSE item.title END,
             title_by = CASE WHEN issue.title_by = 'person' THEN 'person' ELSE 'machine' END,
             summary = item.summary, quotes = item.quotes,
             kind = CASE WHEN issue.kind_by = 'person' THEN issue.kind ELSE item.kind END,
             severity = CASE WHEN issue.severity_by = 'person' THEN issue.severity ELSE item.severity END,
             severity_rank = CASE WHEN issue.severity_by = 'person' THEN issue.severity_rank
                                  ELSE ${rankOf('item.severity')} END,
             severity_reasons = CASE WHEN issue.severity_by = 'person' THEN '{}' ELSE item.severity_reasons END,
             neighbours = item.neighbours,
             described_count = issue.observation_count, redescribe = false, updated_at = $3
           FROM jsonb_to_recordset($2::jsonb) AS item (id uuid, title text, summary text, quotes jsonb, kind text,
             severity text, severity_reasons text[], neighbours jsonb)
           WHERE issue.project_id = $1 AND issue.id = item.id`,
    values: [projectId, JSON.stringify(issues), at],
  })
}

/** None ranks below the least: praise comes last. */
const rankOf = (severity: string): string =>
  `coalesce(array_position(ARRAY['${SEVERITIES.join("', '")}'], ${severity}), 0) - 1`

export type ModelWording = { title: string; summary: string }

/** A person's title is not touched; nor is an issue that changed while the model was thinking about it. */
export async function saveModelWording(
  tx: Tx,
  projectId: string,
  { id, updated_at }: { id: string; updated_at: Date },
  { title, summary }: ModelWording,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE issue SET title = CASE WHEN title_by = 'person' THEN title ELSE $3 END,
       title_by = CASE WHEN title_by = 'person' THEN title_by ELSE 'model' END, summary = $4, updated_at = $5
     WHERE project_id = $1 AND id = $2 AND updated_at = $6 AND NOT redescribe`,
    [projectId, id, title, summary, at, updated_at],
  )
}

export type IssueFacts = {
  id: string
  title: string
  title_by: TitleMaker
  kind: IssueKind
  kind_by: JudgedBy
  severity: Severity | null
  severity_by: JudgedBy
  described_count: number
  observation_count: number
  user_count: number
  project_users: number
  sentiment_counts: number[]
  last_week: number
  week_before: number
}

const STALE = 1.25 // a description is made again when the issue has grown by a quarter, and at each of the first few

/** What a description needs to know, of those issues whose description has fallen behind. */
export async function selectStaleDescriptions(
  tx: Tx,
  projectId: string,
  ids: string[],
  now: Date,
): Promise<IssueFacts[]> {
  const { rows } = await tx.query<IssueFacts>({
    name: 'select-stale-descriptions',
    text: `SELECT id, title, title_by, kind, kind_by, severity, severity_by, described_count, observation_count,
             user_count, sentiment_counts,
             (SELECT user_count FROM digest_state WHERE project_id = $1) AS project_users,
             coalesce((SELECT sum(count) FROM issue_day WHERE project_id = $1 AND issue_id = issue.id
                       AND day > $3::date - 7), 0)::int AS last_week,
             coalesce((SELECT sum(count) FROM issue_day WHERE project_id = $1 AND issue_id = issue.id
                       AND day > $3::date - 14 AND day <= $3::date - 7), 0)::int AS week_before
           FROM issue WHERE project_id = $1 AND id = ANY($2::uuid[]) AND merged_into IS NULL
             AND observation_count > 0
             AND (observation_count < 6 OR observation_count >= described_count * ${STALE}
                  OR observation_count < described_count OR redescribe)`,
    values: [projectId, ids, now],
  })
  return rows
}

export type IssueChange = {
  title?: string
  title_by?: TitleMaker
  status?: IssueStatus
  status_note?: string | null
  /** Whether agents may be told the title that it has then; left out, what they are told stays. */
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
    `UPDATE issue SET title = coalesce($3::text, title), title_by = coalesce($4::text, title_by),
       status = coalesce($5::text, status), status_note = CASE WHEN $6::boolean THEN $7::text ELSE status_note END,
       status_changed_at = CASE WHEN $5::text IS NULL THEN status_changed_at ELSE $8::timestamptz END,
       regressed_at = CASE WHEN $5::text IN ('resolved', 'ignored') THEN NULL ELSE regressed_at END,
       accepted_title = CASE $9::boolean WHEN true THEN coalesce($3::text, title) WHEN false THEN NULL ELSE accepted_title END,
       accepted_title_by = CASE $9::boolean WHEN true THEN coalesce($4::text, title_by) WHEN false THEN NULL
                                   ELSE accepted_title_by END,
       resolved_at = CASE WHEN $5::text = 'resolved' THEN $8::timestamptz WHEN $5::text IS NULL OR regressed_at IS NOT NULL THEN resolved_at END,
       updated_at = $8::timestamptz
     WHERE project_id = $1 AND id = $2`,
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

export type Judgment = {
  kind: IssueKind
  kind_by: JudgedBy
  severity: Severity | null
  severity_by: JudgedBy
}

/** Of which kind it is and how severe, and who says so; what the machine has to say anew, the digest will. */
export async function saveJudgment(
  tx: Tx,
  projectId: string,
  id: string,
  { kind, kind_by, severity, severity_by }: Judgment,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE issue SET kind = $3, kind_by = $4, severity = $5, severity_by = $6, severity_rank = ${rankOf('$5')},
       severity_reasons = CASE WHEN severity IS DISTINCT FROM $5 OR $6 = 'person' THEN '{}' ELSE severity_reasons END,
       redescribe = true, updated_at = $7
     WHERE project_id = $1 AND id = $2`,
    [projectId, id, kind, kind_by, severity, severity_by, at],
  )
}
