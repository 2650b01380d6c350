// Connections only for the agents' short statements. Everything that waits for locks uses the other pool, so that
// agents' posts are stored however many edits wait for the digest.
import { createPool, type Database } from './pool.ts'
import type { Connection } from './pooler.ts'

/** Groups of posts stored at the same time; a project gets at most half of them. */
export const GROUPS_AT_ONCE = 4
/** One for each group, and two for lookups. */
export const INGEST_CONNECTIONS = GROUPS_AT_ONCE + 2

export const openIngestPool = (connection: Connection): Database => createPool(connection, INGEST_CONNECTIONS)
