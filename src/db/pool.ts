// The connection pool, and the only way to run a transaction.
import pg from 'pg'
import { type Connection, prepareNothing } from './pooler.ts'
import { CONNECT_MS, dropSilentConnections, KEEP_ALIVE, SERVER_KEEP_ALIVE } from './silent-connections.ts'
import { noteFailedWrites } from './writable.ts'

// Without this, dates are sent with the local offset in whole minutes, which is wrong for old time zones.
pg.defaults.parseInputDatesAsUTC = true

/** Anything that runs statements: the pool, or the connection of a transaction. */
export type Tx = Pick<pg.Pool, 'query'>

export type Database = pg.Pool

/** How long a change waits for a lock of the digest or of another change. */
const LOCK_MS = 3_000
const STATEMENT_MS = 30_000
const IDLE_MS = 60_000 // between two statements of a transaction; longer if connecting may take longer

/** Lists and charts are read before parallel workers would have started, even where PostgreSQL expects more work. */
const NO_HELPERS = '-c max_parallel_workers_per_gather=0'

/** One parameter, because poolers refuse those that they do not know and can be configured to ignore this one. */
export const sessionOptions = (lockMs = LOCK_MS, connectMs = CONNECT_MS): string =>
  [
    '-c timezone=UTC',
    `-c lock_timeout=${lockMs}`,
    `-c statement_timeout=${STATEMENT_MS}`,
    `-c idle_in_transaction_session_timeout=${Math.max(IDLE_MS, connectMs)}`,
    NO_HELPERS,
    SERVER_KEEP_ALIVE,
  ].join(' ')

/** How long idle connections are kept. Each takes about 3 MB of the server's memory. */
const KEEP_MS = 10_000

export type Patience = { lockMs: number; keepMs: number }

/**
 * For background work: it may wait for a lock as long as a statement may take, and may reconnect. Its loops all start
 * at once, each with a connection, and later need one or two.
 */
export const PATIENT: Patience = { lockMs: STATEMENT_MS, keepMs: 2_000 }

export function createPool(
  { pooled = false, ...connection }: Connection,
  size: number,
  { lockMs, keepMs }: Patience = { lockMs: LOCK_MS, keepMs: KEEP_MS },
): Database {
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECT_MS,
    ...connection,
    ...KEEP_ALIVE,
    max: size,
    idleTimeoutMillis: keepMs,
    options: sessionOptions(lockMs, connection.connectionTimeoutMillis),
    application_name: 'fieldnote',
  })
  // An idle connection that breaks (server restart) must not end the process. The pool replaces it.
  pool.on('error', () => {})
  // Nor must a borrowed connection that breaks between statements: its next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  if (pooled) prepareNothing(pool)
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
    client.release(error as Error) // the connection is broken: the pool must not lend it again
  }
}
