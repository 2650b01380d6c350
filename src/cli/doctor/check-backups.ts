// Whether there are backups, and whether scheduled ones are made.
import type { Config } from '../../config.ts'
import { HOUR_MS } from '../../contract/date-time.ts'
import { selectBackup } from '../../db/backups/backup-records.ts'
import type { Database } from '../../db/pool.ts'
import { msSince, readBackupAge } from '../../domain/backups/scheduled-backups.ts'
import { doubtful, type Finding, ok, wrong } from './finding.ts'

/** A failed backup is retried every quarter of an hour; after this long, nothing is making one. */
const LATE_HOURS = 2
const OLD_HOURS = 7 * 24

/** @param now by the database's clock, like everything recorded about backups */
export async function checkBackups(
  db: Database,
  { backups, databaseUrl }: Config,
  now: Date,
): Promise<Finding> {
  if (backups !== null) {
    const { taken_at = null, failed_at = null } = (await selectBackup(db, 'schedule')) ?? {}
    const [age, failedAge] = [msSince(taken_at, now) / HOUR_MS, msSince(failed_at, now) / HOUR_MS]
    return judgeSchedule({ age, hasFailedSince: failedAge < age, everyHours: backups.everyHours })
  }
  const seconds = await readBackupAge(db, now)
  return judgeUnscheduled(seconds === null ? Infinity : seconds / 3_600, databaseUrl === null)
}

const lastMade = (hours: number): string => `the last was made ${Math.round(hours)} h ago`

type Scheduled = { age: number; hasFailedSince: boolean; everyHours: number }

export function judgeSchedule({ age, hasFailedSince, everyHours }: Scheduled): Finding {
  if (age <= everyHours + LATE_HOURS) return ok('backups', lastMade(age))
  const state = Number.isFinite(age)
    ? `One is due every ${everyHours} h, and ${lastMade(age)}`
    : 'None has been made yet'
  if (hasFailedSince)
    return wrong(
      'backups',
      `${state}: the latest attempt failed. Check the log for "backup failed", and BACKUP_FOLDER.`,
    )
  const advice = 'The service makes them: check that it is running with BACKUP_FOLDER set.'
  return Number.isFinite(age)
    ? wrong('backups', `${state}. ${advice}`)
    : doubtful('backups', `${state}. ${advice}`)
}

/** @param isOurs the database is the embedded one, which nobody else backs up */
export function judgeUnscheduled(age: number, isOurs: boolean): Finding {
  if (age <= OLD_HOURS) return ok('backups', lastMade(age))
  if (!isOurs) return ok('backups', 'none by Fieldnote: the operator of your PostgreSQL makes them')
  const state = Number.isFinite(age) ? `None are scheduled, and ${lastMade(age)}` : 'There are none'
  return doubtful(
    'backups',
    `${state}: set BACKUP_FOLDER and BACKUP_PASSPHRASE, or run \`fieldnote backup FILE\` regularly.`,
  )
}
