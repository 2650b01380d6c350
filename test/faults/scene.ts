// Services and workers that tests kill, over one temporary data folder, and what is read of its database meanwhile.
import pg from 'pg'
import { type Env, type Launched, PROJECT, ready, type Service, until } from '../../scripts/program.ts'
import { openEmbeddedServer } from '../../src/db/embedded/server.ts'
import { isUnreachable } from '../../src/db/error-codes.ts'
import { launch, MAIN, newFolder } from '../cli/program.ts'

export const KEY = 'key-of-the-fault-tests'

/** `place`: another file system than the usual one. */
export function openScene(place?: string) {
  const dataDir = newFolder(place)
  const launchHere = (command: 'serve' | 'worker', settings: Env): Launched => {
    const fixed = { DATA_DIR: dataDir, PORT: '0', BOOTSTRAP_PROJECT_ID: PROJECT, BOOTSTRAP_API_KEY: KEY }
    return launch({ args: [MAIN, command], env: { LOG_LEVEL: 'warn', ...fixed, ...settings } })
  }
  return {
    dataDir,
    serve: (settings: Env = {}): Promise<Service> => ready(launchHere('serve', settings)),
    work: (settings: Env = {}): Launched => launchHere('worker', settings),
    database: () => readOnly(dataDir),
  }
}

/**
 * Reads the database without taking part in keeping it up: that the server comes back after a kill must be the
 * service's doing. Each answer is of one moment, and asked again when the server is away.
 */
async function readOnly(dataDir: string) {
  const server = await openEmbeddedServer({ dataDir, log: () => {} })
  await server.release() // the service still uses it, so that it is not stopped
  const pool = new pg.Pool({ ...server.connection, max: 2, options: '-c timezone=UTC' })
  pool.on('error', () => {})
  const attempt = async <T>(work: (tx: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      const result = await work(client)
      await client.query('COMMIT')
      return result
    } catch (error) {
      broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }
  return {
    async atOneMoment<T>(work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
      let result: { of: T } | undefined
      await until(
        async () => {
          result = await attempt(work).then(
            (of) => ({ of }),
            (error) => {
              if (isUnreachable(error) || error.code === 'ENOENT') return undefined
              throw error
            },
          )
          return result !== undefined
        },
        () => 'the database answers',
      )
      return (result as { of: T }).of
    },
    close: () => pool.end(),
  }
}

export type ReadOnly = Awaited<ReturnType<typeof readOnly>>
