// The built program as a person runs it: real processes, temporary data folders, and nothing left running.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { openEmbeddedServer } from '../../src/db/embedded/server.ts'
import { DIST } from '../built.ts'
import { eventually } from '../eventually.ts'
import { quickFolder } from '../setup/quick-folder.ts'

export const REPOSITORY = resolve(import.meta.dirname, '../..')
export const MAIN = join(DIST, 'main.js')

export type Env = Record<string, string>
export type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }
export type Launched = {
  process: ChildProcess
  output: { stdout: string; stderr: string }
  ended: Promise<Ended>
}
export type Service = Launched & { url: string; stop(signal?: NodeJS.Signals): Promise<Ended> }

type Launch = { command?: string; args: string[]; env: Env; cwd?: string; uid?: number }

const folders: string[] = []
const launched: Launched[] = []

/** A new empty folder; a data folder below it is removed with it, and its PostgreSQL is ended. */
export function newFolder(): string {
  const folder = quickFolder('fieldnote-cli-')
  folders.push(folder)
  return folder
}

export function launch({ command = process.execPath, args, env, cwd = tmpdir(), uid }: Launch): Launched {
  const { PATH = '', HOME = '' } = process.env
  const identity = uid === undefined ? {} : { uid, gid: uid }
  const child = spawn(command, args, {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a group of its own, so that what npm starts can be ended with it
    ...identity,
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (data) => {
    output.stdout += data
  })
  child.stderr.on('data', (data) => {
    output.stderr += data
  })
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, ...output })),
  )
  const one = { process: child, output, ended }
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

export async function ready(one: Launched): Promise<Service> {
  const url = await eventually(() => readyAddress(one))
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    one.process.kill(signal)
    return one.ended
  }
  return { ...one, url, stop }
}

function readyAddress({ process: child, output }: Launched): string {
  const [, url] = /is ready at (\S+)\r?\n/.exec(output.stdout) ?? []
  if (!url) throw new Error(`not ready (exit code ${child.exitCode}): ${output.stdout}${output.stderr}`)
  return url
}

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

/** The PostgreSQL that runs on a data folder, if one does. */
export function postgresOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
  return pid && commandOf(pid).includes('postgres') ? pid : undefined
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/** For afterAll: ends what this file started, by process id. */
export async function cleanUp(): Promise<void> {
  for (const { process: child, ended } of launched.splice(0)) {
    endGroup(child)
    await ended
  }
  for (const folder of folders.splice(0)) {
    for (const dataDir of [folder, join(folder, 'data')]) await endPostgres(dataDir)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left in it.
  }
}

async function endPostgres(dataDir: string): Promise<void> {
  const pid = postgresOf(dataDir)
  if (pid === undefined) return
  process.kill(pid, 'SIGQUIT')
  await eventually(() => expectNoPostgres(dataDir))
}

export function expectNoPostgres(dataDir: string): void {
  const pid = postgresOf(dataDir)
  if (pid !== undefined) throw new Error(`PostgreSQL ${pid} still runs on ${dataDir}`)
}
