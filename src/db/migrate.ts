// Numbered SQL files, applied once each, in order, by whichever process comes first.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lockUntilCommit } from './advisory-locks.ts'
import { isForbidden } from './error-codes.ts'
import { type Database, inTransaction, type Tx } from './pool.ts'

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url))
const OLDEST_SERVER = 14

export class MigrationError extends Error {}

type Migration = { version: number; name: string; sql: string }

/** Brings the schema up to date and returns the names of what was applied. */
export async function migrate(db: Database): Promise<string[]> {
  await refuseServer(db)
  const applied = await inTransaction(db, applyPending).catch(explainForbidden)
  await refuseForeignTables(db)
  return applied
}

async function applyPending(tx: Tx): Promise<string[]> {
  // As long as they take, and as another process takes that came first.
  await tx.query('SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0')
  await lockUntilCommit(tx, 'migrations')
  const pending = await pendingMigrations(tx)
  for (const { version, name, sql } of pending) {
    await tx.query(sql)
    await tx.query('INSERT INTO schema_migration (version, name) VALUES ($1, $2)', [version, name])
  }
  return pending.map(({ name }) => name)
}

async function refuseServer(db: Database): Promise<void> {
  const { rows } = await db.query<{ major: number; encoding: string }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major,
       current_setting('server_encoding') AS encoding`,
  )
  const { major = 0, encoding = '' } = rows[0] ?? {}
  if (major < OLDEST_SERVER)
    throw new MigrationError(
      `The database is PostgreSQL ${major}; Fieldnote needs ${OLDEST_SERVER} or newer.`,
    )
  if (encoding !== 'UTF8')
    throw new MigrationError(
      `The database is encoded in ${encoding}; Fieldnote needs UTF8: make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`,
    )
}

function explainForbidden(error: unknown): never {
  if (!isForbidden(error)) throw error
  throw new MigrationError(
    `The database role may not change the schema (${(error as Error).message}): GRANT it CREATE on the schema, or make it the owner of the database.`,
  )
}

/** A role that did not make the tables can read and write them only where it was allowed to. */
async function refuseForeignTables(db: Database): Promise<void> {
  const { rows } = await db.query<{ name: string; role: string }>(
    `SELECT t.relname AS name, current_user AS role
     FROM pg_class t JOIN pg_class own ON own.oid = 'schema_migration'::regclass
     WHERE t.relnamespace = own.relnamespace AND t.relowner = own.relowner AND t.relkind IN ('r', 'p')
       AND NOT (has_table_privilege(t.oid, 'SELECT') AND has_table_privilege(t.oid, 'INSERT')
         AND has_table_privilege(t.oid, 'UPDATE') AND has_table_privilege(t.oid, 'DELETE'))
     ORDER BY t.relname LIMIT 1`,
  )
  if (!rows[0]) return
  const { name, role } = rows[0]
  throw new MigrationError(
    `The database role ${role} may not read and write the table ${name}: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}.`,
  )
}

async function pendingMigrations(tx: Tx): Promise<Migration[]> {
  await tx.query(`CREATE TABLE IF NOT EXISTS schema_migration (
    version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
  const { rows } = await tx.query<{ version: number }>('SELECT version FROM schema_migration')
  const applied = new Set(rows.map((row) => row.version))
  const known = readMigrations()
  const newest = Math.max(0, ...known.map(({ version }) => version))
  const beyond = Math.max(0, ...applied)
  if (beyond > newest)
    throw new MigrationError(
      `The database has schema version ${beyond}, newer than this Fieldnote knows (${newest}): start a newer Fieldnote.`,
    )
  return known.filter(({ version }) => !applied.has(version))
}

function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => /^\d{4}_.+\.sql$/.test(file))
    .sort()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(0, -4),
      sql: readFileSync(FOLDER + file, 'utf8'),
    }))
}
