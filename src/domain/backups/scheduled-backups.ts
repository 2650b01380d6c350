// Scheduled backups: one process writes a backup when it is due, and then deletes the oldest.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { HOUR_MS } from '../../contract/date-time.ts'
import {
  saveBackup,
  saveBackupFailure,
  selectBackup,
  selectLastBackup,
} from '../../db/backups/backup-records.ts'
import { onlyOneBackup } from '../../db/backups/whole-database.ts'
import type { Database } from '../../db/pool.ts'
import { type BackupSource, writeBackup } from './backup-file.ts'

export type BackupSchedule = Readonly<{
  folder: string
  everyHours: number
  keep: number
  passphrase: string
}>

/** Wait after a failure: by then a full disk or a missing folder may be fixed. */
const RETRY_MS = HOUR_MS / 4

/** Returns the file that it wrote. */
export async function backUpIfDue(
  db: Database,
  source: BackupSource,
  schedule: BackupSchedule,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (!(await isDue(db, source.now(), schedule))) return undefined
  return onlyOneBackup(source.connection, async () => {
    if (!(await isDue(db, source.now(), schedule))) return undefined // another process was faster
    try {
      return await backUp(db, source, schedule, signal)
    } catch (error) {
      await saveBackupFailure(db, 'schedule', source.now(), (error as Error).message)
      throw error
    }
  })
}

async function isDue(db: Database, now: Date, { everyHours }: BackupSchedule): Promise<boolean> {
  const { taken_at = null, failed_at = null } = (await selectBackup(db, 'schedule')) ?? {}
  return msSince(taken_at, now) >= everyHours * HOUR_MS && msSince(failed_at, now) >= RETRY_MS
}

/** Clocks of two processes differ by less than this. A time further ahead comes from a wrong clock. */
const CLOCK_SKEW_MS = HOUR_MS / 60

/** Infinite when the time is missing or lies in the future, so that nothing waits for a wrong time to come. */
export function msSince(time: Date | null, now: Date): number {
  const ms = time === null ? Infinity : now.getTime() - time.getTime()
  return ms < -CLOCK_SKEW_MS ? Infinity : Math.max(0, ms)
}

async function backUp(
  db: Database,
  source: BackupSource,
  { folder, keep, passphrase }: BackupSchedule,
  signal?: AbortSignal,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await namesIn(folder, UNFINISHED)) await rm(join(folder, name)) // left behind by a killed process
  const file = join(
    folder,
    `fieldnote-${source.now().toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`,
  )
  const written = await writeBackup(source, file, passphrase, signal)
  await saveBackup(db, 'schedule', { ...written, finishedAt: source.now() })
  for (const name of (await finishedIn(folder, basename(file))).slice(0, -keep)) await rm(join(folder, name))
  return file
}

/** The given one is the newest: later names come from a clock that was ahead, and are sorted first. */
async function finishedIn(folder: string, newest: string): Promise<string[]> {
  const names = await namesIn(folder, FINISHED)
  return [...names.filter((name) => name > newest), ...names.filter((name) => name <= newest)]
}

/** Only names that the schedule gives; other files in the folder are left alone. */
const FINISHED = /^fieldnote-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/
const UNFINISHED = /^fieldnote-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup\.part-\d+$/

/** In the order of their times. */
const namesIn = async (folder: string, pattern: RegExp): Promise<string[]> =>
  (await readdir(folder)).filter((name) => pattern.test(name)).sort()

/** Seconds since the last backup, scheduled or manual; null when there is none. */
export async function readBackupAge(db: Database, now: Date): Promise<number | null> {
  const last = await selectLastBackup(db, new Date(now.getTime() + CLOCK_SKEW_MS))
  return last && msSince(last, now) / 1_000
}
