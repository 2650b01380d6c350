// npm run bench:start — how long a fresh start and a restart take, and what the idle service uses, also with many projects.
// Targets: fresh 2.5 s, restart 0.8 s, 170 MB for service and database together; idle, no more processor time with 10,000 projects
// than with one. Processor time until ready depends less on what else the machine does.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuSeconds, openBench } from '../scripts/bench.mjs'
import { pause, until } from '../scripts/program.ts'

const RUNS = 3
const PORT = 4917
/** By then the connections that nothing needs are closed: they are kept for ten seconds. */
const IDLE_MS = 15_000
const MANY_PROJECTS = 10_000
const WATCHED_S = 30

async function start(dataDir) {
  const begun = performance.now()
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, ['dist/main.js', 'serve'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 5))
  return { child, ms: performance.now() - begun, cpuMs: cpuSeconds(child.pid) * 1000 }
}

async function isReady() {
  try {
    return (await fetch(`http://127.0.0.1:${PORT}/readyz`)).ok
  } catch {
    return false
  }
}

async function stop(child) {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

/** Proportional set size in MB: memory that processes share is counted once. */
function memory(dataDir, servicePid) {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const database = [postmaster, ...childrenOf(postmaster)]
  const sum = (pids) => pids.reduce((total, pid) => total + pss(pid), 0) / 1024
  return { service: sum([servicePid]), database: sum(database) }
}

function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1].split(' ')[1]) === pid
      } catch {
        return false // it ended while we looked
      }
    })
    .map(Number)
}

function pss(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1])
  } catch {
    return 0 // it ended while we looked: a connection that nothing needed
  }
}

const best = (values) =>
  `${Math.min(...values).toFixed(0)} (of ${values.map((value) => value.toFixed(0)).join(', ')})`

const fresh = []
const again = []
const worked = []
let used
for (let run = 0; run < RUNS; run++) {
  const dataDir = mkdtempSync(join(tmpdir(), 'fieldnote-bench-'))
  const first = await start(dataDir)
  fresh.push(first.ms)
  await stop(first.child)
  const second = await start(dataDir)
  again.push(second.ms)
  worked.push(second.cpuMs)
  if (run === 0 && process.platform === 'linux') {
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    used = memory(dataDir, second.child.pid)
  }
  await stop(second.child)
  rmSync(dataDir, { recursive: true, force: true })
}

console.log(`fresh start to ready, ms    ${best(fresh)}`)
console.log(`restart to ready, ms        ${best(again)}`)
console.log(`its processor time, ms      ${best(worked)}`)
if (used) {
  const total = used.service + used.database
  console.log(
    `idle memory, MB (PSS)       ${total.toFixed(0)} = service ${used.service.toFixed(0)} + database ${used.database.toFixed(0)}`,
  )
}

/** Processor time, in thousandths of a second each second, of the service and of its database. */
async function idleCost({ databaseCpu }, { pid }) {
  await pause(IDLE_MS)
  const [service, database] = [cpuSeconds(pid), databaseCpu()]
  await pause(WATCHED_S * 1000)
  const each = (seconds) => ((seconds * 1000) / WATCHED_S).toFixed(1)
  return `service ${each(cpuSeconds(pid) - service)}, database ${each(databaseCpu() - database)}`
}

if (process.platform === 'linux') {
  const bench = await openBench()
  try {
    const service = await bench.start('serve')
    await service.post({
      user_id: 'user-42',
      interaction_id: 'thread-7',
      user_sentiment: 'negative',
      observations: [{ title: 'CSV export stops', description: 'No warning was shown.' }],
    })
    const modelOf = async () =>
      (await bench.db.query('SELECT max(model) AS model FROM digest_state')).rows[0].model
    await until(modelOf, () => 'it was digested')
    console.log(`idle, 1 project, ms/s       ${await idleCost(bench, service)}`)
    await bench.db.query(
      `WITH made AS (
         INSERT INTO project (id, name, created_at)
         SELECT gen_random_uuid(), 'Project ' || n, now() FROM generate_series(2, $1::int) AS n RETURNING id)
       INSERT INTO digest_state (project_id, model, digested_count, last_digested_at)
       SELECT id, $2, 1, now() FROM made`,
      [MANY_PROJECTS, await modelOf()],
    )
    await bench.db.query('VACUUM ANALYZE')
    console.log(
      `idle, ${MANY_PROJECTS.toLocaleString('en')} projects, ms/s  ${await idleCost(bench, service)}`,
    )
  } finally {
    await bench.close()
  }
}
