// Connections that only the agents' short statements use. Whatever waits for a lock has the other pool: however many edits
// queue behind the digest, what agents learn is still stored.
import type { ClientConfig } from 'pg'
import { createPool, type Database } from './pool.ts'

/** For groups of posts, and two for what is looked up meanwhile. */
export const GROUPS_AT_ONCE = 3
const INGEST_CONNECTIONS = GROUPS_AT_ONCE + 2

export const openIngestPool = (connection: ClientConfig): Database =>
  createPool(connection, INGEST_CONNECTIONS)
