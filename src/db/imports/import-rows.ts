// Statements on the rows of imports: as they wait, as they become observations, and as they go again.
import type { ImportedRow } from '../../contract/imports/imports.ts'
import type { Tx } from '../pool.ts'
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
               user_sentiment, observed_at, external_id, quote)
             SELECT counted.*, item.* FROM counted, json_to_recordset($6::json) AS item (number int, user_id text,
               interaction_id text, title text, description text, user_sentiment text, observed_at timestamptz,
               external_id text, quote text)),
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

/** `found` may be more than were taken: rows of a user who is erased at the same time go before they become anything. */
export type TakenRows = { found: number; last: number | null; taken: TakenRow[] }
export type TakenRow = Omit<WaitingRow, 'observed_at'> & { observed_at: Date | null }

/** The next rows, in their order, which are gone with the commit that makes observations of them. */
export async function takeImportRows(
  tx: Tx,
  { project_id, id, stored_to }: OpenImport,
  limit: number,
): Promise<TakenRows> {
  const { rows } = await tx.query<{ found: number; last: number | null } & TakenRow>({
    name: 'take-import-rows',
    text: `WITH found AS MATERIALIZED (
             SELECT number FROM import_row WHERE project_id = $1 AND import_id = $2 AND number > $3
             ORDER BY number LIMIT $4),
           taken AS (
             DELETE FROM import_row WHERE project_id = $1 AND import_id = $2
               AND number = ANY(ARRAY(SELECT number FROM found))
             RETURNING *)
           SELECT sums.*, taken.* FROM (SELECT count(*)::int AS found, max(number) AS last FROM found) AS sums
           LEFT JOIN taken ON true ORDER BY number`,
    values: [project_id, id, stored_to, limit],
  })
  const { found = 0, last = null } = rows[0] ?? {}
  return { found, last, taken: rows.filter(({ number }) => number !== null) }
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
    `SELECT import_id, number, interaction_id, title, description, user_sentiment, observed_at, external_id, quote
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
