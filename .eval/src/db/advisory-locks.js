/** Locks of one moment, held until the transaction ends. */
export const LOCKS = {
    /** Processes that start together apply each migration once. */
    migrations: 7_311_905_102,
    /** Processes that start together make one first project, not one each. */
    firstProject: 7_311_905_103,
    /** One first account, and one valid link to make it with. */
    setUp: 7_311_905_104,
};
export async function lockUntilCommit(tx, lock) {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCKS[lock]]);
}
/** A worker holds a lock on the project that it digests: its key is the project's id, hashed with this. */
export const WORKER_LOCK_SEED = 7311;
//# sourceMappingURL=advisory-locks.js.map