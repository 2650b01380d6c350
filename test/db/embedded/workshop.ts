// A place for tests with the real server: temporary folders, other processes, and nothing left running.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { endPostgres } from '../../../scripts/program.ts'
import { type EmbeddedServer, openEmbeddedServer } from '../../../src/db/embedded/server.ts'
import { DIST } from '../../built.ts'
import { quickFolder } from '../../setup/quick-folder.ts'

export const NOBODY = 65534
export const isRoot = process.getuid?.() === 0
// Node itself may live in a folder that only root can enter.
export const canActAsNobody =
  isRoot && spawnSync(process.execPath, ['-v'], { uid: NOBODY, cwd: '/' }).status === 0

export const repository = resolve(import.meta.dirname, '../../..')
export const builtModule = join(DIST, 'db/embedded/server.js')

type Report = { open?: pg.ClientConfig; error?: string; expected?: boolean; log?: string; released?: boolean }

export type Holder = {
  process: ChildProcess
  reports: Report[]
  // The first report that is not a log line.
  outcome: Promise<Report>
  release(): Promise<void>
}

export class Workshop {
  readonly lines: string[] = []
  readonly #folders: string[] = []
  readonly #holders: Holder[] = []
  readonly #servers: EmbeddedServer[] = []
  readonly #clients: pg.Client[] = []
  readonly #dataDirs = new Set<string>()

  folder(): string {
    const folder = quickFolder('fieldnote-test-')
    this.#folders.push(folder)
    return folder
  }

  // A data folder with a database in it: one initdb per test file, copied. Not synced, so quick to delete too. Not by Node,
  // which takes half a second of processor time for each.
  async seededFolder(): Promise<string> {
    template ??= makeTemplate()
    const folder = this.folder()
    await promisify(execFile)('cp', ['-a', `${await template}/.`, folder])
    return folder
  }

  async open(dataDir: string): Promise<EmbeddedServer> {
    this.#dataDirs.add(dataDir)
    const server = await openEmbeddedServer({ dataDir, log: (line) => this.lines.push(line) })
    this.#servers.push(server)
    return server
  }

  hold(dataDir: string, options: { uid?: number; module?: string; script?: string } = {}): Holder {
    this.#dataDirs.add(dataDir)
    const script = options.script ?? join(import.meta.dirname, 'holder.mjs')
    const child = spawn(process.execPath, [script, options.module ?? builtModule, dataDir], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    })
    const holder = listen(child)
    this.#holders.push(holder)
    return holder
  }

  async connect(connection: pg.ClientConfig): Promise<pg.Client> {
    const client = new pg.Client(connection)
    client.on('error', () => undefined)
    await client.connect()
    this.#clients.push(client)
    return client
  }

  // A connection for one statement.
  async query(connection: pg.ClientConfig, sql: string): Promise<unknown[][]> {
    const client = new pg.Client(connection)
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query({ text: sql, rowMode: 'array' })).rows
    } finally {
      await client.end()
    }
  }

  async clear(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.end().catch(() => undefined)))
    await Promise.all(this.#servers.map((server) => server.release()))
    for (const holder of this.#holders) await killHolder(holder)
    for (const dataDir of this.#dataDirs) await endPostgres(dataDir)
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

let template: Promise<string> | undefined

async function makeTemplate(): Promise<string> {
  const folder = quickFolder('fieldnote-test-template-')
  const { connection, release } = await openEmbeddedServer({ dataDir: folder, log: () => undefined })
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('CREATE TABLE kept AS SELECT 42 AS answer')
  await client.end()
  await release()
  return folder
}

export async function removeTemplate(): Promise<void> {
  const made = template
  template = undefined
  if (made) await rm(await made, { recursive: true, force: true })
}

function listen(child: ChildProcess): Holder {
  const reports: Report[] = []
  const output = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const outcome = new Promise<Report>((resolve, reject) => {
    output.on('line', (line) => {
      const report = JSON.parse(line) as Report
      reports.push(report)
      if (!report.log) resolve(report)
    })
    child.once('exit', (code) => reject(new Error(`the process ended with ${code} and no report`)))
  })
  outcome.catch(() => undefined)
  const release = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.stdin?.end()
    await ended
  }
  return { process: child, reports, outcome, release }
}

export async function killHolder({ process: child }: Holder): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  // The whole group: an initdb of this process too.
  process.kill(-(child.pid ?? 0), 'SIGKILL')
  await ended
}

export function postmasterPid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A zombie, where nobody reaps the orphans of this machine.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

export function expectGone(pid: number): void {
  if (isAlive(pid)) throw new Error(`process ${pid} is still there`)
}
