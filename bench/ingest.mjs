// npm run bench [-- --long] — what the service costs on top of Node's HTTP and PostgreSQL. Each line is a ratio of two figures that
// were measured in turn in the same run, so that the machine's other work affects both: the median of the ratios of all rounds, because
// a machine that is quick in one round may be slow in the next. Needs wrk and pgbench (Debian: wrk, postgresql-contrib).
import { fork } from 'node:child_process'
import { openSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { cpuSeconds, KEY, openBench, printTable } from '../scripts/bench.mjs'
import { PROJECT } from '../scripts/program.ts'
import {
  CONNECTIONS,
  lonePercentiles,
  lonePost,
  requestsPerSecond,
  rowAlone,
  transactionsPerSecond,
} from './load/load.mjs'

const LONG = process.argv.includes('--long')
const ONLY = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7)
const [ROUNDS, SECONDS] = LONG ? [10, 2] : [2, 1]
const USER = 'user-42'
const ITEM = {
  title: 'CSV export stops at 10,000 rows without saying so',
  description:
    'The user exported the yearly ledger to CSV and found only 10,000 of about 14,200 rows. No warning was shown. They noticed when totals did not match and lost an afternoon to it.',
}
const batchOf = (count) => ({
  user_id: USER,
  interaction_id: 'thread-2026-03-14-a',
  user_sentiment: 'negative',
  observations: Array(count).fill(ITEM),
})

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[(values.length - 1) >> 1] + sorted[values.length >> 1]) / 2
}

const INSERT = rowAlone({ project: PROJECT, user: USER, ...ITEM })

const bench = await openBench()
// The digest works in another process, and is not what is measured; requests are logged as by default, to nowhere.
const settings = { DIGEST_THREADS: '0', LOG_LEVEL: 'info' }
const service = await bench.start('serve', settings, openSync('/dev/null', 'w'))
const rest = `${service.url}/v1/project/${PROJECT}`
const json = { authorization: `ApiKey ${KEY}`, 'content-type': 'application/json' }
const post = (body, unique) => ({
  url: `${rest}/observations/`,
  method: 'POST',
  headers: json,
  body: JSON.stringify(body),
  unique,
})

for (const question of ['Why do you export?', 'Who reads the report?', 'What did you use before?'])
  await service.create('/studies', { question, eligibility_criteria: 'Exports often.', state: 'active' })
const get = (path) => ({ url: rest + path, headers: { authorization: `ApiKey ${KEY}` } })
const studies = get(`/research/studies/?user_id=${USER}`)
const guidelines = get('/service-guidelines/')
const textOf = async ({ url, headers }) => (await fetch(url, { headers })).text()
const bare = fork(join(import.meta.dirname, 'load/bare-route.mjs'))
const bareUrl = await new Promise((done) => {
  bare.once('message', done)
  Promise.all([studies, guidelines].map(textOf)).then(([first, second]) =>
    bare.send({ '/studies': first, '/guidelines': second }),
  )
})

const MODERN = '2026-07-28'
const meta = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const mcp = (params, headers) => ({
  url: `${service.url}/mcp/v1/project/${PROJECT}/`,
  method: 'POST',
  headers: { ...json, accept: 'application/json, text/event-stream', ...headers },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
})
const call = { name: 'post_observations', arguments: batchOf(1) }

const client = new pg.Client(bench.connection)
await client.connect()
const statement = { name: 'lone', text: INSERT }
const postAlone = lonePost(post(batchOf(1)))
const insertAlone = () => client.query(statement)
const http = (load) => () => requestsPerSecond(load, SECONDS)

/** What is compared is measured one after the other; the batches, whose rows the database is busy with for a while, late. */
const figures = {
  'pgbench, rows/s': () => transactionsPerSecond(bench.connection, INSERT, SECONDS),
  'REST, single, requests/s': http(post(batchOf(1))),
  'MCP, single, requests/s': http(mcp(call, { 'mcp-protocol-version': '2025-11-25' })),
  'MCP 2026, single, requests/s': http(
    mcp(
      { ...call, _meta: meta },
      { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call', 'mcp-name': call.name },
    ),
  ),
  'REST, single with Idempotency-Key, requests/s': http(post(batchOf(1), 'Idempotency-Key')),
  'REST, batches of 50, rows/s': async () => 50 * (await http(post(batchOf(50)))()),
  'studies, requests/s': http(studies),
  'bare route, studies, requests/s': http({ url: `${bareUrl}/studies` }),
  'guidelines, requests/s': http(guidelines),
  'bare route, guidelines, requests/s': http({ url: `${bareUrl}/guidelines` }),
  'lone post and INSERT': () =>
    lonePercentiles({ 'lone post': postAlone, 'lone INSERT by pg': insertAlone }, 4 * SECONDS, [0.5, 0.99]),
}
/** What, of what, and what is aimed at. */
const RATIOS = [
  ['single observations against pgbench', 'REST, single, requests/s', 'pgbench, rows/s', '≥ 0.6'],
  ['the same with Idempotency-Key', 'REST, single with Idempotency-Key, requests/s', 'pgbench, rows/s', ''],
  ['rows in batches of 50 against pgbench', 'REST, batches of 50, rows/s', 'pgbench, rows/s', '≥ 4'],
  ['MCP against REST', 'MCP, single, requests/s', 'REST, single, requests/s', '≥ 0.9'],
  ['MCP of 2026 against REST', 'MCP 2026, single, requests/s', 'REST, single, requests/s', '≥ 0.9'],
  ['studies against a bare route', 'studies, requests/s', 'bare route, studies, requests/s', '≥ 0.6'],
  [
    'guidelines against a bare route',
    'guidelines, requests/s',
    'bare route, guidelines, requests/s',
    '≥ 0.8',
  ],
  ['lone post against the INSERT, p50', 'lone post, p50 ms', 'lone INSERT by pg, p50 ms', ''],
  ['lone post against the INSERT, p99', 'lone post, p99 ms', 'lone INSERT by pg, p99 ms', '≤ 2'],
]

const chosen = Object.entries(figures).filter(([name]) => !ONLY || new RegExp(ONLY).test(name))
const taken = {}
const costs = {}
function note(figures, name, figure) {
  figures[name] ??= []
  figures[name].push(figure)
}

/** Processor time of the service, or of the bare route, and of the database, which other work on the machine hardly changes. */
const used = (name) => [cpuSeconds(name.startsWith('bare') ? bare.pid : service.pid), bench.databaseCpu()]

async function take(name, measure) {
  const before = used(name)
  const figure = await measure()
  const after = used(name)
  if (name.includes('batches')) await client.query('CHECKPOINT')
  const isOne = typeof figure === 'number'
  for (const [what, value] of isOne ? [[name, figure]] : Object.entries(figure)) note(taken, what, value)
  if (!isOne) return
  note(
    costs,
    name,
    after.map((seconds, place) => ((seconds - before[place]) * 1e6) / (figure * SECONDS)),
  )
}
try {
  // Statements are planned and functions compiled before anything counts: the first thousands of requests cost several times more.
  for (const [, measure] of chosen) await measure()
  for (const [name, measure] of chosen) if (!/pgbench|bare|pg,/.test(name)) await measure()
  for (let round = 0; round < ROUNDS; round++) for (const [name, measure] of chosen) await take(name, measure)
} finally {
  await client.end()
  bare.disconnect()
  await bench.close()
}

const shown = (value) => (value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2))
const mid = (name) => median(taken[name])
const ratioOf = (what, to) => median(taken[what].map((figure, round) => figure / taken[to][round]))
console.log(
  `${cpus().length} × ${cpus()[0].model}, Node ${process.versions.node}, ${CONNECTIONS} connections,`,
)
console.log(
  `medians of ${ROUNDS} rounds of ${SECONDS} s, taken in turn; a ratio is the median of the rounds' ratios\n`,
)
printTable([
  ['', 'ratio', 'of', 'goal'],
  ...RATIOS.filter(([, what, to]) => taken[what] && taken[to]).map(([name, what, to, goal]) => [
    name,
    ratioOf(what, to).toFixed(2),
    `${shown(mid(what))} / ${shown(mid(to))}`,
    goal,
  ]),
])

const costOf = (name, place) => Math.round(median(costs[name].map((cost) => cost[place])))
console.log('')
printTable([
  ['processor time of each, µs', 'service', 'database'],
  ...Object.keys(costs).map((name) => [
    name.replace(/, (requests|rows)\/s$/, ''),
    costOf(name, 0),
    costOf(name, 1),
  ]),
])
if (ONLY) printTable(Object.entries(taken).map(([name, figures]) => [name, ...figures.map(shown)]))
