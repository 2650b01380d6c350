// Checks once a minute whether a backup is due. A process that is told to stop abandons the one it is making.
import type { Database } from '../db/pool.ts'
import type { BackupSource } from '../domain/backups/backup-file.ts'
import { type BackupSchedule, backUpIfDue } from '../domain/backups/scheduled-backups.ts'
import type { Chores } from './housekeeping.ts'

const LOOK_EVERY_MS = 60_000

export function startBackingUp(
  db: Database,
  source: BackupSource,
  schedule: BackupSchedule,
  onError: (error: unknown) => void,
): Chores {
  const leaving = new AbortController()
  let underWay: Promise<unknown> | undefined
  const look = () => {
    underWay ??= backUpIfDue(db, source, schedule, leaving.signal)
      .catch((error: unknown) => leaving.signal.aborted || onError(error))
      .finally(() => {
        underWay = undefined
      })
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      leaving.abort()
      await underWay
    },
  }
}
