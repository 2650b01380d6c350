// npm run bench:lists — how long the admin API takes to read a project of a million observations.
// Target: 300 ms each. OBSERVATIONS changes the size; FOLDER names a data folder to keep and use again.
import { queueEverything, seedAnswers, seedLists } from './lists-seed.mjs'
import { openBench, percentile, printTable, timed } from './program.mjs'

const OBSERVATIONS = Number(process.env.OBSERVATIONS ?? 1_000_000)
const RUNS = 15
const TARGET_MS = 300
const DAY = 86_400_000
const iso = (daysAgo) => new Date(Date.now() - daysAgo * DAY).toISOString()

async function run(bench) {
  const service = await bench.start('serve', { DIGEST_THREADS: '0' })
  const tags = await makeTags(service)
  const sizes = {
    observations: OBSERVATIONS,
    issues: 5_000,
    users: 100_000,
    tags,
    backlog: 20_000,
    failed: 200,
  }
  if (await isEmpty(bench.db)) await seedLists(bench.db, sizes)
  const study = await makeStudy(bench.db, service)
  const rows = [['', 'p50 ms', 'p95 ms', `< ${TARGET_MS}`]]
  for (const [name, paths] of await requests(service, tags, study))
    rows.push([name, ...(await measure(service, paths))])
  console.error('queueing everything')
  await queueEverything(bench.db)
  for (const path of ['/digest', '/overview?days=30', '/observations'])
    rows.push([`${path}, all queued`, ...(await measure(service, [path]))])
  await bench.db.query(
    'DELETE FROM digest_job WHERE observation_id IN (SELECT observation_id FROM issue_observation)',
  )
  printTable(rows)
}

const isEmpty = async (db) => (await db.query('SELECT FROM observation LIMIT 1')).rowCount === 0

const ANSWERS = 100_000

/** An active study that every user has answered. */
async function makeStudy(db, service) {
  const { items } = await service.get('/studies')
  const { id } = items[0] ?? (await service.create('/studies', { question: 'Why export?', state: 'active' }))
  await seedAnswers(db, id, ANSWERS)
  return id
}

/** Shares of the observations that carry each tag: a fifth altogether. */
async function makeTags(service) {
  const shares = [0.1, 0.05, 0.03, 0.01, 0.009, 0.00099, 0.00001]
  const tags = []
  let from = 0
  const { items: made } = await service.get('/tags')
  for (const share of shares) {
    const known = made.find((tag) => tag.label === `tag of ${share}`)
    const { id } = known ?? (await service.create('/tags', { label: `tag of ${share}`, config: {} }))
    tags.push({ id, from, to: from + share })
    from += share
  }
  return tags
}

const USERS = ['sort=last_seen', 'sort=observations', 'q=user-8', 'q=ER-8', 'q=9', 'q=user-1234x', 'q=nobody']
const ANSWER_SEARCHES = ['limit=50', 'q=accountant', 'q=acc*', 'q=quixotic', `to=${iso(300)}`]

async function requests(service, tags, study) {
  const common = tags[0].id
  const rare = tags.at(-1).id
  const { items: largest } = await service.get('/issues?sort=observations&limit=5')
  const { items: latest } = await service.get('/issues?sort=last_seen&limit=200')
  const { items: newest } = await service.get(`/observations?issue=${latest[0].id}`)
  const small = latest.filter((issue) => issue.observation_count < 100).slice(0, 5)
  const old = (from, to) => `from=${iso(from)}&to=${iso(to)}`
  const issues = [
    ...['last_seen', 'first_seen', 'observations', 'users', 'severity'].map((sort) => `sort=${sort}`),
    ...['open', 'planned', 'resolved'].map((status) => `status=${status}`),
    'severity=critical&kind=request&status=planned',
    'status=open,acknowledged,planned',
    'status=open,acknowledged,planned&sort=observations',
    'regressed=true',
    'regressed=true&sort=users',
    `new_since=${iso(30)}`,
    `new_since=${iso(30)}&sort=observations`,
    `tag=${common}`,
    `tag=${rare}`,
    `tag=${rare}&sort=observations`,
    `tag=${tags[3].id}&sort=users`,
    'q=export',
    'q=w3999x',
    'q=exp',
    'q=exprot',
    'q=zeppelin%20exprot',
    `q=export&tag=${common}&status=open`,
  ]
  const observations = [
    '',
    'sentiment=negative',
    'sentiment=very%20positive',
    'sentiment=negative,very%20negative',
    'source=mcp',
    'source=import',
    `tag=${common}`,
    `tag=${tags[5].id}`,
    `tag=${rare}`,
    `issue=${largest[0].id}`,
    `issue=${small[0].id}`,
    `user_id=${newest[0].user_id}`,
    'user_id=nobody',
    'q=export',
    'q=account',
    'q=w3000x',
    'q=quixotic',
    'q=nothing',
    'q=exp*',
    'q=exp',
    'q=exprot',
    'q=%22export%20report%22',
    'q=export%20-report',
    old(350, 340),
    old(350, 320),
    old(200, 199),
    old(365, 30),
    old(1000, 900),
    `from=${iso(2)}`,
    `to=${iso(360)}`,
    `sentiment=very%20positive&tag=${tags[3].id}`,
    `q=export&sentiment=very%20positive&${old(350, 320)}`,
    `q=export&tag=${common}&issue=${largest[0].id}`,
    `tag=${tags[5].id}&issue=${largest[0].id}`,
  ]
  return [
    ...(await paged(service, '/issues', issues, (cursor) => cursor)),
    ...['', 'q=export', `tag=${common}`, `new_since=${iso(30)}`].map((query) => [
      `/issues/counts?${shorten(query)}`,
      [`/issues/counts?${query}`],
    ]),
    ['issue, the largest', largest.map((issue) => `/issues/${issue.id}`)],
    ['issue, small', small.map((issue) => `/issues/${issue.id}`)],
    ['days of an issue, the largest', largest.map((issue) => `/issues/${issue.id}/series?days=365`)],
    ['merged into an issue', largest.map((issue) => `/issues/${issue.id}/merged`)],
    ...(await paged(service, `/issues/${largest[0].id}/users`, ['limit=50'], (cursor) => cursor)),
    ...(await paged(service, '/observations', observations, halfWay)),
    ...(await paged(service, '/users', USERS, (cursor) => cursor)),
    ['user, the most heard', ['/users/user-0?days=365']],
    ['answers of a user', ['/users/user-0/answers']],
    ...(await paged(service, `/studies/${study}/answers`, ANSWER_SEARCHES, (cursor) => cursor)),
    ['answers per day, a month', [`/studies/${study}/series?days=30`]],
    ['answers per day, a year', [`/studies/${study}/series?days=365`]],
    ['why a user is not asked', [`/studies/${study}/explain?user_id=user-7`]],
    ['studies', ['/studies']],
    ['audit log', ['/audit?by=people']],
    ['observation', newest.slice(0, 10).map((one) => `/observations/${one.id}`)],
    ['similar observations', newest.slice(0, 10).map((one) => `/observations/${one.id}/similar`)],
    ['overview 30 days', ['/overview?days=30']],
    ['overview 90 days', ['/overview?days=90']],
    ['overview 365 days', ['/overview?days=365']],
    ['saved views', ['/views']],
    ['digest', ['/digest']],
    ['digest failures', ['/digest/failures']],
  ]
}

/** Each list three times: its first page, its second, and one from the middle of the year. */
async function paged(service, path, queries, deep) {
  const lists = []
  for (const query of queries) {
    lists.push([`${path}?${shorten(query)}`, [`${path}?${query}`]])
    const { next_cursor } = await service.get(`${path}?${query}`)
    if (!next_cursor) continue
    lists.push(['  page 2', [`${path}?${query}&cursor=${next_cursor}`]])
    if (deep(next_cursor) !== next_cursor) lists.push(['  half way', [`${path}?${query}&cursor=${deep()}`]])
  }
  return lists
}

const shorten = (query) =>
  decodeURIComponent(query)
    .replaceAll(/([0-9a-f]{8})-[0-9a-f-]{27}/g, '$1…')
    .replaceAll(/T[\d:.]+Z/g, '')

/** A cursor of the observations' list is their id, and an id begins with its time. */
function halfWay() {
  const time = Math.floor(Date.now() - 180 * DAY)
    .toString(16)
    .padStart(12, '0')
  return Buffer.from(`${time}70008000000000000000`, 'hex').toString('base64url')
}

async function measure(service, paths) {
  const times = []
  for (let run = 0; run < RUNS; run++) times.push(await timed(() => service.get(paths[run % paths.length])))
  const p95 = percentile(times, 0.95)
  return [percentile(times, 0.5).toFixed(1), p95.toFixed(1), p95 < TARGET_MS ? 'yes' : 'NO']
}

const bench = await openBench(process.env.FOLDER)
try {
  await run(bench)
} finally {
  await bench.close()
}
