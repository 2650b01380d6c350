// Tracks who uses the server: every process holds a shared advisory lock on its own connection. The process that can
// turn its lock into an exclusive one as it leaves is the last, and stops PostgreSQL.
import pg from 'pg'
import { codeOf, UNIQUE_VIOLATION } from './error.ts'

export type ServerLock = {
  // Resolves when the connection is closed, whatever the reason.
  lost: Promise<void>
  // True if nobody else is left, and nobody can join until the connection closes.
  leave(): Promise<boolean>
  close(): Promise<void>
}

/** Any number, as long as every version uses the same; text, because the driver would read a number as 32 bits. */
export const EMBEDDED_SERVER_LOCK = '5061923170714'
const CONNECT_TIMEOUT_MS = 10_000

// 57P01 to 57P03: shutting down, crashed, starting. 53300: too many connections.
const PASSING = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03', '53300']

const DATABASE_EXISTS = '42P04'
const TEMPLATE_IN_USE = '55006' // another process is copying it at this moment

// undefined: not now (starting, stopping or just gone); any other failure is thrown.
export async function tryLock(connection: pg.ClientConfig): Promise<ServerLock | undefined> {
  // Advisory locks count per database. A separate database, so that the service's own can be dropped or cloned.
  const client = new pg.Client({
    ...connection,
    database: 'postgres',
    application_name: 'fieldnote lock',
    // An operator's limits in postgresql.conf are not meant for this connection.
    options: '-c idle_session_timeout=0 -c statement_timeout=0 -c lock_timeout=0',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true, // on Windows it is a TCP connection
  })
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT pg_advisory_lock_shared($1)', [EMBEDDED_SERVER_LOCK])
    await ensureDatabase(client, connection.database ?? '')
    return serverLock(client, lost)
  } catch (error) {
    await client.end().catch(() => undefined)
    if (isPassing(error)) return undefined
    throw error
  }
}

function isPassing(error: unknown): boolean {
  return (
    PASSING.includes(codeOf(error)) ||
    /connection ((was )?(closed|terminated|ended)|error)|timeout/i.test(String(error)) // the driver's own have no code
  )
}

async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
  if (rowCount) return
  await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`).catch((error) => {
    if (codeOf(error) === TEMPLATE_IN_USE) return ensureDatabase(client, name)
    if (![DATABASE_EXISTS, UNIQUE_VIOLATION].includes(codeOf(error))) throw error // else another process was faster
  })
}

function serverLock(client: pg.Client, lost: Promise<void>): ServerLock {
  return {
    lost,
    async leave() {
      await client.query('SELECT pg_advisory_unlock_shared($1)', [EMBEDDED_SERVER_LOCK])
      const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS last', [EMBEDDED_SERVER_LOCK])
      return rows[0]?.last === true
    },
    close: () => client.end().catch(() => undefined),
  }
}
