// What benchmarks and screenshots share: the built program as real processes on a temporary data folder, its database, and figures.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { openEmbeddedServer } from '../dist/db/embedded/server.js'

const MAIN = resolve(import.meta.dirname, '../dist/main.js')
export const PROJECT = '5f2b6c1e-3d0a-4a77-9c55-8f1f2e3d4c5b'
export const KEY = 'bench-key'
const ADMIN = 'bench-admin-token'

/**
 * A data folder with its database open; `close` ends every process that was started on it, and removes it unless given. `main`
 * is the program, of this build unless given.
 */
export async function openBench(folder, main = MAIN) {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'fieldnote-bench-'))
  const running = new Set()
  const start = (command, settings = {}, log = 'inherit') =>
    startProgram(dataDir, running, { main, command, settings, log })
  let closing
  const close = () => {
    closing ??= (async () => {
      await Promise.all([...running].map((one) => one.stop()))
      await Promise.all(pools.map((pool) => pool.end()))
      await server.release()
      if (!folder) rmSync(dataDir, { recursive: true, force: true })
    })()
    return closing
  }
  const server = await openEmbeddedServer({ dataDir, log: () => {} })
  const pools = []
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
  const db = connect()
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => close().finally(() => process.exit(1)))
  const { connection } = server
  return { dataDir, db, connection, connect, address, start, close, databaseCpu: () => databaseCpu(dataDir) }
}

async function startProgram(dataDir, running, { main, command, settings, log }) {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
    ADMIN_TOKEN: ADMIN,
    BOOTSTRAP_PROJECT_ID: PROJECT,
    BOOTSTRAP_API_KEY: KEY,
    ...settings,
  }
  const flags = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean) // such as --cpu-prof
  const child = spawn(process.execPath, [...flags, main, command], { env, stdio: ['ignore', 'pipe', log] })
  const ended = new Promise((done) => child.once('exit', done))
  const stop = () => {
    running.delete(one)
    child.kill('SIGTERM')
    return ended
  }
  const one = { pid: child.pid, stop }
  running.add(one)
  const said = await saying(child, /is ready at (\S+)|worker is running/)
  const url = said[1]
  const [, setupToken] = /setup#(\S+)/.exec(said.input) ?? []
  const agent = new Agent({ keepAlive: true })
  return {
    ...one,
    url,
    setupToken,
    post: (batch, { id, key } = { id: PROJECT, key: KEY }) =>
      call(agent, `${url}/v1/project/${id}/observations/`, `ApiKey ${key}`, batch),
    ask: (path) => call(agent, `${url}/v1/project/${PROJECT}${path}`, `ApiKey ${KEY}`),
    get: (path) => call(agent, `${url}/api/projects/${PROJECT}${path}`, `Bearer ${ADMIN}`),
    replace: (path, body, project = PROJECT) =>
      call(agent, `${url}/api/projects/${project}${path}`, `Bearer ${ADMIN}`, body, 'PUT'),
    admin: (path, body) => call(agent, `${url}/api${path}`, `Bearer ${ADMIN}`, body),
    create: (path, body) => call(agent, `${url}/api/projects/${PROJECT}${path}`, `Bearer ${ADMIN}`, body),
  }
}

function saying(child, pattern) {
  return new Promise((found, failed) => {
    let text = ''
    child.stdout.on('data', (data) => {
      text += data
      const match = pattern.exec(text)
      if (match) found(match)
    })
    child.once('exit', (code) => failed(new Error(`the program ended with code ${code}: ${text}`)))
  })
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
  const postmaster = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]
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

export const pause = (ms) => new Promise((done) => setTimeout(done, ms))

export async function until(isSo, what, { patienceMs = 120_000, everyMs = 20 } = {}) {
  const deadline = Date.now() + patienceMs
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`gave up waiting until ${what}`)
    await pause(everyMs)
  }
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
