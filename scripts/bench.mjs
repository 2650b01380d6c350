// What benchmarks and screenshots share: the built program on a data folder of its own, its database, and figures.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { openEmbeddedServer } from '../src/db/embedded/server.ts'
import { launch, PROJECT, postgresOf, ready, until } from './program.ts'

const MAIN = resolve(import.meta.dirname, '../dist/main.js')
export const KEY = 'bench-key'
const ADMIN = 'bench-admin-token'

/**
 * A data folder with its database open; `close` ends every process that was started on it, and removes it unless given. `main`
 * is the program, of this build unless given.
 */
export async function openBench(folder, main = MAIN) {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'fieldnote-bench-'))
  const running = []
  const pools = []
  const server = await openEmbeddedServer({ dataDir, log: () => {} })
  let closing
  const close = () => {
    closing ??= (async () => {
      await Promise.all(running.map((one) => one.stop()))
      await Promise.all(pools.map((pool) => pool.end()))
      await server.release()
      if (!folder) rmSync(dataDir, { recursive: true, force: true })
    })()
    return closing
  }
  const start = (command, settings = {}, log = 'inherit') => {
    const own = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ADMIN_TOKEN: ADMIN }
    const project = { BOOTSTRAP_PROJECT_ID: PROJECT, BOOTSTRAP_API_KEY: KEY }
    const flags = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean) // such as --cpu-prof
    const args = [...flags, main, command]
    const env = { ...process.env, ...own, ...project, ...settings }
    const one = launch({ args, env, cwd: process.cwd(), log })
    running.push(one)
    return command === 'serve' ? servedBy(one) : digestedBy(one)
  }
  /** Another database of the same server, or the service's own. */
  const connect = (database = server.connection.database) => {
    const pool = new pg.Pool({ ...server.connection, database, max: 4, options: '-c timezone=UTC' })
    pools.push(pool)
    return pool
  }
  const address = (database) => {
    const { host, port, user, password } = server.connection
    const login = password === undefined ? user : `${user}:${encodeURIComponent(password)}`
    return `postgres://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  }
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => close().finally(() => process.exit(1)))
  const { connection } = server
  return {
    dataDir,
    db: connect(),
    connection,
    connect,
    address,
    start,
    close,
    databaseCpu: () => databaseCpu(dataDir),
  }
}

async function digestedBy(one) {
  await until(
    () => one.output.stdout.includes('worker is running') || one.process.exitCode !== null,
    () => 'the worker is running',
  )
  if (one.process.exitCode !== null) throw new Error(`the worker ended: ${one.said()}`)
  return { pid: one.process.pid, stop: one.stop }
}

async function servedBy(one) {
  const { url } = await ready(one)
  const [, setupToken] = /setup#(\S+)/.exec(one.output.stdout) ?? []
  const agent = new Agent({ keepAlive: true })
  const project = `${url}/api/projects/${PROJECT}`
  const admin = `Bearer ${ADMIN}`
  return {
    pid: one.process.pid,
    stop: one.stop,
    url,
    setupToken,
    post: (batch, { id, key } = { id: PROJECT, key: KEY }) =>
      call(agent, `${url}/v1/project/${id}/observations/`, `ApiKey ${key}`, batch),
    ask: (path) => call(agent, `${url}/v1/project/${PROJECT}${path}`, `ApiKey ${KEY}`),
    get: (path) => call(agent, project + path, admin),
    replace: (path, body, id = PROJECT) =>
      call(agent, `${url}/api/projects/${id}${path}`, admin, body, 'PUT'),
    admin: (path, body) => call(agent, `${url}/api${path}`, admin, body),
    create: (path, body) => call(agent, project + path, admin, body),
  }
}

/** Answers with the body; a refusal is an error, because a benchmark must not measure refusals. */
function call(agent, url, authorization, body, method = body === undefined ? 'GET' : 'POST') {
  const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) }
  return new Promise((done, failed) => {
    const sent = request(url, { agent, method, headers }, (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        if (answer.statusCode < 300) done(JSON.parse(text))
        else failed(new Error(`${method} ${url}: ${answer.statusCode} ${text}`))
      })
    })
    sent.on('error', failed)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Seconds of processor time that a process and its threads have used. */
export function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** The same, finer than the hundredths that the system counts in, of the threads that there are. */
export function cpuMicroseconds(pid) {
  const ran = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1000
  })
  return ran.reduce((sum, value) => sum + value, 0)
}

/** Seconds of processor time that a database server has used, with its processes that have ended. */
function databaseCpu(dataDir) {
  const postmaster = postgresOf(dataDir)
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  const ended = readFileSync(`/proc/${postmaster}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 15)
  const seconds = children.map((pid) => {
    try {
      return cpuMicroseconds(pid) / 1e6
    } catch {
      return 0 // it ended while we looked
    }
  })
  return [...seconds, ...ended.map((ticks) => Number(ticks) / 100)].reduce((sum, value) => sum + value, 0)
}

/** Resident and proportional set size, in MB. */
export function memory(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const of = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)[1]) / 1024
  return { rss: of('Rss'), pss: of('Pss') }
}

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)]
}

export async function timed(work) {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

export function printTable(rows) {
  const width = Math.max(...rows.map(([name]) => name.length))
  for (const [name, ...cells] of rows)
    console.log(`${name.padEnd(width)}  ${cells.map((cell) => String(cell).padStart(12)).join('  ')}`)
}
