// Every advisory lock of the service, so that no two uses share a number. The numbers are arbitrary but must not
// change: two versions may run on one database during an update. The embedded server has its own
// (embedded/server-lock.ts), in another database; that folder imports nothing from outside.
import type { Tx } from './pool.ts'

/** Held until the transaction ends. */
export const LOCKS = {
  /** Processes that start together apply each migration once. */
  migrations: 7_311_905_102,
  /** Processes that start together create one first project. */
  firstProject: 7_311_905_103,
  /** One first account, and one valid link for it. */
  setUp: 7_311_905_104,
  /** One scheduled backup at a time. */
  backup: 7_311_905_105,
} as const

export async function lockUntilCommit(tx: Tx, lock: keyof typeof LOCKS): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCKS[lock]])
}

/** The lock of a worker on its project: the key is the project's id, hashed with this seed. */
export const WORKER_LOCK_SEED = 7311

/** The lock on a user's answers until the transaction ends: the key is the project's id and the user's. */
export const ANSWER_LOCK_SEED = 7312
