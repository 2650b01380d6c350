// Connections that only the agents' short statements use. Whatever waits for a lock has the other pool: however many edits
// queue behind the digest, what agents learn is still stored.
import { createPool, type Database, USUAL } from './pool.ts'
import type { Connection } from './pooler.ts'

/** Groups of posts that are stored at the same time, over all projects. */
export const GROUPS_AT_ONCE = 3
/** One for each group, one for a group of projects that have none under way, and two for lookups. */
export const INGEST_CONNECTIONS = GROUPS_AT_ONCE + 1 + 2

/** Otherwise PostgreSQL plans a group of posts anew each time, since it sees how many there are: a third of what small groups cost. */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan'

export const openIngestPool = (connection: Connection): Database =>
  createPool(connection, INGEST_CONNECTIONS, USUAL, [PLANNED_ONCE])
