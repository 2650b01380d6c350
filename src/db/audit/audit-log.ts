// Statements on the audit log: who changed what, newest first.
import type { AuditMaker } from '../../contract/labels.ts'
import { type Page, pageOf, SOME } from '../page.ts'
import type { Tx } from '../pool.ts'

export type AuditRow = {
  id: string
  at: Date
  actor: string
  action: string
  subject_id: string | null
  facts: Record<string, unknown>
}

export async function insertAudit(tx: Tx, projectId: string, rows: AuditRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query({
    name: 'insert-audit',
    text: `INSERT INTO audit_log (project_id, id, at, actor, action, subject_id, facts)
           SELECT $1::uuid, * FROM
             unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::uuid[], $7::jsonb[])`,
    values: [
      projectId,
      rows.map(({ id }) => id),
      rows.map(({ at }) => at),
      rows.map(({ actor }) => actor),
      rows.map(({ action }) => action),
      rows.map(({ subject_id }) => subject_id),
      rows.map(({ facts }) => JSON.stringify(facts)),
    ],
  })
}

/** For one action that takes several transactions: each of them writes how far it came. */
export async function updateAuditFacts(
  tx: Tx,
  projectId: string,
  id: string,
  facts: AuditRow['facts'],
): Promise<void> {
  await tx.query('UPDATE audit_log SET facts = $3 WHERE project_id = $1 AND id = $2', [
    projectId,
    id,
    JSON.stringify(facts),
  ])
}

/** What the digest moved and merged by itself, of all projects; what people did is kept for as long as the project. */
export async function deleteMovesBefore(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM audit_log WHERE ctid = ANY(ARRAY(SELECT ctid FROM audit_log
       WHERE actor = 'machine' AND action IN ('observation.moved', 'issue.merged') AND at < $1 ${SOME}))`,
    [before],
  )
  return rowCount ?? 0
}

/** Entries about observations stay; which ones they were about is forgotten with these. */
export async function forgetSubjects(tx: Tx, projectId: string, ids: string[]): Promise<void> {
  await tx.query(
    'UPDATE audit_log SET subject_id = NULL WHERE project_id = $1 AND subject_id = ANY($2::uuid[])',
    [projectId, ids],
  )
}

/** What issues were called before a person named them, and what assistants wrote: words of their observations, which go with these. */
export async function forgetFoundTitles(tx: Tx, projectId: string, issueIds: string[]): Promise<void> {
  await tx.query(
    `UPDATE audit_log SET facts =
       CASE WHEN facts ->> 'by' = 'assistant' THEN facts - 'title' - 'summary' ELSE facts END #- '{was,title}'
     WHERE project_id = $1 AND subject_id = ANY($2::uuid[]) AND action = 'issue.changed'`,
    [projectId, issueIds],
  )
}

export type AuditFilter = { subject: string | null; by: AuditMaker | null }

/** As the partial indexes have it, or they would not be used. */
const MADE_BY: Record<AuditMaker, string> = {
  people: "AND actor <> 'machine'",
  machine: "AND actor = 'machine'",
}

type NamedIssue = { id: string; number: number; title: string }

/** With what things are called now: names are not kept in the log, where nothing would take them away. */
export type AuditRowInContext = AuditRow & { subject_title: string | null; issues: NamedIssue[] }

/** The other issues of a merge, split or move, which the facts know by their ids. */
const OTHER_ISSUES = `(SELECT coalesce(json_agg(json_build_object('id', id, 'number', number, 'title', title)), '[]')
  FROM issue WHERE issue.project_id = entry.project_id AND id = ANY (ARRAY(
    SELECT value::uuid FROM unnest(ARRAY[entry.facts ->> 'into', entry.facts ->> 'from']) AS value
    WHERE value ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$')))`

export async function selectAudit(
  tx: Tx,
  projectId: string,
  { subject, by }: AuditFilter,
  page: Page,
): Promise<AuditRowInContext[]> {
  const { rows } = await tx.query<AuditRowInContext>(
    `SELECT entry.*, coalesce(issue.title, study.question, observation.title) AS subject_title,
       ${OTHER_ISSUES} AS issues FROM (
       SELECT project_id, id, at, actor, action, subject_id, facts FROM audit_log
       WHERE project_id = $1 AND ($2::uuid IS NULL OR subject_id = $2) AND ${pageOf('id', 3)}
         ${by === null ? '' : MADE_BY[by]}
       ORDER BY id DESC LIMIT $4) AS entry
     LEFT JOIN issue ON issue.project_id = entry.project_id AND issue.id = entry.subject_id
     LEFT JOIN study ON study.project_id = entry.project_id AND study.id = entry.subject_id
     LEFT JOIN observation ON observation.project_id = entry.project_id AND observation.id = entry.subject_id
     ORDER BY entry.id DESC`,
    [projectId, subject, page.before, page.limit],
  )
  return rows
}
