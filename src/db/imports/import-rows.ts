// Statements on the rows of imports: as they wait, as they become observations, and as they go again.
import type { ImportedRow } from '../../contract/imports/imports.ts'
import type { Tx } from '../pool.ts'
import { heldProject } from '../projects/held-project.ts'
import type { OpenImport } from './imports.ts'

export type WaitingRow = ImportedRow & { number: number }
export type RefusedRow = { number: number; reason: string }

/** Adds to an import that is being received; false when it is gone. */
export async function insertImportRows(
  tx: Tx,
  projectId: string,
  importId: string,
  { waiting, refused, at }: { waiting: WaitingRow[]; refused: RefusedRow[]; at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'insert-import-rows',
    text: `WITH counted AS (
             UPDATE import SET read = read + $3, refused = refused + $4, stepped_at = $5
             WHERE project_id = $1 AND id = $2 AND state = 'receiving' RETURNING project_id, id),
           waiting AS (
             INSERT INTO import_row (project_id, import_id, number, user_id, interaction_id, title, description,
               user_sentiment, observed_at, external_id)
             SELECT counted.*, item.* FROM counted, json_to_recordset($6::json) AS item (number int, user_id text,
               interaction_id text, title text, description text, user_sentiment text, observed_at timestamptz,
               external_id text)),
           refused AS (
             INSERT INTO import_error (project_id, import_id, number, reason)
             SELECT counted.*, item.* FROM counted, json_to_recordset($7::json) AS item (number int, reason text))
           SELECT FROM counted`,
    values: [
      projectId,
      importId,
      waiting.length + refused.length,
      refused.length,
      at,
      JSON.stringify(waiting),
      JSON.stringify(refused),
    ],
  })
  return rowCount === 1
}

/** `found` may be more than were `taken`: rows of a user who is erased at the same time go before they become anything. */
export type Stored = { found: number; taken: number; stored: number; last: number | null }

/**
 * The next rows become observations with a digest job each, unless their external id is there already. Rows that became
 * one are gone with the same commit: whatever is killed, none is stored twice.
 */
export async function storeImportRows(
  tx: Tx,
  { project_id, id, stored_to }: OpenImport,
  ids: string[],
  at: Date,
): Promise<Stored> {
  const { rows } = await tx.query<Stored>({
    name: 'store-import-rows',
    text: `WITH found AS MATERIALIZED (
             SELECT number FROM import_row WHERE project_id = $1 AND import_id = $2 AND number > $3
             ORDER BY number LIMIT cardinality($4::uuid[])),
           taken AS (
             DELETE FROM import_row WHERE project_id = $1 AND import_id = $2
               AND number = ANY(ARRAY(SELECT number FROM found))
             RETURNING *),
           placed AS (SELECT taken.*, row_number() OVER (ORDER BY number) AS place FROM taken),
           stored AS (
             INSERT INTO observation (project_id, id, user_id, interaction_id, source, title, description,
               user_sentiment, observed_at, created_at, import_id, external_id)
             SELECT $1, made.id, user_id, interaction_id, 'import', title, description, user_sentiment,
               coalesce(observed_at, $5), $5, $2, external_id
             FROM ${heldProject('$1')}, placed JOIN unnest($4::uuid[]) WITH ORDINALITY AS made (id, place) USING (place)
             ORDER BY place
             ON CONFLICT (project_id, external_id) WHERE external_id IS NOT NULL DO NOTHING
             RETURNING id),
           queued AS (
             INSERT INTO digest_job (project_id, observation_id, due_at, imported) SELECT $1, id, $5, true FROM stored)
           SELECT (SELECT count(*)::int FROM found) AS found, (SELECT max(number) FROM found) AS last,
             (SELECT count(*)::int FROM taken) AS taken,
             (SELECT count(*)::int FROM stored) AS stored`,
    values: [project_id, id, stored_to, ids, at],
  })
  return rows[0] as Stored
}

/** How many of those that still wait, or of the reasons, were found; by the end, all of them are gone. */
export async function deleteImportRows(
  tx: Tx,
  { project_id, id }: Pick<OpenImport, 'project_id' | 'id'>,
  limit: number,
  table: 'import_row' | 'import_error' = 'import_row',
): Promise<number> {
  const { rows } = await tx.query<{ found: number }>(
    `WITH found AS MATERIALIZED (
       SELECT number FROM ${table} WHERE project_id = $1 AND import_id = $2 ORDER BY number LIMIT $3),
     gone AS (
       DELETE FROM ${table} WHERE project_id = $1 AND import_id = $2 AND number = ANY(ARRAY(SELECT number FROM found)))
     SELECT count(*)::int AS found FROM found`,
    [project_id, id, limit],
  )
  return rows[0]?.found ?? 0
}

export async function selectImportedIds(
  tx: Tx,
  { project_id, id }: OpenImport,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM observation WHERE project_id = $1 AND import_id = $2 ORDER BY id LIMIT $3',
    [project_id, id, limit],
  )
  return rows.map((row) => row.id)
}

export type UserWaitingRow = Omit<WaitingRow, 'user_id' | 'observed_at'> & {
  import_id: string
  observed_at: Date | null
}

/** Of one user, whichever import it is of; those after one place in all of them. */
export async function selectWaitingRowsOf(
  tx: Tx,
  projectId: string,
  userId: string,
  after: Pick<UserWaitingRow, 'import_id' | 'number'> | null,
  limit: number,
): Promise<UserWaitingRow[]> {
  const { rows } = await tx.query<UserWaitingRow>(
    `SELECT import_id, number, interaction_id, title, description, user_sentiment, observed_at, external_id
     FROM import_row WHERE project_id = $1 AND user_id = $2 AND ($3::uuid IS NULL OR (import_id, number) > ($3, $4))
     ORDER BY import_id, number LIMIT $5`,
    [projectId, userId, after?.import_id ?? null, after?.number ?? null, limit],
  )
  return rows
}

/** Of a user who is erased, what still waits, whichever import it is of. */
export async function deleteWaitingRowsOf(tx: Tx, projectId: string, userId: string): Promise<void> {
  await tx.query('DELETE FROM import_row WHERE project_id = $1 AND user_id = $2', [projectId, userId])
}

export async function selectImportErrors(
  tx: Tx,
  projectId: string,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<RefusedRow[]> {
  const { rows } = await tx.query<RefusedRow>(
    `SELECT number, reason FROM import_error WHERE project_id = $1 AND import_id = $2 AND number > $3
     ORDER BY number LIMIT $4`,
    [projectId, importId, after, limit],
  )
  return rows
}
