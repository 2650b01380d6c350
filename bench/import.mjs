// npm run bench:import [-- rows] — a file is imported while an agent posts one observation after another: how long the posts take
// and how many there are a second before, while the file is received, and while its rows are stored; and how much memory
// the service needs for it.
import { Readable } from 'node:stream'
import { memory, openBench, percentile, printTable } from '../scripts/bench.mjs'
import { PROJECT, pause } from '../scripts/program.ts'

const ROWS = Number(process.argv[2] ?? 1_000_000)
const ALONE_MS = 10_000
const BATCH = {
  user_id: 'user-42',
  interaction_id: 'thread-2026-03-14-a',
  user_sentiment: 'negative',
  observations: [{ title: 'CSV export stops', description: 'Only 10,000 of about 14,200 rows arrived.' }],
}

const bench = await openBench()
const service = await bench.start('serve')
const phases = { alone: [], receiving: [], storing: [] }
let phase = 'alone'
let peak = 0
let stopped = false
const posting = postUntilStopped()

await pause(ALONE_MS)
phase = 'receiving'
const started = performance.now()
const { id } = await send().catch(async (error) => {
  await bench.close()
  throw error
})
const received = performance.now()
phase = 'storing'
let state
for (;;) {
  state = await service.get(`/imports/${id}`)
  if (state.state === 'done') break
  await pause(500)
}
const stored = performance.now()
stopped = true
await posting
await bench.close()

const ms = (times, share) => `${percentile(times, share).toFixed(1)} ms`
const seconds = (from, to) => `${((to - from) / 1000).toFixed(0)} s`
/** Posts follow each other, so what they took together is the time that they had. */
const perSecond = (times) => (times.length / times.reduce((sum, time) => sum + time, 0)) * 1000
printTable([
  ['posts while', 'count', 'a second', 'of alone', 'p50', 'p99'],
  ...Object.entries(phases).map(([name, times]) => [
    name,
    times.length,
    perSecond(times).toFixed(1),
    (perSecond(times) / perSecond(phases.alone)).toFixed(2),
    ms(times, 0.5),
    ms(times, 0.99),
  ]),
])
printTable([
  ['rows', 'stored', 'received in', 'stored in', 'most memory'],
  [
    String(state.read),
    state.stored,
    seconds(started, received),
    seconds(received, stored),
    `${Math.round(peak)} MB`,
  ],
])

async function postUntilStopped() {
  while (!stopped) {
    const [at, during] = [performance.now(), phase]
    await service.post(BATCH)
    phases[during].push(performance.now() - at)
    if (phases[during].length % 100 === 0) peak = Math.max(peak, memory(service.pid).rss)
  }
}

async function send() {
  const response = await fetch(`${service.url}/api/projects/${PROJECT}/imports?name=bench.csv`, {
    method: 'POST',
    headers: { Authorization: 'Bearer bench-admin-token', 'Content-Type': 'text/csv' },
    body: Readable.from(rows()),
    duplex: 'half',
  })
  if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`)
  return response.json()
}

function* rows() {
  yield Buffer.from('id,user,subject,body,rating,created\n')
  for (let from = 0; from < ROWS; from += 500) {
    const some = Array.from({ length: Math.min(500, ROWS - from) }, (_, at) => rowOf(from + at))
    yield Buffer.from(some.join(''))
  }
}

function rowOf(n) {
  const day = String((n % 28) + 1).padStart(2, '0')
  const text = `The user exported the ledger, found rows missing, and lost an afternoon to it: case ${n}.`
  return `t-${n},user-${n % 50_000},Export ${n % 977} stops at ${n % 10_000} rows,"${text}",${(n % 5) + 1},2026-03-${day}\n`
}
