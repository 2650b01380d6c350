// Opens the database that the settings name: the embedded server, or any PostgreSQL by its address.
import type { ClientConfig } from 'pg'
import { EmbeddedServerError, openEmbeddedServer } from './embedded/server.ts'
import { isUnreachable } from './error-codes.ts'
import { createPool, type Database } from './pool.ts'

export type DatabaseSettings = { databaseUrl: string | null; dataDir: string; poolSize: number }

/** `connection` is for a thread that opens connections of its own. */
export type OpenDatabase = { db: Database; connection: ClientConfig; close(): Promise<void> }

/** Its message is one line for the person who starts the service. */
export class DatabaseError extends Error {}

const PATIENCE_MS = 15_000 // a database container that starts at the same time gets this long

export async function openDatabase(
  settings: DatabaseSettings,
  log: (line: string) => void,
): Promise<OpenDatabase> {
  return settings.databaseUrl === null
    ? openEmbedded(settings, log)
    : openRemote(settings.databaseUrl, settings, log)
}

async function openEmbedded({ dataDir, poolSize }: DatabaseSettings, log: (line: string) => void) {
  const server = await openEmbeddedServer({ dataDir, log }).catch((error: unknown) => {
    throw error instanceof EmbeddedServerError ? new DatabaseError(error.message) : error
  })
  const db = createPool(server.connection, poolSize)
  const close = async () => {
    await db.end()
    await server.release()
  }
  return { db, connection: server.connection, close }
}

async function openRemote(databaseUrl: string, { poolSize }: DatabaseSettings, log: (line: string) => void) {
  const connection = { connectionString: databaseUrl }
  const db = createPool(connection, poolSize)
  try {
    await firstAnswer(db, log)
  } catch (error) {
    await db.end()
    const { hostname, port } = new URL(databaseUrl)
    const place = `${hostname || 'localhost'}:${port || 5432}`
    throw new DatabaseError(
      `Cannot use the database at ${place}: ${(error as Error).message}. Check DATABASE_URL.`,
    )
  }
  return { db, connection, close: () => db.end() }
}

async function firstAnswer(db: Database, log: (line: string) => void): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (let attempt = 0; ; attempt++)
    try {
      await db.query('SELECT 1')
      return
    } catch (error) {
      if (!isUnreachable(error) || Date.now() > deadline) throw error
      if (attempt === 0) log('the database is not reachable yet; waiting for it')
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
}
