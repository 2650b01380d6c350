// Statements that read a whole project for an archive, and write one from it.

import { keepAllIssueSearches } from '../issues/issue-searches.ts'
import { createPool, type Database, PATIENT, type Tx } from '../pool.ts'
import type { Connection } from '../pooler.ts'
import { countAllFindings } from '../research/answer-digests.ts'
import { countAllTags } from '../tags/tag-counts.ts'

/** Each holds a connection for as long as its receiver takes, so that they have some of their own. */
export const EXPORTS_AT_ONCE = 2

export const openExportPool = (connection: Connection): Database =>
  createPool(connection, EXPORTS_AT_ONCE, PATIENT)

/** What an archive holds, each table after those that it refers to; with the columns that stay behind. */
export const ARCHIVED = {
  project_privacy: [],
  note_settings: [],
  project_limits: [],
  redaction_day: [],
  tag: [],
  study: [],
  answer: [],
  study_showing: [],
  study_reach: [],
  theme: [],
  theme_merge: [],
  answer_digest: [],
  answer_job: [],
  guideline: [],
  saved_view: [],
  import: [],
  import_error: [],
  observation: [],
  observation_tag: [],
  observation_digest: [],
  observation_search: [],
  digest_job: [],
  issue: ['assignee_id'], // accounts belong to their instance
  issue_observation: [],
  issue_user: [],
  issue_day: [],
  issue_pair: [],
  issue_merge: [],
  issue_comment: ['author_id', 'mentions'],
  issue_ticket: [],
  project_user: [],
  project_day: [],
  digest_state: [],
  tag_rematch: [],
  audit_log: [],
} as const satisfies Record<string, readonly string[]>
export type ArchivedTable = keyof typeof ARCHIVED

/** What it does not hold, each with the reason. */
export const NOT_ARCHIVED: Record<string, string> = {
  api_key: 'who may get in is decided where the project is',
  project_member: 'accounts belong to their instance',
  project_invite: 'a secret',
  event_target: 'addresses and secrets of other systems',
  event: 'was told from where it happened',
  event_message: 'was sent from where it happened',
  event_queue: 'is told from where it happened',
  guideline_fetch: 'counts keys that stay behind',
  known_issues_fetch: 'counts keys that stay behind',
  idempotency_key: 'repeats of calls to the other address',
  study_list: 'conversations with the other address',
  tag_trial: 'somebody waits for it there',
  meaning_search: 'somebody waits for it there',
  test_observation: 'gone within a day',
  sample_month: 'sample data is no data of the team',
  import_row: 'waits for a worker there',
  observation_budget: 'counts what was stored there today',
  issue_search: 'made anew from the issues',
  tag_day: 'counted anew from the tags of observations',
  issue_tag: 'counted anew from the tags of observations',
  last_heard_day: 'counted anew from the users',
  answer_day: 'counted anew from the answers',
  theme_day: 'counted anew from what was found in answers',
  project_version: 'made by the database with the project',
}

/** Which migrations the schema has seen: the same columns mean the same only between equals. */
export async function selectSchema(tx: Tx): Promise<number[]> {
  const { rows } = await tx.query<{ versions: number[] }>(
    'SELECT array_agg(version ORDER BY version) AS versions FROM schema_migration',
  )
  return rows[0]?.versions ?? []
}

/** Those that the database does not make by itself, and that do not stay behind. */
async function columnsOf(tx: Tx, table: string, without: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> ALL($2)
     ORDER BY attnum`,
    [table, without],
  )
  return rows.map(({ name }) => name)
}

const PROJECT_STAYS = ['deleted_at', 'sample_of']

/** Everything that is read afterwards in this transaction is of one moment, however long it takes. */
export async function beginReading(tx: Tx): Promise<void> {
  await tx.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
    SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`)
}

export async function selectProjectForArchive(tx: Tx, projectId: string): Promise<object | undefined> {
  const { rows } = await tx.query<{ project: object }>(
    'SELECT to_jsonb(project) - $2::text[] AS project FROM project WHERE id = $1 AND deleted_at IS NULL',
    [projectId, PROJECT_STAYS],
  )
  return rows[0]?.project
}

/** The rows of a table as the text of JSON objects, some at a time, without the project's id. */
export async function* selectArchivedRows(
  tx: Tx,
  projectId: string,
  table: ArchivedTable,
  atOnce: number,
): AsyncGenerator<string[]> {
  const stays = ['project_id', ...ARCHIVED[table]]
  const made = await columnsOf(tx, table, stays)
  const columns = made.map((name) => `row.${name}`).join(', ')
  await tx.query(
    `DECLARE archived NO SCROLL CURSOR FOR SELECT row_to_json(part)::text AS line
     FROM ${table} row CROSS JOIN LATERAL (SELECT ${columns}) AS part WHERE row.project_id = '${asUuid(projectId)}'`,
  )
  for (;;) {
    const { rows } = await tx.query<{ line: string }>(`FETCH ${atOnce} FROM archived`)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await tx.query('CLOSE archived')
}

/** A cursor takes no parameters. */
const asUuid = (id: string): string => id.replaceAll(/[^0-9a-f-]/gi, '')

/** Gone for everyone until it is complete: `until` is when what came of it is removed if nothing more comes. */
export async function insertArrivingProject(tx: Tx, project: { id: string }, until: Date): Promise<boolean> {
  const columns = (await columnsOf(tx, 'project', PROJECT_STAYS)).join(', ')
  const { rowCount } = await tx.query(
    `INSERT INTO project (${columns}, deleted_at) SELECT ${columns}, $2 FROM jsonb_populate_record(NULL::project, $1)
     ON CONFLICT (id) DO NOTHING`,
    [JSON.stringify(project), until],
  )
  return rowCount === 1
}

/** False when it is gone: nothing came for too long. */
export async function prolongArrival(tx: Tx, projectId: string, until: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE project SET deleted_at = $2 WHERE id = $1 AND deleted_at IS NOT NULL',
    [projectId, until],
  )
  return rowCount === 1
}

/** Makes it visible, with the counters that an archive does not hold. */
export async function completeArrival(tx: Tx, projectId: string): Promise<void> {
  await countAllFindings(tx, projectId)
  await countAllTags(tx, projectId)
  await keepAllIssueSearches(tx, projectId)
  await tx.query(
    `WITH answers AS (
       INSERT INTO answer_day (project_id, study_id, day, count)
       SELECT project_id, study_id, (posted_at AT TIME ZONE 'UTC')::date, count(*) FROM answer
       WHERE project_id = $1 GROUP BY 1, 2, 3),
     users AS (
       INSERT INTO last_heard_day (project_id, day, count)
       SELECT project_id, (last_seen AT TIME ZONE 'UTC')::date, count(*) FROM project_user WHERE project_id = $1 GROUP BY 1, 2)
     UPDATE project SET deleted_at = NULL WHERE id = $1`,
    [projectId],
  )
}

/** `lines`: JSON objects; whatever else they name is left out. */
export async function insertArchivedRows(
  tx: Tx,
  projectId: string,
  table: ArchivedTable,
  lines: string[],
): Promise<void> {
  const columns = (await columnsOf(tx, table, ['project_id', ...ARCHIVED[table]])).join(', ')
  await tx.query(
    `INSERT INTO ${table} (project_id, ${columns})
     SELECT $1, ${columns} FROM json_populate_recordset(NULL::${table}, $2)`,
    [projectId, `[${lines.join(',')}]`],
  )
}
