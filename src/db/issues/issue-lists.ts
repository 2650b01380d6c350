// Reads issues: filtered lists and single issues.
import type { Assignee } from '../../contract/issues/ownership.ts'
import type {
  IssueKind,
  IssueOrder,
  IssueStatus,
  JudgedBy,
  Severity,
  SummaryMaker,
  TitleMaker,
} from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'

export type IssueRow = {
  id: string
  /** Counted per project, from 1. */
  number: number
  title: string
  title_by: TitleMaker
  summary: string
  summary_by: SummaryMaker
  quotes: { observation_id: string; text: string }[]
  kind: IssueKind
  kind_by: JudgedBy
  /** Null for praise. */
  severity: Severity | null
  severity_by: JudgedBy
  severity_reasons: string[]
  neighbours: { issue_id: string; score: number }[]
  status: IssueStatus
  status_note: string | null
  regressed_at: Date | null
  merged_into: string | null
  observation_count: number
  user_count: number
  sentiment_counts: number[]
  first_seen: Date | null
  last_seen: Date | null
  created_at: Date
  updated_at: Date
  assignee: Assignee | null
  comment_count: number
  /** When somebody first opened it. */
  seen_at: Date | null
  /** The value that the list is sorted by, as text for the cursor. */
  sort_key?: string
}

const COLUMNS = `id, number, title, title_by, summary, summary_by, quotes, kind, kind_by, severity, severity_by, severity_reasons,
  neighbours, status, status_note, regressed_at, merged_into, observation_count, user_count, sentiment_counts, first_seen, last_seen,
  created_at, updated_at, seen_at,
  (SELECT jsonb_build_object('account_id', taker.id, 'name', taker.name, 'email', taker.email)
   FROM account_user taker WHERE taker.id = issue.assignee_id) AS assignee,
  (SELECT count(*)::int FROM issue_comment
   WHERE issue_comment.project_id = issue.project_id AND issue_id = issue.id) AS comment_count`

/** Every order has an indexed column, so that a page is read from the index whatever the number of issues. */
const SORTS: Record<IssueOrder, { column: string; type: string }> = {
  last_seen: { column: 'last_seen', type: 'timestamptz' },
  first_seen: { column: 'first_seen', type: 'timestamptz' },
  observations: { column: 'observation_count', type: 'int' },
  users: { column: 'user_count', type: 'int' },
  severity: { column: 'severity_rank', type: 'smallint' },
}

export type IssueFilter = {
  status?: IssueStatus[]
  kind?: IssueKind[]
  severity?: Severity[]
  regressed?: 'true'
  new_since?: Date
  tag?: string
  assignee?: string
  assigned?: 'none'
  ids?: string[]
}

const CONDITIONS: Record<keyof IssueFilter, (parameter: string) => string> = {
  status: (p) => `status = ANY(${p})`,
  kind: (p) => `kind = ANY(${p})`,
  severity: (p) => `severity = ANY(${p})`,
  regressed: (p) => `regressed_at IS NOT NULL AND ${p}::text = 'true'`,
  new_since: (p) => `first_seen >= ${p}`,
  tag: (p) => `EXISTS (SELECT FROM issue_tag t WHERE t.project_id = issue.project_id AND t.issue_id = issue.id
      AND t.tag_id = ${p} AND t.count > 0)`,
  assignee: (p) => `assignee_id = ${p}`,
  assigned: (p) => `assignee_id IS NULL AND ${p}::text = 'none'`,
  ids: (p) => `id = ANY(${p}::uuid[])`,
}

export type IssuePage = { sort: IssueOrder; after: { key: string; id: string } | null; limit: number }

export async function selectIssues(
  tx: Tx,
  projectId: string,
  filter: IssueFilter,
  page: IssuePage,
): Promise<IssueRow[]> {
  const values: unknown[] = [projectId, page.limit]
  const { column, type } = SORTS[page.sort]
  const conditions = conditionsOf(filter, values)
  if (page.after) {
    const key = `$${values.push(page.after.key)}::${type}`
    conditions.push(`(${column}, id) < (${key}, $${values.push(page.after.id)}::uuid)`)
  }
  const { rows } = await tx.query<IssueRow>(
    `SELECT ${COLUMNS}, ${column}::text AS sort_key FROM issue WHERE ${listed(column, conditions)}
     ORDER BY ${column} DESC, id DESC LIMIT $2`,
    values,
  )
  return rows
}

/** All ids of the list, as of one moment. */
export async function selectIssueIds(
  tx: Tx,
  projectId: string,
  filter: IssueFilter,
  sort: IssueOrder,
): Promise<string[]> {
  const values: unknown[] = [projectId]
  const { column } = SORTS[sort]
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM issue WHERE ${listed(column, conditionsOf(filter, values))} ORDER BY ${column} DESC, id DESC`,
    values,
  )
  return rows.map(({ id }) => id)
}

const listed = (column: string, conditions: string[]): string =>
  ['project_id = $1', 'merged_into IS NULL', `${column} IS NOT NULL`, ...conditions].join(' AND ')

function conditionsOf(filter: IssueFilter, values: unknown[]): string[] {
  return Object.entries(filter).map(([name, value]) =>
    CONDITIONS[name as keyof IssueFilter](`$${values.push(value)}`),
  )
}

/** Counts the issues of a list with this filter. */
export async function countIssueRows(
  tx: Tx,
  projectId: string,
  filter: IssueFilter,
): Promise<{ status: IssueStatus; count: number }[]> {
  const values: unknown[] = [projectId]
  const { rows } = await tx.query<{ status: IssueStatus; count: number }>(
    `SELECT status, count(*)::int AS count FROM issue
     WHERE ${listed('last_seen', conditionsOf(filter, values))} GROUP BY status`,
    values,
  )
  return rows
}

export async function selectIssue(tx: Tx, projectId: string, id: string): Promise<IssueRow | undefined> {
  const rows = await selectIssuesByIds(tx, projectId, [id])
  return rows[0]
}

/** In the order of the ids. Leaves out unknown ids. */
export async function selectIssuesByIds(tx: Tx, projectId: string, ids: string[]): Promise<IssueRow[]> {
  const { rows } = await tx.query<IssueRow>(
    `SELECT ${COLUMNS} FROM issue WHERE project_id = $1 AND id = ANY($2::uuid[])
     ORDER BY array_position($2::uuid[], id)`,
    [projectId, ids],
  )
  return rows
}
