// Brings the schema up to date: each migration once, in order, by whichever process comes first. All or none: a failure
// leaves the schema as it was, and processes that use it continue.
import { setTimeout as pause } from 'node:timers/promises'
import { lockUntilCommit } from './advisory-locks.ts'
import { isDeadlock, isForbidden, troubleOf } from './error-codes.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { type Database, inTransaction, type Tx } from './pool.ts'
import {
  type AppliedMigration,
  hasMigrationList,
  insertAppliedMigration,
  noteMigrationChecksum,
  peekAtAppliedMigrations,
  prepareMigrationList,
  selectAppliedMigrations,
} from './schema-migrations.ts'
import { allowLongStatements } from './silent-connections.ts'

const OLDEST_SERVER = 14

/** Queries on a table queue behind a migration that waits for it; this bounds that wait. */
const TABLE_WAIT_MS = 2_000
const TABLE_ATTEMPTS = 30
const NEXT_ATTEMPT_MS = 1_000

export class MigrationError extends Error {}

/** Returns the names of the applied migrations. */
export async function migrate(db: Database, known = readMigrations()): Promise<string[]> {
  await refuseServer(db)
  const applied = (await isUpToDate(db, known).catch(explainForbidden))
    ? []
    : await untilTablesAreFree(() => inTransaction(db, (tx) => applyPending(tx, known)))
  await refuseForeignTables(db)
  return applied
}

/** The names of the migrations that a start would apply. Throws if a start would refuse; changes nothing. */
export async function inspectSchema(db: Database, known = readMigrations()): Promise<string[]> {
  await refuseServer(db)
  const applied = await peekAtAppliedMigrations(db)
  refuseNewer(applied, known)
  if (applied.length > 0) await refuseForeignTables(db)
  return pendingOf(applied, known).map(({ name }) => name)
}

async function untilTablesAreFree<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = TABLE_ATTEMPTS; ; left--)
    try {
      return await attempt()
    } catch (error) {
      if (troubleOf(error) !== 'locked' && !isDeadlock(error)) throw error
      if (left <= 1)
        throw new MigrationError(
          'A long transaction holds a table that a migration has to change. Nothing was changed: end that transaction and start again.',
        )
      await pause(NEXT_ATTEMPT_MS)
    }
}

/** Checked without the lock, which a backup holds throughout: processes must be able to start meanwhile. */
async function isUpToDate(db: Database, known: Migration[]): Promise<boolean> {
  if (!(await hasMigrationList(db))) return false
  const applied = await selectAppliedMigrations(db)
  refuseNewer(applied, known)
  const ran = new Map(applied.map(({ version, checksum }) => [version, checksum]))
  return known.every(({ version, checksum }) => ran.get(version) === checksum)
}

async function applyPending(tx: Tx, known: Migration[]): Promise<string[]> {
  // Migrations may take long, and so may another process that came first.
  allowLongStatements(tx)
  await tx.query('SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0')
  await lockUntilCommit(tx, 'migrations')
  await tx.query(`SET LOCAL lock_timeout = ${TABLE_WAIT_MS}`)
  return applyMigrations(tx, known)
}

/** In the caller's transaction, under the lock. */
export async function applyMigrations(tx: Tx, known: Migration[]): Promise<string[]> {
  await prepareMigrationList(tx).catch(explainForbidden)
  const applied = await selectAppliedMigrations(tx)
  refuseNewer(applied, known)
  await compareChecksums(tx, applied, known)
  const pending = pendingOf(applied, known)
  for (const migration of pending) {
    await tx.query(migration.sql).catch((error: unknown) => explainFailure(error, migration))
    await insertAppliedMigration(tx, migration)
  }
  return pending.map(({ name }) => name)
}

function pendingOf(applied: AppliedMigration[], known: Migration[]): Migration[] {
  const done = new Set(applied.map(({ version }) => version))
  return known.filter(({ version }) => !done.has(version))
}

/** Older programs keep working, and may start, until a newer migration removes what they need: this allows a rollout. */
function refuseNewer(applied: AppliedMigration[], known: Migration[]): void {
  const newest = Math.max(0, ...known.map(({ version }) => version))
  const beyond = applied.find(({ version, needs }) => (needs ?? (version > newest ? version : 0)) > newest)
  if (beyond)
    throw new MigrationError(
      `The database has schema version ${beyond.version}, newer than this Fieldnote (${newest}) can work with: start a newer Fieldnote.`,
    )
}

async function compareChecksums(tx: Tx, applied: AppliedMigration[], known: Migration[]): Promise<void> {
  const ran = new Map(applied.map((migration) => [migration.version, migration]))
  for (const migration of known) {
    const before = ran.get(migration.version)
    if (!before) continue
    if (before.checksum === null) await noteMigrationChecksum(tx, migration)
    else if (before.checksum !== migration.checksum) refuseChanged(before, migration)
  }
}

function refuseChanged(before: AppliedMigration, { name }: Migration): never {
  throw new MigrationError(
    `The migration ${name} is not the one that ran on this database (${before.name}): its text has changed since. ` +
      'Start the Fieldnote that made this database, or undo the change; a new change belongs in a new migration.',
  )
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

function explainFailure(error: unknown, { name }: Migration): never {
  if (troubleOf(error)) throw error // temporary, or reported in other words
  if (isForbidden(error)) explainForbidden(error)
  throw new MigrationError(
    `The migration ${name} failed: ${(error as Error).message}. Nothing was changed; the Fieldnote that ran before works on.`,
    { cause: error },
  )
}

/** A role that does not own the tables can use them only with grants. */
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
