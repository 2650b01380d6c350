// Connections that only the agents' short statements use. Whatever waits for a lock has the other pool: however many edits
// queue behind the digest, what agents learn is still stored.
import { createPool, type Database } from './pool.ts'
import type { Connection } from './pooler.ts'

/** Of posts, whosever they are. */
export const GROUPS_AT_ONCE = 3
/** For these, for one more of projects that have none under way, and two for what is looked up meanwhile. */
const INGEST_CONNECTIONS = GROUPS_AT_ONCE + 1 + 2

export const openIngestPool = (connection: Connection): Database => createPool(connection, INGEST_CONNECTIONS)
