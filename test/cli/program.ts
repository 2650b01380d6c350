// The built program as a person runs it, in temporary folders; nothing is left running.
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import {
  type Ended,
  type Env,
  endGroup,
  endPostgres,
  type Launch,
  type Launched,
  postgresOf,
  ready,
  type Service,
  launch as startProcess,
} from '../../scripts/program.ts'
import { openEmbeddedServer } from '../../src/db/embedded/server.ts'
import { DIST } from '../built.ts'
import { quickFolder } from '../setup/quick-folder.ts'

export const REPOSITORY = resolve(import.meta.dirname, '../..')
export const MAIN = join(DIST, 'main.js')
const PREFIX = 'fieldnote-cli-'

const folders: string[] = []
const launched: Launched[] = []

/** A new empty folder; a data folder below it is removed with it, and its PostgreSQL is ended. `place`: another file system. */
export function newFolder(place?: string): string {
  const folder = place ? mkdtempSync(join(place, PREFIX)) : quickFolder(PREFIX)
  folders.push(folder)
  return folder
}

export function launch(what: Launch): Launched {
  const one = startProcess(what)
  launched.push(one)
  return one
}

/** Runs a command to its end. */
export const run = (args: string[], env: Env, uid?: number): Promise<Ended> =>
  launch({ args: [MAIN, ...args], env, ...(uid === undefined ? {} : { uid }) }).ended

/** Starts the service and waits until it says that it is ready. The encoder takes half of a start: only where it is wanted. */
export const start = (env: Env): Promise<Service> =>
  ready(launch({ args: [MAIN, 'serve'], env: { PORT: '0', DIGEST_THREADS: '0', ...env } }))

export const DIGESTING: Env = { DIGEST_THREADS: '1' }

export type Welcome = { projectId: string; apiKey: string; curl: string; setUpLink: string }

/** What the welcome of a first start says. */
export function welcomeOf({ output }: Launched): Welcome {
  const read = (pattern: RegExp) => pattern.exec(output.stdout)?.[1] ?? ''
  return {
    projectId: read(/Project id +(\S+)/),
    apiKey: read(/API key +(\S+)/),
    curl: read(/^(curl .*)$/m),
    setUpLink: read(/^Open the console: (\S+)$/m),
  }
}

/** Joins the embedded database of a data folder, beside the service or without it. */
export async function withDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const server = await openEmbeddedServer({ dataDir, log: () => {} })
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await server.release()
  }
}

export const rowsIn = (dataDir: string, sql: string): Promise<Record<string, unknown>[]> =>
  withDatabase(dataDir, async (client) => (await client.query(sql)).rows)

/** For afterAll: ends what this file started, by process id. */
export async function cleanUp(): Promise<void> {
  for (const one of launched.splice(0)) await endGroup(one)
  for (const folder of folders.splice(0)) {
    for (const dataDir of [folder, join(folder, 'data')]) await endPostgres(dataDir)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

export function expectNoPostgres(dataDir: string): void {
  const pid = postgresOf(dataDir)
  if (pid !== undefined) throw new Error(`PostgreSQL ${pid} still runs on ${dataDir}`)
}
