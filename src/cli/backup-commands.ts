// Commands on copies of the whole database: backup, restore and upgrade-database.
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import type { ClientConfig } from 'pg'
import type { Config } from '../config.ts'
import { keepsBackupRecords, saveBackup } from '../db/backups/backup-records.ts'
import { connectionOf, readWholeDatabase } from '../db/backups/whole-database.ts'
import { followDatabaseClock } from '../db/database-clock.ts'
import { EmbeddedServerError } from '../db/embedded/server.ts'
import { upgradeCluster } from '../db/embedded/upgrade.ts'
import { DatabaseError, openDatabase } from '../db/open.ts'
import { hasMigrationList } from '../db/schema-migrations.ts'
import { rowsOf } from '../domain/backups/archive.ts'
import { checkBackup, openBackup, requireReadable, writeBackup } from '../domain/backups/backup-file.ts'
import { restoreArchive } from '../domain/backups/restore-archive.ts'
import { describeDatabase, writeArchive } from '../domain/backups/write-archive.ts'
import { VERSION } from '../process-facts.ts'
import { StartError } from '../start-error.ts'
import { type Output, print } from './output.ts'

/** Does not migrate: a backup before an upgrade must have the old version's schema. */
export async function backupCommand(
  config: Config,
  file: string,
  output: Output,
  stopped: AbortSignal,
): Promise<void> {
  const { db, connection, close } = await openDatabase(config, () => {})
  try {
    const { now, stop } = await followDatabaseClock(db)
    const passphrase = config.backupPassphrase ?? randomBytes(24).toString('base64url')
    const generated = config.backupPassphrase === null ? passphrase : null
    const { takenAt, tables, rows, bytes } = await writeBackup(
      { connection, program: VERSION, now },
      resolve(file),
      passphrase,
      stopped,
    ).finally(stop)
    if (await keepsBackupRecords(db))
      await saveBackup(db, 'command', { takenAt, finishedAt: now(), bytes, rows })
    const summary = { file: resolve(file), taken_at: takenAt.toISOString(), tables, rows, bytes }
    print(
      { ...summary, ...(generated && { passphrase: generated }) },
      ['file', 'taken_at', 'tables', 'rows', 'bytes'],
      output,
    )
    if (generated && !output.json)
      process.stdout.write(
        `\nOnly this passphrase opens it, and it is stored nowhere else. Write it down:\n\n  BACKUP_PASSPHRASE=${generated}\n`,
      )
  } finally {
    await close()
  }
}

export type RestoreFlags = Output & { replace?: boolean; check?: boolean }

export async function restoreCommand(config: Config, file: string, flags: RestoreFlags): Promise<void> {
  const passphrase = config.backupPassphrase
  if (passphrase === null)
    throw new StartError('Set BACKUP_PASSPHRASE to the passphrase that the backup was made with.')
  if (flags.check) return checkCommand(file, passphrase, flags)
  await requireReadable(file)
  const { db, connection, close } = await openDatabase({ ...config, poolSize: 1 }, () => {})
  try {
    const restored = await restoreArchive(connection, openBackup(file, passphrase), {
      replace: flags.replace ?? false,
      ownConnections: [await connectionOf(db)],
    })
    print({ file: resolve(file), ...restored }, ['file', 'taken_at', 'tables', 'rows'], flags)
  } finally {
    await close()
  }
}

async function checkCommand(file: string, passphrase: string, output: Output): Promise<void> {
  const { header, end } = await checkBackup(file, passphrase)
  const { program, server, taken_at, tables } = header
  const summary = { file: resolve(file), taken_at, program, server, tables: tables.length, rows: rowsOf(end) }
  print(summary, ['file', 'taken_at', 'program', 'server', 'tables', 'rows'], output)
}

export type UpgradeFlags = Output & { programs?: string }

/** Moves a data folder of an older PostgreSQL to the one in this release. */
export async function upgradeDatabaseCommand(config: Config, { programs, ...output }: UpgradeFlags) {
  if (config.databaseUrl !== null)
    throw new StartError(
      'DATABASE_URL points to your own PostgreSQL: upgrade it with its own tools, or make a backup and restore it into a new one.',
    )
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const done = await upgradeCluster({ dataDir: config.dataDir, programs, log, copy: copyDatabase }).catch(
    (error: unknown) => {
      throw error instanceof EmbeddedServerError ? new DatabaseError(error.message) : error
    },
  )
  if (!done) return void process.stdout.write(output.json ? '{}\n' : 'There is nothing to upgrade.\n')
  const { copied, ...swapped } = done
  print({ ...swapped, ...copied }, ['from', 'to', 'tables', 'rows', 'kept'], output)
}

async function copyDatabase(from: ClientConfig, to: ClientConfig): Promise<{ tables: number; rows: number }> {
  return readWholeDatabase(from, async (client) => {
    if (!(await hasMigrationList(client))) return { tables: 0, rows: 0 }
    const header = await describeDatabase(client, VERSION, new Date())
    const { tables, rows } = await restoreArchive(to, writeArchive(client, header), { replace: false })
    return { tables, rows }
  })
}
