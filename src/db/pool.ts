// The connection pool, and the one way to run a transaction.
import pg from 'pg'
import { dropSilentConnections, KEEP_ALIVE, SERVER_KEEP_ALIVE } from './silent-connections.ts'
import { noteFailedWrites } from './writable.ts'

// Otherwise dates travel with the local offset cut to whole minutes, which old time zones do not keep to.
pg.defaults.parseInputDatesAsUTC = true

/** Anything a statement can run on: the pool itself, or the connection of a transaction. */
export type Tx = Pick<pg.Pool, 'query'>

export type Database = pg.Pool

/** So long a change waits for the digest, or for another, to let go of what it wants. */
const LOCK_MS = 3_000
const STATEMENT_MS = 30_000

export type Patience = { lockMs: number }

/** What nobody waits for may queue for a lock as long as a statement may take. */
export const PATIENT: Patience = { lockMs: STATEMENT_MS }

export function createPool(
  connection: pg.ClientConfig,
  size: number,
  { lockMs }: Patience = { lockMs: LOCK_MS },
): Database {
  const pool = new pg.Pool({
    ...connection,
    ...KEEP_ALIVE,
    max: size,
    // Here, not as a parameter of its own: poolers refuse those that they do not know.
    options: `-c timezone=UTC -c lock_timeout=${lockMs} ${SERVER_KEEP_ALIVE}`,
    application_name: 'fieldnote',
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: 60_000,
  })
  // An idle connection that breaks (server restart) must not end the process: the pool replaces it.
  pool.on('error', () => {})
  // Nor may one that is lent out and between two statements: whoever has it is told by the next.
  pool.on('connect', (client) => client.on('error', () => {}))
  dropSilentConnections(pool, connection)
  noteFailedWrites(pool)
  return pool
}

export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await db.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    await rollBack(client)
    throw error
  }
}

async function rollBack(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('ROLLBACK')
    client.release()
  } catch (error) {
    client.release(error as Error) // the connection is gone: the pool must not hand it out again
  }
}
