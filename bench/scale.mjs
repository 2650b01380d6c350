// npm run bench:scale [-- PART…] — what each call costs in databases of 10,000, 1,000,000 and 5,000,000 observations, in
// turn, and how many times more it costs in the large ones. Target: at most 1.5 times, unless the answer is larger.
// SIZES=10000,1000000 chooses the sizes; FOLDER names a data folder to keep and use again (5,000,000 take 20 GB and some
// twenty minutes to fill); ROUNDS how often each call is timed; a PART (post, list, digest) is measured alone.

import { cpuSeconds, openBench, percentile, printTable, timed } from '../scripts/bench.mjs'
import { PROJECT, until } from '../scripts/program.ts'
import { createSeeder, enqueue } from './digest-seed.mjs'
import { findNames, listRequests } from './lists-requests.mjs'
import { issuesOf, makeTags, seedLists } from './lists-seed.mjs'
import { seedStudies } from './study-seed.mjs'

const SIZES = (process.env.SIZES ?? '10000,1000000,5000000').split(',').map(Number)
const ROUNDS = Number(process.env.ROUNDS ?? 9)
const PARTS = process.argv.slice(2)
const wants = (part) => PARTS.length === 0 || PARTS.includes(part)
const TARGET = 1.5
const LARGER = 1.3 // times as many bytes: the answer itself is larger
const NEIGHBOR = 500 // observations of a project that is small in every database
const SHARES = [0.5, 0.2, 0.1, 0.06, 0.05, 0.05, 0.04]
const FAILED = 200
const DIGEST_WARM_UP = 32
const DIGESTED = 32
const DIGEST_ROUNDS = 3

async function openSize(bench, seeder, observations) {
  const database = `scale_${observations}`
  const { rowCount } = await bench.db.query('SELECT FROM pg_database WHERE datname = $1', [database])
  if (rowCount === 0) await bench.db.query(`CREATE DATABASE ${database}`)
  const db = bench.connect(database)
  const address = { DATABASE_URL: bench.address(database) }
  const service = await bench.start('serve', { ...address, DIGEST_THREADS: '0' })
  const tags = await makeTags(service)
  const projects = await makeProjects(service, observations)
  const centers = seeder.centers(issuesOf(observations))
  await seedLists(db, { projects, observations, tags, backlog: FAILED, failed: FAILED, centers })
  const studies = Math.min(10_000, observations / 100)
  const study = await seedStudies(db, service, PROJECT, { studies, answers: observations / 5 })
  return { observations, db, address, service, tags, study, neighbor: projects.at(-1).id }
}

/** Half of everything is in the first; the last is as small in every database. */
async function makeProjects(service, observations) {
  const { items: made } = await service.admin('/projects?limit=50')
  const small = NEIGHBOR / observations
  const projects = []
  for (const [no, share] of [...SHARES, 0].entries()) {
    const name = no === 0 ? null : `Project ${no}`
    const known = no === 0 ? { id: PROJECT } : made.find((project) => project.name === name)
    const { id } = known ?? (await service.admin('/projects', { name }))
    projects.push({ id, share: no === SHARES.length ? small : share * (no === 0 ? 1 : 1 - 2 * small) })
  }
  return projects
}

/** The same calls in every database, as {name, call} that answers the size of what came back. */
async function callsOf(size) {
  const calls = new Map()
  const reading = (get) => async (path) => JSON.stringify(await get(path)).length
  if (wants('post')) addPosts(calls, size)
  if (wants('list')) {
    const { service, tags, study, neighbor } = size
    const add = (name, path, read) => calls.set(name, () => read(path))
    add('active studies', '/research/studies/?user_id=user-9', reading(service.ask))
    add('guidelines', '/service-guidelines/', reading(service.ask))
    for (const [name, path] of await listRequests(service.get, await findNames(service.get, tags, study)))
      add(name, path, reading(service.get))
    for (const path of NEIGHBORS)
      add(`neighbor${path}`, `/projects/${neighbor}${path}`, reading(service.admin))
  }
  return calls
}

const NEIGHBORS = [
  '/observations',
  '/observations?q=export',
  '/observations?q=w3000x',
  '/observations?q=quixotic',
  '/issues',
  '/issues?q=export',
  '/users?q=user-8',
  '/users?q=user-1234x',
  '/overview?days=30',
]

let posted = 0
const items = (count) =>
  Array.from({ length: count }, () => ({
    title: 'The export stops at ten thousand rows',
    description: `Of 14,200 rows only 10,000 arrived, and nothing said so. Number ${++posted}.`,
  }))

function addPosts(calls, { service }) {
  const post = (count) => async () => {
    const user_id = `user-${posted % 400}`
    const batch = { user_id, interaction_id: `thread-${posted}`, user_sentiment: 'negative' }
    await service.post({ ...batch, observations: items(count) })
    return 1
  }
  calls.set('post of one observation', post(1))
  calls.set('post of fifty observations', post(50))
}

/** Lower quartiles of each database, taken in turn so that other work on the machine falls on all of them. */
async function compare(sizes) {
  const all = await Promise.all(sizes.map(callsOf))
  const names = [...all[0].keys()].filter((name) => all.every((calls) => calls.has(name)))
  const rows = [['ms', ...sizes.map(({ observations }) => observations), 'ratios']]
  const over = []
  for (const name of names) {
    const calls = all.map((of) => of.get(name))
    const times = calls.map(() => [])
    const bytes = await Promise.all(calls.map((call) => call()))
    const rounds = name.startsWith('post') ? ROUNDS * 5 : ROUNDS
    for (let round = 0; round < rounds; round++)
      for (const [at, call] of calls.entries()) times[at].push(await timed(call))
    const typical = times.map((taken) => percentile(taken, 0.25))
    const ratios = typical.slice(1).map((ms) => ms / typical[0])
    const larger = bytes.some((count) => count > bytes[0] * LARGER)
    const verdict = Math.max(...ratios) <= TARGET ? '' : larger ? 'larger answer' : 'OVER'
    const row = [name, ...typical.map((ms) => ms.toFixed(2)), ...ratios.map((r) => r.toFixed(2)), verdict]
    rows.push(row)
    if (verdict === 'OVER') over.push(row)
    console.error(row.join('  '))
  }
  printTable(rows)
  console.log(`${rows.length - 1 - over.length} of ${rows.length - 1} within ${TARGET} times`)
}

/** Processor milliseconds of worker and database for each note, once the worker knows the project. */
async function compareDigests(bench, seeder, sizes) {
  const rows = [['digest step, ms a note: worker, database', '', '']]
  const measured = []
  for (const size of sizes) measured.push({ size, worker: await warmWorker(bench, seeder, size), rounds: [] })
  for (let round = 0; round < DIGEST_ROUNDS; round++)
    for (const { size, worker, rounds } of measured) {
      const before = [cpuSeconds(worker.pid), bench.databaseCpu()]
      await digestNotes(seeder, size.db, DIGESTED)
      const after = [cpuSeconds(worker.pid), bench.databaseCpu()]
      rounds.push(after.map((value, at) => ((value - before[at]) * 1000) / DIGESTED))
    }
  for (const { size, rounds } of measured) {
    const least = [0, 1].map((at) => Math.min(...rounds.map((round) => round[at])))
    rows.push([String(size.observations), ...least.map((ms) => ms.toFixed(1))])
  }
  for (const { worker } of measured) await worker.stop()
  printTable(rows)
}

async function warmWorker(bench, seeder, { db, address, observations }) {
  const begun = performance.now()
  const worker = await bench.start('worker', { ...address, DIGEST_THREADS: '1' })
  await digestNotes(seeder, db, DIGEST_WARM_UP)
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  console.error(`a worker has read the project of ${observations} after ${seconds} s`)
  return worker
}

async function digestNotes(seeder, db, count) {
  const notes = Array.from({ length: count }, () => seeder.tell(100))
  await enqueue(db, PROJECT, notes)
  const busy = `SELECT EXISTS (SELECT FROM digest_job WHERE project_id = $1 AND failed_at IS NULL)
    OR EXISTS (SELECT FROM issue WHERE project_id = $1 AND unsettled AND merged_into IS NULL) AS busy`
  await until(
    async () => !(await db.query(busy, [PROJECT])).rows[0].busy,
    () => 'the notes are digested',
    {
      patienceMs: 400_000,
    },
  )
}

const bench = await openBench(process.env.FOLDER)
try {
  const seeder = createSeeder(bench.db)
  const sizes = []
  for (const observations of SIZES) sizes.push(await openSize(bench, seeder, observations))
  if (wants('post') || wants('list')) await compare(sizes)
  if (wants('digest')) await compareDigests(bench, seeder, sizes)
} finally {
  await bench.close()
}
