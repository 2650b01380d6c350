// npm run bench:digest [-- cost lag fair locks] — what the digest costs, how far it lags, and how long it holds a lock.
// Targets: 15 notes of 45 words a second and core, the same cost at 100 and 10,000 issues, at most 400 MB at 100,000
// notes, lag p95 at most 3 s at 5 a second, no lock held for a second. Costs are processor time, but
// a busy machine raises even that. So the load is printed, too, and ratios within one run say more than figures of two runs.
import { loadavg } from 'node:os'
import { cpuSeconds, memory, openBench, percentile, printTable, timed } from '../scripts/bench.mjs'
import { PROJECT, pause, until } from '../scripts/program.ts'
import { digestWatched } from './digest-locks.mjs'
import { createSeeder, enqueue } from './digest-seed.mjs'

const PARTS = process.argv.slice(2)
const wants = (part) => PARTS.length === 0 || PARTS.includes(part)

const TOLD = 100 // issues that notes are about, whatever else the project holds
const WARM_UP = 1_600 // until what lies around those issues has settled
const MEASURED = 96
const ROUNDS = 4
const LAG_SECONDS = 30
const LAG_RATE = 5
const BACKLOG = 3_000
const FAIR_POSTS = 20
const SAME_NOTES = 5_000

const log = (text) => console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}`)
const one = (value) => value.toFixed(1)
const load = () => `load ${loadavg()[0].toFixed(1)}`

/** Everything is digested and looked at again. */
const settled = (db, projectId) =>
  until(
    async () => {
      const { rows } = await db.query(
        `SELECT EXISTS (SELECT FROM digest_job WHERE project_id = $1)
           OR EXISTS (SELECT FROM issue WHERE project_id = $1 AND unsettled AND merged_into IS NULL) AS busy`,
        [projectId],
      )
      return !rows[0].busy
    },
    () => 'everything is digested',
    { patienceMs: 600_000, everyMs: 100 },
  )

/** Processor time of one worker, and of the database, for each note: digested, and its issue looked at again. */
async function costOf(bench, seeder, issues) {
  log(`seeding ${issues} issues`)
  const projectId = await seeder.seed(issues, 10)
  const worker = await bench.start('worker', { DIGEST_THREADS: '1' })
  const round = async (count) => {
    const before = [cpuSeconds(worker.pid), bench.databaseCpu()]
    await enqueue(
      bench.db,
      projectId,
      Array.from({ length: count }, () => seeder.tell(TOLD)),
    )
    await settled(bench.db, projectId)
    const after = [cpuSeconds(worker.pid), bench.databaseCpu()]
    const [cpu, database] = after.map((value, i) => ((value - before[i]) * 1000) / count)
    return { cpu, database }
  }
  log('digesting')
  await round(WARM_UP)
  const rounds = []
  for (let i = 0; i < ROUNDS; i++) rounds.push(await round(MEASURED))
  const used = memory(worker.pid)
  await worker.stop()
  const least = (of) => Math.min(...rounds.map(of))
  return {
    issues,
    cpu: least(({ cpu }) => cpu),
    database: least(({ database }) => database),
    ...used,
    load: load(),
  }
}

async function costs(bench, seeder) {
  const found = []
  for (const issues of [100, 1_000, 10_000]) found.push(await costOf(bench, seeder, issues))
  const [small, , large] = found
  const dearest = found.reduce((one, other) => (other.cpu > one.cpu ? other : one))
  return [
    ...found.map(({ issues, cpu, database, rss, pss, load }) => [
      `at ${issues} issues, ${issues * 10} notes: worker ms, database ms a note; RSS, PSS MB`,
      ...[one(cpu), one(database), rss.toFixed(0), pss.toFixed(0), load],
    ]),
    [
      '  10,000 issues against 100: worker, database, both together',
      ...[({ cpu }) => cpu, ({ database }) => database, ({ cpu, database }) => cpu + database].map(
        (of) => `x ${(of(large) / of(small)).toFixed(2)}`,
      ),
      'target x 1',
    ],
    [
      'notes a second and core where they cost most, worker alone; with the database',
      one(1000 / dearest.cpu),
      one(1000 / (dearest.cpu + dearest.database)),
      'target 15',
    ],
  ]
}

const batchOf = ({ user_id, user_sentiment, title, description }) => ({
  user_id,
  user_sentiment,
  interaction_id: 'thread',
  observations: [{ title, description }],
})

/** Posts on the beat, whether or not earlier ones have been answered. */
async function postSteadily(service, seeder, count, everyMs) {
  const posts = []
  const begun = performance.now()
  for (let i = 0; i < count; i++) {
    await pause(Math.max(0, begun + i * everyMs - performance.now()))
    posts.push(timed(() => service.post(batchOf(seeder.tell(1_000)))))
  }
  return Promise.all(posts)
}

async function lagsSince(bench, since) {
  await until(
    async () =>
      (await bench.db.query('SELECT FROM digest_job WHERE project_id = $1 LIMIT 1', [PROJECT])).rowCount ===
      0,
    () => 'what was posted is digested',
    { patienceMs: 300_000 },
  )
  const { rows } = await bench.db.query(
    `SELECT extract(epoch FROM digested_at - created_at)::float AS lag FROM observation_digest d
     JOIN observation o ON o.project_id = d.project_id AND o.id = d.observation_id
     WHERE o.project_id = $1 AND o.created_at >= $2`,
    [PROJECT, since],
  )
  const lags = rows.map((row) => row.lag)
  return [percentile(lags, 0.5), percentile(lags, 0.95)].map((value) => value.toFixed(2))
}

/** Of what is posted to one project at a rate, while the other has nothing, or much, to do. */
async function lag(bench, seeder, service, count, everyMs) {
  const since = new Date()
  await postSteadily(service, seeder, count, everyMs)
  return lagsSince(bench, since)
}

async function lags(bench, seeder) {
  const service = await bench.start('serve', { DIGEST_THREADS: '0' })
  const worker = await bench.start('worker', { DIGEST_THREADS: '1' })
  const rows = []
  await postSteadily(service, seeder, 10, 200)
  if (wants('lag')) {
    log(`posting ${LAG_RATE} a second`)
    const found = await lag(bench, seeder, service, LAG_SECONDS * LAG_RATE, 1000 / LAG_RATE)
    rows.push([`lag at ${LAG_RATE} a second, s: p50, p95`, ...found, 'target 3', load()])
  }
  if (wants('fair')) {
    log('one project alone, then beside the backlog of another')
    const alone = await lag(bench, seeder, service, FAIR_POSTS, 1000)
    const other = await seeder.seed(100, 10)
    await enqueue(
      bench.db,
      other,
      Array.from({ length: BACKLOG }, () => seeder.tell(100)),
    )
    await pause(5_000)
    const beside = await lag(bench, seeder, service, FAIR_POSTS, 1000)
    rows.push(['lag at 1 a second, nothing else to do, s: p50, p95', ...alone, load()])
    rows.push([`  beside another project's backlog of ${BACKLOG}, s: p50, p95`, ...beside, load()])
  }
  await worker.stop()
  await service.stop()
  await bench.db.query('DELETE FROM digest_job')
  return rows
}

async function watched(bench, what) {
  log(what)
  const { ms, longest, slowest, held, seconds } = await digestWatched(bench.connection)
  return [
    `lock, ms: ${what}`,
    ms.toFixed(0),
    `of ${held} in ${seconds.toFixed(0)} s`,
    load(),
    `${longest.toFixed(0)} of it: ${slowest}`,
  ]
}

const tell = (seeder, count, issues) => Array.from({ length: count }, () => seeder.tell(issues))

async function locks(bench, seeder) {
  const rows = []
  log('seeding')
  const large = await seeder.seed(10_000, 10)
  await enqueue(bench.db, large, tell(seeder, 64, 2_000))
  rows.push(await watched(bench, '10,000 issues of 10, first start'))
  const deep = await seeder.seed(1, 20_000)
  await enqueue(bench.db, deep, tell(seeder, 64, 1))
  rows.push(await watched(bench, 'an issue of 20,000 notes, 64 more of its kind'))
  await bench.db.query('UPDATE issue SET redescribe = true WHERE project_id = $1', [deep])
  rows.push(await watched(bench, 'that issue described anew'))
  const same = await seeder.seed(1, 10)
  const text = {
    user_id: 'one',
    user_sentiment: 'negative',
    title: 'Export stops',
    description: 'At 10,000 rows.',
  }
  await enqueue(bench.db, same, Array(SAME_NOTES).fill(text))
  rows.push(await watched(bench, `${SAME_NOTES} identical notes`))
  await bench.db.query(
    `INSERT INTO digest_job (project_id, observation_id, due_at) SELECT project_id, id, now() FROM observation
     WHERE project_id = $1`,
    [same],
  )
  rows.push(await watched(bench, 'the same digested again'))
  await addTags(bench.db, large)
  rows.push(await watched(bench, 'a rematch of 12 tags over 100,000 notes, two minutes of it'))
  return rows
}

const TAGS = [
  'Billing',
  'Login',
  'Export',
  'Speed',
  'Mobile',
  'Search',
  'Sharing',
  'Import',
  'Print',
  'Crash',
  'Prices',
  'Help',
]

async function addTags(db, projectId) {
  await db.query(
    `WITH made AS (
       INSERT INTO tag (project_id, id, label, config, created_at, updated_at)
       SELECT $1, gen_random_uuid(), label, $3, now(), now() FROM unnest($2::text[]) AS of (label)
       RETURNING project_id, id)
     INSERT INTO tag_rematch (project_id, tag_id, started_at, total) SELECT project_id, id, now(), 100000 FROM made`,
    [
      projectId,
      TAGS,
      { description: 'What users say about this part of the product', keywords: [], examples: [] },
    ],
  )
}

async function run(bench) {
  const seeder = createSeeder(bench.db)
  const starter = await bench.start('serve', { DIGEST_THREADS: '0' }) // makes the tables and the project
  await starter.stop()
  const rows = []
  if (wants('lag') || wants('fair')) rows.push(...(await lags(bench, seeder)))
  if (wants('cost')) rows.push(...(await costs(bench, seeder)))
  if (wants('locks')) rows.push(...(await locks(bench, seeder)))
  log('done')
  printTable(rows)
}

const bench = await openBench()
try {
  await run(bench)
} finally {
  await bench.close()
}
