// The built program as real processes that tests kill, over one temporary data folder; nothing is left running.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openEmbeddedServer } from '../../src/db/embedded/server.ts'
import { isUnreachable } from '../../src/db/error-codes.ts'
import { DIST } from '../built.ts'
import { PATIENCE_MS } from '../patience.ts'
import { quickFolder } from '../setup/quick-folder.ts'
import { pass } from './moments.ts'

const MAIN = join(DIST, 'main.js')
const PREFIX = 'fieldnote-faults-'

export const KEY = 'key-of-the-fault-tests'
export const PROJECT = '5f2b6c1e-3d0a-4a77-9c55-8f1f2e3d4c5b'

export type Running = { process: ChildProcess; said: () => string; ended: Promise<unknown> }

/** Waits on a condition; `what` says in the failure message what did not come. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: () => string,
  { everyMs = 25, patienceMs = PATIENCE_MS } = {},
): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`waited ${patienceMs / 1000} s in vain: ${what()}`)
    await pass(everyMs)
  }
}

/** `place`: another file system than the usual one. */
export function openScene(place?: string) {
  const dataDir = place ? mkdtempSync(join(place, PREFIX)) : quickFolder(PREFIX)
  const launched = new Set<Running>()

  const launch = (command: 'serve' | 'worker', settings: Record<string, string> = {}): Running => {
    const { PATH = '', HOME = '' } = process.env
    const fixed = { DATA_DIR: dataDir, PORT: '0', BOOTSTRAP_PROJECT_ID: PROJECT, BOOTSTRAP_API_KEY: KEY }
    const env = { PATH, HOME, LOG_LEVEL: 'warn', ...fixed, ...settings }
    const child = spawn(process.execPath, [MAIN, command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        text += data
      })
    const one = {
      process: child,
      said: () => text,
      ended: new Promise((resolve) => child.once('close', resolve)),
    }
    launched.add(one)
    return one
  }

  return {
    dataDir,
    launch,
    /** The address of a service, once it is ready. */
    async ready(service: Running): Promise<string> {
      const address = () => /is ready at (\S+)/.exec(service.said())?.[1]
      await until(() => address() !== undefined || service.process.exitCode !== null, service.said)
      const url = address()
      if (url === undefined) throw new Error(`it ended instead of starting: ${service.said()}`)
      return url
    },
    /** kill -9. */
    async kill(one: Running): Promise<void> {
      one.process.kill('SIGKILL')
      await one.ended
      launched.delete(one)
    },
    postmaster: () => postmasterOf(dataDir),
    database: () => readOnly(dataDir),
    async close(): Promise<void> {
      for (const one of launched) {
        one.process.kill('SIGKILL')
        await one.ended
      }
      const pid = postmasterOf(dataDir)
      if (pid !== undefined) process.kill(pid, 'SIGQUIT')
      await until(
        () => postmasterOf(dataDir) === undefined,
        () => `PostgreSQL ${pid} ends`,
      )
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function postmasterOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
  return pid && existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)
    ? pid
    : undefined
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
