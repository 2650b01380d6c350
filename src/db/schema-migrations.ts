// Statements on the list of migrations that ran on this database. It is older than every migration, so it is made here.
import type { Migration } from './migration-files.ts'
import type { Tx } from './pool.ts'

/** No checksum and no dependency: it ran before these were recorded. */
export type AppliedMigration = {
  version: number
  name: string
  checksum: string | null
  needs: number | null
}

/** Adds the column only if it is missing: even a no-op would wait for every reader of the list. */
export async function prepareMigrationList(tx: Tx): Promise<void> {
  await tx.query(`CREATE TABLE IF NOT EXISTS schema_migration (
    version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(),
    checksum text, needs integer)`)
  const { rowCount } = await tx.query(
    `SELECT FROM pg_attribute WHERE attrelid = 'schema_migration'::regclass AND attname = 'checksum'`,
  )
  if (rowCount === 0)
    await tx.query('ALTER TABLE schema_migration ADD COLUMN checksum text, ADD COLUMN needs integer')
}

/** Read as JSON, which tolerates missing columns: backups are made of older schemas, too. */
export async function selectAppliedMigrations(tx: Tx): Promise<AppliedMigration[]> {
  const { rows } = await tx.query<AppliedMigration>(
    `SELECT version, name, to_jsonb(m) ->> 'checksum' AS checksum, (to_jsonb(m) ->> 'needs')::int AS needs
     FROM schema_migration m ORDER BY version`,
  )
  return rows
}

/** The same without preparing anything: the list may be missing or lack newer columns. */
export async function peekAtAppliedMigrations(tx: Tx): Promise<AppliedMigration[]> {
  const { rowCount } = await tx.query("SELECT WHERE to_regclass('schema_migration') IS NOT NULL")
  if (rowCount === 0) return []
  const { rows } = await tx.query<AppliedMigration>(
    `SELECT version, name, to_jsonb(list) ->> 'checksum' AS checksum, (to_jsonb(list) ->> 'needs')::int AS needs
     FROM schema_migration AS list ORDER BY version`,
  )
  return rows
}

export async function insertAppliedMigration(tx: Tx, migration: Migration): Promise<void> {
  const { version, name, checksum, needs } = migration
  await tx.query('INSERT INTO schema_migration (version, name, checksum, needs) VALUES ($1, $2, $3, $4)', [
    version,
    name,
    checksum,
    needs,
  ])
}

export async function noteMigrationChecksum(tx: Tx, { version, checksum, needs }: Migration): Promise<void> {
  await tx.query('UPDATE schema_migration SET checksum = $2, needs = $3 WHERE version = $1', [
    version,
    checksum,
    needs,
  ])
}

/** False if this is not a Fieldnote database. */
export async function hasMigrationList(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ there: boolean }>(
    "SELECT to_regclass('schema_migration') IS NOT NULL AS there",
  )
  return rows[0]?.there === true
}
