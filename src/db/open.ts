// Opens the configured database: the embedded server, or any PostgreSQL by its address.
import { EmbeddedServerError, openEmbeddedServer } from './embedded/server.ts'
import { isFull, isUnreachable } from './error-codes.ts'
import { createPool, type Database, sessionOptions } from './pool.ts'
import { askWhetherPooled, type Connection } from './pooler.ts'

export type DatabaseSettings = {
  databaseUrl: string | null
  dataDir: string
  poolSize: number
  connectSeconds: number
}

/** `connection` is for a thread that opens its own connections. */
export type OpenDatabase = { db: Database; connection: Connection; close(): Promise<void> }

/** Its message is one line for the person who starts the service. */
export class DatabaseError extends Error {}

const PATIENCE_MS = 15_000 // for a database container that starts at the same time

export async function openDatabase(
  settings: DatabaseSettings,
  log: (line: string) => void,
  /** Called once an embedded server is starting, to prepare other things meanwhile. */
  onLaunch: () => void = () => {},
): Promise<OpenDatabase> {
  return settings.databaseUrl === null
    ? openEmbedded(settings, log, onLaunch)
    : openRemote(settings.databaseUrl, settings, log)
}

async function openEmbedded(
  { dataDir, poolSize, connectSeconds }: DatabaseSettings,
  log: (line: string) => void,
  onLaunch: () => void,
) {
  const server = await openEmbeddedServer({ dataDir, log, onLaunch }).catch((error: unknown) => {
    throw error instanceof EmbeddedServerError ? new DatabaseError(error.message) : error
  })
  const connection = { ...server.connection, connectionTimeoutMillis: connectSeconds * 1_000 }
  const db = createPool(connection, poolSize)
  const close = async () => {
    await db.end()
    await server.release()
  }
  return { db, connection, close }
}

async function openRemote(
  databaseUrl: string,
  { poolSize, connectSeconds }: DatabaseSettings,
  log: (line: string) => void,
) {
  const { hostname, port } = new URL(databaseUrl)
  const place = `${hostname || 'localhost'}:${port || 5432}`
  const target = { connectionString: databaseUrl, connectionTimeoutMillis: connectSeconds * 1_000 }
  const { pooled, timeZone } = await firstAnswer(target, log).catch((error: Error) => {
    throw new DatabaseError(explain(place, error))
  })
  if (timeZone !== 'UTC') throw new DatabaseError(`${TIME_ZONE} This one answers in ${timeZone}.`)
  const connection = { ...target, pooled }
  const db = createPool(connection, poolSize)
  return { db, connection, close: () => db.end() }
}

const isRefusedByPooler = (message: string): boolean => message.includes('startup parameter')

function explain(place: string, error: Error): string {
  if (isRefusedByPooler(error.message))
    return `The pooler at ${place} refuses our settings: set ignore_startup_parameters = options in pgbouncer.ini; docs/run/scale.md says what goes with it.`
  return `Cannot use the database at ${place}: ${error.message}. ${isFull(error) ? MAKE_ROOM : 'Check DATABASE_URL.'}`
}

/** What to do if the server accepts no more connections. */
export const MAKE_ROOM =
  'Its connections are all taken: lower DATABASE_POOL_SIZE of the processes that use it, raise max_connections, or put a pooler between.'

const TIME_ZONE =
  "Behind a pooler the database itself must work in UTC: ALTER DATABASE … SET timezone TO 'UTC', then RECONNECT in PgBouncer; docs/run/scale.md says what goes with it."

async function firstAnswer(target: Connection, log: (line: string) => void) {
  const deadline = Date.now() + PATIENCE_MS
  for (let attempt = 0; ; attempt++)
    try {
      return await askWhetherPooled({ ...target, options: sessionOptions() })
    } catch (error) {
      const passes = isUnreachable(error) && !isRefusedByPooler((error as Error).message)
      if (!passes || Date.now() > deadline) throw error
      if (attempt === 0) log('the database is not reachable yet; waiting for it')
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
}
