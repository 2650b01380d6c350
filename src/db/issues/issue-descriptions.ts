// Statements on descriptions of issues: titles, summaries, quotes, kinds and severities.
import {
  DECIDERS,
  type IssueKind,
  type JudgedBy,
  SEVERITIES,
  type Severity,
  type Stake,
  type TitleMaker,
} from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'
import { searchable } from './issue-searches.ts'

/** Whose titles, kinds and severities the digest does not replace. */
const DECIDED = `('${DECIDERS.join("', '")}')`

export type IssueDescription = {
  id: string
  title: string
  summary: string
  quotes: { observation_id: string; text: string }[]
  kind: IssueKind
  /** Null for praise. */
  severity: Severity | null
  severity_reasons: string[]
  neighbours: { issue_id: string; score: number }[]
}

/** Saves a batch in one statement, because one statement per issue is slower. Keeps what a person wrote or judged. */
export async function saveDescriptions(
  tx: Tx,
  projectId: string,
  issues: IssueDescription[],
  at: Date,
): Promise<void> {
  if (issues.length === 0) return
  await tx.query({
    name: 'save-descriptions',
    text: searchable(`worded AS (
           UPDATE issue SET
             title = CASE WHEN issue.title_by IN ${DECIDED} THEN issue.title ELSE item.title END,
             title_by = CASE WHEN issue.title_by IN ${DECIDED} THEN issue.title_by ELSE 'machine' END,
             summary = CASE WHEN issue.summary_by = 'machine' THEN item.summary ELSE issue.summary END, quotes = item.quotes,
             kind = CASE WHEN issue.kind_by IN ${DECIDED} THEN issue.kind ELSE item.kind END,
             severity = CASE WHEN issue.severity_by = 'person' THEN issue.severity ELSE item.severity END,
             severity_rank = CASE WHEN issue.severity_by = 'person' THEN issue.severity_rank
                                  ELSE ${rankOf('item.severity')} END,
             severity_reasons = CASE WHEN issue.severity_by = 'person' THEN '{}' ELSE item.severity_reasons END,
             neighbours = item.neighbours,
             described_count = issue.observation_count, redescribe = false, updated_at = $3
           FROM jsonb_to_recordset($2::jsonb) AS item (id uuid, title text, summary text, quotes jsonb, kind text,
             severity text, severity_reasons text[], neighbours jsonb)
           WHERE issue.project_id = $1 AND issue.id = item.id
           RETURNING issue.project_id, issue.id, issue.title, issue.summary)`),
    values: [projectId, JSON.stringify(issues), at],
  })
}

/** Null ranks below the lowest severity: praise is last. */
const rankOf = (severity: string): string =>
  `coalesce(array_position(ARRAY['${SEVERITIES.join("', '")}'], ${severity}), 0) - 1`

export type ModelWording = { title: string; summary: string }

/** Keeps a person's title, and skips an issue that changed while the model was answering. */
export async function saveModelWording(
  tx: Tx,
  projectId: string,
  { id, updated_at }: { id: string; updated_at: Date },
  { title, summary }: ModelWording,
  at: Date,
): Promise<void> {
  await tx.query(
    searchable(`worded AS (
           UPDATE issue SET title = CASE WHEN title_by IN ${DECIDED} THEN title ELSE $3 END,
       title_by = CASE WHEN title_by IN ${DECIDED} THEN title_by ELSE 'model' END,
       summary = CASE WHEN summary_by = 'machine' THEN $4 ELSE summary END, updated_at = $5
     WHERE project_id = $1 AND id = $2 AND updated_at = $6 AND NOT redescribe
           RETURNING issue.project_id, issue.id, issue.title, issue.summary)`),
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
  /** What must not be buried, said by any of its notes. */
  stakes: Stake[]
}

const STALE = 1.25 // an issue is described again after each of its first members, and then whenever it has grown by a quarter

/** What describing needs, of the issues whose description is out of date. */
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
                       AND day > $3::date - 14 AND day <= $3::date - 7), 0)::int AS week_before,
             ARRAY(SELECT DISTINCT stake FROM issue_observation m
                   WHERE m.project_id = $1 AND m.issue_id = issue.id AND stake IS NOT NULL) AS stakes
           FROM issue WHERE project_id = $1 AND id = ANY($2::uuid[]) AND merged_into IS NULL
             AND observation_count > 0
             AND (observation_count < 6 OR observation_count >= described_count * ${STALE}
                  OR observation_count < described_count OR redescribe)`,
    values: [projectId, ids, now],
  })
  return rows
}

/** Null gives the summary back to the digest, which writes it in its next step. */
export async function saveSummary(
  tx: Tx,
  projectId: string,
  id: string,
  summary: string | null,
  at: Date,
): Promise<void> {
  await tx.query(
    searchable(`worded AS (
           UPDATE issue SET summary = coalesce($3::text, summary), redescribe = redescribe OR $3::text IS NULL, updated_at = $4,
       summary_by = CASE WHEN $3::text IS NULL THEN 'machine' ELSE 'assistant' END
     WHERE project_id = $1 AND id = $2
           RETURNING issue.project_id, issue.id, issue.title, issue.summary)`),
    [projectId, id, summary, at],
  )
}

export type Judgment = {
  kind: IssueKind
  kind_by: JudgedBy
  severity: Severity | null
  severity_by: JudgedBy
}

/** Saves kind and severity, and who decided them. The digest fills in what is left to the machine. */
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
