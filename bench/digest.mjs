// npm run bench:digest — what the digest costs, how far it lags, and what the API feels of it.
// Targets: 60 observations a second and core with the dense channel, lag p95 under 3 s at 20 a second, cost at 10,000
// issues within twice that at 100, API p99 under a backlog of 10,000 within twice that without.
import { createSeeder, enqueue, holdPosts } from './digest-seed.mjs'
import { observationMaker } from './observations.mjs'
import {
  cpuSeconds,
  memory,
  openBench,
  PROJECT,
  pause,
  percentile,
  printTable,
  timed,
  until,
} from './program.mjs'

const MATTERS = 2_000 // that the arriving observations are about
const WARM_UP = 96
const MEASURED = 256
const ROUNDS = 2
const LAG_SECONDS = 30
const LAG_RATE = 20
const BACKLOG = 10_000
const POSTS = 400
const POST_EVERY_MS = 20
const PHASES = 3

const log = (text) => console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}`)
const one = (value) => value.toFixed(1)

const drained = (db) =>
  until(
    async () => (await db.query('SELECT FROM digest_job LIMIT 1')).rowCount === 0,
    'everything is digested',
    300_000,
  )

/** Processor time of one worker with one thread, and of the database, for each observation; the best of a few rounds. */
async function costOf(bench, projectId, seed) {
  const make = observationMaker(seed)
  const round = async (worker, count) => {
    const before = [cpuSeconds(worker.pid), bench.databaseCpu(), performance.now()]
    await enqueue(bench.db, projectId, make, count, MATTERS)
    await drained(bench.db)
    const after = [cpuSeconds(worker.pid), bench.databaseCpu(), performance.now()]
    const [cpu, database, wall] = after.map((value, i) => ((value - before[i]) * (i < 2 ? 1000 : 1)) / count)
    return { cpu, database, wall }
  }
  const worker = await bench.start('worker', { DIGEST_THREADS: '1' })
  await round(worker, WARM_UP)
  const rounds = []
  for (let i = 0; i < ROUNDS; i++) rounds.push(await round(worker, MEASURED))
  const used = memory(worker.pid)
  await worker.stop()
  return { ...rounds.sort((a, b) => a.cpu - b.cpu)[0], ...used }
}

const batchOf = ({ user_id, user_sentiment, title, description }) => ({
  user_id,
  user_sentiment,
  interaction_id: 'thread',
  observations: [{ title, description }],
})

/** Posts on the beat, whether or not earlier ones have been answered; the time that each took. */
async function postSteadily(service, make, count, everyMs) {
  const posts = []
  const begun = performance.now()
  for (let i = 0; i < count; i++) {
    await pause(Math.max(0, begun + i * everyMs - performance.now()))
    posts.push(timed(() => service.post(batchOf(make.any(MATTERS)))))
  }
  return Promise.all(posts)
}

async function lag(bench, service) {
  const worker = await bench.start('worker', { DIGEST_THREADS: '1' })
  await postSteadily(service, observationMaker(31), LAG_SECONDS * LAG_RATE, 1000 / LAG_RATE)
  await drained(bench.db)
  await worker.stop()
  const { rows } = await bench.db.query(
    `SELECT extract(epoch FROM digested_at - created_at)::float AS lag FROM observation_digest d
     JOIN observation o ON o.project_id = d.project_id AND o.id = d.observation_id WHERE o.project_id = $1`,
    [PROJECT],
  )
  return rows.map((row) => row.lag)
}

/** The same posts without and with a backlog, in turns, to a service that digests in its own process or not. */
async function latency(bench, threads) {
  const service = await bench.start('serve', { DIGEST_THREADS: threads })
  const worker = threads === '0' ? await bench.start('worker', { DIGEST_THREADS: '1' }) : undefined
  const make = observationMaker(41)
  await postSteadily(service, make, POSTS / 2, POST_EVERY_MS)
  const phases = []
  for (let phase = 0; phase < PHASES; phase++) {
    await bench.db.query('DELETE FROM digest_job')
    const idle = await postSteadily(service, make, POSTS, POST_EVERY_MS)
    await enqueue(bench.db, PROJECT, make, BACKLOG, MATTERS)
    const busy = await postSteadily(service, make, POSTS, POST_EVERY_MS)
    const left = (
      await bench.db.query("SELECT count(*)::int AS count FROM digest_job WHERE due_at < '2001-01-01'")
    ).rows[0].count
    phases.push({
      idle: percentile(idle, 0.99),
      busy: percentile(busy, 0.99),
      medians: [idle, busy].map((all) => percentile(all, 0.5)),
      left,
    })
  }
  await bench.db.query('DELETE FROM digest_job')
  await worker?.stop()
  await service.stop()
  return phases.sort((a, b) => a.busy / a.idle - b.busy / b.idle)
}

function latencyRows(name, phases) {
  const middle = phases[Math.floor(phases.length / 2)]
  const ratios = phases.map(({ idle, busy }) => (busy / idle).toFixed(2)).join(', ')
  return [
    [`API p50 without and with backlog, ms, ${name}`, ...middle.medians.map(one), ''],
    [
      `API p99 without and with backlog, ms, ${name}`,
      one(middle.idle),
      one(middle.busy),
      `x ${(middle.busy / middle.idle).toFixed(2)}`,
    ],
    [
      `  ratio in each turn (at least ${Math.min(...phases.map(({ left }) => left))} still waiting at its end)`,
      ratios,
    ],
  ]
}

async function run(bench) {
  const service = await bench.start('serve', { DIGEST_THREADS: '0' })
  log('seeding projects')
  const seed = createSeeder(bench.db)
  const costs = []
  for (const [issues, members] of [
    [100, 10],
    [1_000, 10],
    [10_000, 10],
  ]) {
    const projectId = await seed(issues, members)
    log(`digesting into ${issues} issues`)
    costs.push({ issues, members, ...(await costOf(bench, projectId, issues)) })
  }
  log(`posting ${LAG_RATE} a second for ${LAG_SECONDS} s`)
  const lags = await lag(bench, service)
  await service.stop()
  await holdPosts(bench.db)
  log('posting with and without a backlog, digest in the same process')
  const together = await latency(bench, '1')
  log('posting with and without a backlog, digest in another process')
  const apart = await latency(bench, '0')
  log('done')

  const [small, middle, large] = costs
  printTable([
    ['observations per second and core (worker alone)', one(1000 / middle.cpu), '', 'target 60'],
    ["  and with the database's processor time", one(1000 / (middle.cpu + middle.database))],
    ['  by the clock, one thread', one(1000 / middle.wall)],
    ...costs.map(({ issues, cpu, database }) => [
      `ms per observation at ${issues} issues: worker, database`,
      one(cpu),
      one(database),
    ]),
    [
      '  10,000 issues against 100',
      `x ${(large.cpu / small.cpu).toFixed(2)}`,
      `x ${(large.database / small.database).toFixed(2)}`,
      'target x 2',
    ],
    ...costs.map(({ issues, members, rss, pss }) => [
      `worker memory at ${issues * members} observations, MB: RSS, PSS`,
      rss.toFixed(0),
      pss.toFixed(0),
    ]),
    [
      `lag at ${LAG_RATE} a second, s: p50, p95`,
      percentile(lags, 0.5).toFixed(2),
      percentile(lags, 0.95).toFixed(2),
      'target 3',
    ],
    ...latencyRows('one process', together),
    ...latencyRows('own worker', apart),
  ])
}

const bench = await openBench()
try {
  await run(bench)
} finally {
  await bench.close()
}
