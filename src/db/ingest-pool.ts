// Connections that only the agents' short statements use. Whatever waits for a lock has the other pool: however many edits
// queue behind the digest, what agents learn is still stored.
import { createPool, type Database } from './pool.ts'
import type { Connection } from './pooler.ts'

/** Groups of posts that are stored at the same time; half of them at most are of one project. */
export const GROUPS_AT_ONCE = 4
/** One for each group, and two for lookups. */
export const INGEST_CONNECTIONS = GROUPS_AT_ONCE + 2

export const openIngestPool = (connection: Connection): Database => createPool(connection, INGEST_CONNECTIONS)
