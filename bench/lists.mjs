// npm run bench:lists — how long the admin API takes to read a project of a million observations.
// Target: 300 ms each. OBSERVATIONS changes the size; FOLDER names a data folder to keep and use again.

import { openBench, percentile, printTable, timed } from '../scripts/bench.mjs'
import { PROJECT } from '../scripts/program.ts'
import { createSeeder } from './digest-seed.mjs'
import { findNames, listRequests } from './lists-requests.mjs'
import { issuesOf, makeTags, queueEverything, seedLists } from './lists-seed.mjs'
import { seedStudies } from './study-seed.mjs'

const OBSERVATIONS = Number(process.env.OBSERVATIONS ?? 1_000_000)
const RUNS = 15
const TARGET_MS = 300

async function run(bench) {
  const service = await bench.start('serve', { DIGEST_THREADS: '0' })
  const tags = await makeTags(service)
  await seedLists(bench.db, {
    projects: [{ id: PROJECT, share: 1 }],
    observations: OBSERVATIONS,
    tags,
    backlog: 20_000,
    failed: 200,
    centers: createSeeder(bench.db).centers(issuesOf(OBSERVATIONS)),
  })
  const study = await seedStudies(bench.db, service, PROJECT, { studies: 100, answers: 100_000 })
  const rows = [['', 'p50 ms', 'p95 ms', `< ${TARGET_MS}`]]
  for (const [name, path] of await listRequests(service.get, await findNames(service.get, tags, study)))
    rows.push([name, ...(await measure(service, path))])
  console.error('queueing everything')
  await queueEverything(bench.db)
  for (const path of ['/digest', '/overview?days=30', '/observations'])
    rows.push([`${path}, all queued`, ...(await measure(service, path))])
  await bench.db.query(
    'DELETE FROM digest_job WHERE observation_id IN (SELECT observation_id FROM issue_observation)',
  )
  printTable(rows)
}

async function measure(service, path) {
  const times = []
  for (let run = 0; run < RUNS; run++) times.push(await timed(() => service.get(path)))
  const p95 = percentile(times, 0.95)
  return [percentile(times, 0.5).toFixed(1), p95.toFixed(1), p95 < TARGET_MS ? 'yes' : 'NO']
}

const bench = await openBench(process.env.FOLDER)
try {
  await run(bench)
} finally {
  await bench.close()
}
