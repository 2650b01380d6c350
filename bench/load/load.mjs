// What drives the load: wrk over HTTP, pgbench on the database, and single requests one after the other.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile, timed } from '../../scripts/bench.mjs'
import { openConnection, requestBytes } from './raw-http.mjs'

export const CONNECTIONS = 64
const PGBENCH = process.env.PGBENCH ?? '/usr/lib/postgresql/15/bin/pgbench'
const WRK = process.env.WRK ?? 'wrk'

const folder = mkdtempSync(join(tmpdir(), 'fieldnote-load-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
let scripts = 0

function script(ending, text) {
  const file = join(folder, `${++scripts}.${ending}`)
  writeFileSync(file, text)
  return file
}

async function output(command, args, env = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      text += data
    })
  const code = await new Promise((done, failed) => {
    child.once('close', done)
    child.once('error', (error) =>
      failed(
        new Error(
          `${command} does not start (${error.message}); this benchmark needs wrk and pgbench: install them (Debian: wrk, postgresql-contrib), or say where they are with WRK and PGBENCH`,
        ),
      ),
    )
  })
  if (code !== 0) throw new Error(`${command} ended with code ${code}: ${text}`)
  return text
}

/** Requests a second. A refusal or a broken connection is an error: it must not pass for throughput. */
export async function requestsPerSecond({ url, method = 'GET', headers = {}, body, unique }, seconds) {
  const lua = [
    `wrk.method = ${quoted(method)}`,
    ...Object.entries(headers).map(([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`),
    ...(body === undefined ? [] : [`wrk.body = ${quoted(body)}`]),
    ...(unique ? [numbered(unique)] : []),
  ]
  const file = script('lua', `${lua.join('\n')}\n`)
  const args = [
    '-t',
    '2',
    '-c',
    String(CONNECTIONS),
    '-d',
    `${seconds}s`,
    '--timeout',
    '10s',
    '-s',
    file,
    url,
  ]
  const text = await output(WRK, args)
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(text)
  const broken = /Socket errors: (.+)/.exec(text)
  if (refused || broken) throw new Error(`${method} ${url}: ${refused?.[0] ?? broken[0]}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(text)[1])
}

/** Each request carries another value in this header. */
const numbered = (header) => `
local threads = 0
function setup(thread) threads = threads + 1; thread:set("number", threads) end
local sent = 0
local start = os.time()
function request()
  sent = sent + 1
  wrk.headers[${quoted(header)}] = start .. "-" .. number .. "-" .. sent
  return wrk.format()
end`

/** A Lua string: JSON's escapes are a subset of Lua's, but for \\u and \\/. */
const quoted = (text) => JSON.stringify(text).replaceAll(/\\u([0-9a-f]{4})/g, '\\u{$1}')

/** The observation's row alone, in the service's own table: no job for the digest, no key, no answer. */
export const rowAlone = ({ project, user, title, description }) =>
  `INSERT INTO observation (project_id, id, user_id, interaction_id, source, title, description,
    user_sentiment, observed_at, created_at)
    VALUES ('${project}', uuidv7(), '${user}', 'thread-2026-03-14-a', 'rest', '${title}', '${description}',
    'negative', now(), now())`

/** Transactions a second of one statement, prepared. */
export async function transactionsPerSecond({ host, port, user, password, database }, sql, seconds) {
  const file = script('sql', `${sql};\n`)
  const clients = String(CONNECTIONS)
  const args = ['-n', '-M', 'prepared', '-c', clients, '-j', '2', '-T', String(seconds), '-f', file]
  const text = await output(PGBENCH, [...args, '-h', host, '-p', String(port), '-U', user, database], {
    PGPASSWORD: password ?? '',
  })
  return Number(/tps = ([\d.]+)/.exec(text)[1])
}

/**
 * Percentiles of several, in milliseconds, by their names. They take turns, one after the other for so long: a slow moment of the
 * machine falls on each as often as on the others, in proportion to the time it takes.
 */
export async function lonePercentiles(works, seconds, shares) {
  const took = Object.fromEntries(Object.keys(works).map((name) => [name, []]))
  for (let done = 0; done < 20; done++) for (const work of Object.values(works)) await work()
  const end = performance.now() + seconds * 1000
  while (performance.now() < end)
    for (const [name, work] of Object.entries(works)) took[name].push(await timed(work))
  return Object.fromEntries(
    shares.flatMap((share) =>
      Object.entries(took).map(([name, values]) => [
        `${name}, p${share * 100} ms`,
        percentile(values, share),
      ]),
    ),
  )
}

/** One request on a connection that stays, unless the service has closed it in a long pause. */
export function lonePost(load) {
  const bytes = requestBytes(load)
  let [socket, settle] = []
  const open = () => {
    socket = openConnection(load.url, (status) => settle(status))
    socket.on('error', () => {}) // the service ends before the benchmark
  }
  return async () => {
    if (!socket || socket.destroyed) open()
    const status = await new Promise((done) => {
      settle = done
      socket.write(bytes)
    })
    if (status >= 300) throw new Error(`answered ${status}`)
  }
}
