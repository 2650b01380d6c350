// Connections that read or write the whole database at once: as long as it takes, and in one transaction. Their locks are
// the transaction's as well: behind a pooler, what is left on a connection to the server is the next client's.
import pg from 'pg'
import { LOCKS } from '../advisory-locks.ts'
import type { Tx } from '../pool.ts'
import { KEEP_ALIVE } from '../silent-connections.ts'

/** Values are written the same way, whatever the server is set to. */
const PLAIN = `SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL xmloption = 'content';
  SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`

/** All reads see one moment. A migration waits until it is over, before it holds any table; everything else goes on. */
export function readWholeDatabase<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // On another connection, and before the snapshot: one from before a migration would not fit the tables after it.
  return inOwnTransaction(connection, 'BEGIN', async (guard) => {
    await guard.query(`SELECT pg_advisory_xact_lock_shared(${LOCKS.migrations})`)
    return inOwnTransaction(connection, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work)
  })
}

/** All or nothing, and no other process starts meanwhile. */
export function writeWholeDatabase<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return onOwnConnection(connection, async (client) => {
    const result = await transact(client, 'BEGIN', async () => {
      await client.query(`SELECT pg_advisory_xact_lock(${LOCKS.migrations})`)
      return work(client)
    })
    await client.query('ANALYZE')
    return result
  })
}

/** Undefined where another process is at it. */
export function onlyOneBackup<T>(
  connection: pg.ClientConfig,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return inOwnTransaction(connection, 'BEGIN', async (client) => {
    const { rows } = await client.query<{ free: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${LOCKS.backup}) AS free`,
    )
    return rows[0]?.free ? work() : undefined
  })
}

const inOwnTransaction = <T>(
  connection: pg.ClientConfig,
  begin: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => onOwnConnection(connection, (client) => transact(client, begin, work))

/** It may be idle for as long as the work takes. Where the connection was lost meanwhile, the commit fails, and so does this. */
async function transact<T>(
  client: pg.Client,
  begin: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  await client.query(`${begin}; ${PLAIN}`)
  const result = await work(client)
  await client.query('COMMIT')
  return result
}

/** Whatever goes wrong, the connection is closed, and with it the transaction is undone. */
async function onOwnConnection<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, ...KEEP_ALIVE, application_name: 'fieldnote whole database' })
  client.on('error', () => {}) // the statement under way is told as well
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The number that the server knows a pool of one connection by. */
export async function connectionOf(db: Tx): Promise<number> {
  const { rows } = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid ?? 0
}

/** A copy that follows another server gives no table that is not in its log. */
export async function isStandby(db: Tx): Promise<boolean> {
  const { rows } = await db.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby')
  return rows[0]?.standby ?? false
}

/** Services, workers and commands on this database, besides the connections named. */
export async function countUsers(client: pg.Client, own: number[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'fieldnote%'
       AND pid <> pg_backend_pid() AND pid <> ALL ($1::int[])`,
    [own],
  )
  return rows[0]?.count ?? 0
}
