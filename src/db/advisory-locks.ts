// Every advisory lock of the service, so that no two uses share a number. The numbers mean nothing, but must not change:
// processes of two versions may run side by side on one database during an update. The embedded server has one of its
// own (embedded/server-lock.ts), in another database: that room imports nothing from outside.
import type { Tx } from './pool.ts'

/** Held until the transaction ends. */
export const LOCKS = {
  /** Processes that start together apply each migration once. */
  migrations: 7_311_905_102,
  /** Processes that start together make one first project, not one each. */
  firstProject: 7_311_905_103,
  /** One first account, and one valid link to make it with. */
  setUp: 7_311_905_104,
  /** One scheduled backup at a time. */
  backup: 7_311_905_105,
} as const

export async function lockUntilCommit(tx: Tx, lock: keyof typeof LOCKS): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCKS[lock]])
}

/** A worker holds a lock on the project that it digests: its key is the project's id, hashed with this. */
export const WORKER_LOCK_SEED = 7311

/** Of an end user's answers, until the transaction ends: its key is the project's id and the user's. */
export const ANSWER_LOCK_SEED = 7312
