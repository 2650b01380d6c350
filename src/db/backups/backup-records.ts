// Statements on the records of the last backups.
import type { Tx } from '../pool.ts'

export type BackupCause = 'schedule' | 'command'

export type BackupRecord = { taken_at: Date | null; failed_at: Date | null }

export async function selectBackup(tx: Tx, cause: BackupCause): Promise<BackupRecord | undefined> {
  const { rows } = await tx.query<BackupRecord>('SELECT taken_at, failed_at FROM backup WHERE cause = $1', [
    cause,
  ])
  return rows[0]
}

/** When the newest backup until `until` was taken, scheduled or by command. */
export async function selectLastBackup(tx: Tx, until: Date): Promise<Date | null> {
  const { rows } = await tx.query<{ taken_at: Date | null }>(
    'SELECT max(taken_at) AS taken_at FROM backup WHERE taken_at <= $1',
    [until],
  )
  return rows[0]?.taken_at ?? null
}

/** A schema from before there were such records has no table for them. */
export async function keepsBackupRecords(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ there: boolean }>("SELECT to_regclass('backup') IS NOT NULL AS there")
  return rows[0]?.there === true
}

export type FinishedBackup = { takenAt: Date; finishedAt: Date; bytes: number; rows: number }

export async function saveBackup(tx: Tx, cause: BackupCause, done: FinishedBackup): Promise<void> {
  await tx.query(
    `INSERT INTO backup (cause, taken_at, finished_at, bytes, rows) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (cause) DO UPDATE SET taken_at = excluded.taken_at, finished_at = excluded.finished_at,
       bytes = excluded.bytes, rows = excluded.rows, failed_at = NULL, error = NULL`,
    [cause, done.takenAt, done.finishedAt, done.bytes, done.rows],
  )
}

export async function saveBackupFailure(tx: Tx, cause: BackupCause, at: Date, error: string): Promise<void> {
  await tx.query(
    `INSERT INTO backup (cause, failed_at, error) VALUES ($1, $2, $3)
     ON CONFLICT (cause) DO UPDATE SET failed_at = excluded.failed_at, error = excluded.error`,
    [cause, at, error],
  )
}
