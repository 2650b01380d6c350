// Numbered SQL files, applied once each, in order, by whichever process comes first.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lockUntilCommit } from './advisory-locks.ts'
import { type Database, inTransaction, type Tx } from './pool.ts'

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url))
const OLDEST_SERVER = 14

export class MigrationError extends Error {}

type Migration = { version: number; name: string; sql: string }

/** Brings the schema up to date and returns the names of what was applied. */
export async function migrate(db: Database): Promise<string[]> {
  await refuseOldServer(db)
  return inTransaction(db, async (tx) => {
    await lockUntilCommit(tx, 'migrations')
    const pending = await pendingMigrations(tx)
    for (const { version, name, sql } of pending) {
      await tx.query(sql)
      await tx.query('INSERT INTO schema_migration (version, name) VALUES ($1, $2)', [version, name])
    }
    return pending.map(({ name }) => name)
  })
}

async function refuseOldServer(db: Database): Promise<void> {
  const { rows } = await db.query<{ major: number }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS major",
  )
  const major = rows[0]?.major ?? 0
  if (major >= OLDEST_SERVER) return
  throw new MigrationError(`The database is PostgreSQL ${major}; Fieldnote needs ${OLDEST_SERVER} or newer.`)
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
