// npm run bench:signed-in — what a post costs a service where somebody has signed in to the console, compared with one where nobody
// has: processor time of both, under load one after the other. Target: the same.
import { openSync } from 'node:fs'
import { cpuSeconds, KEY, openBench, printTable } from '../scripts/bench.mjs'
import { PROJECT } from '../scripts/program.ts'
import { requestsPerSecond } from './load/load.mjs'

const [WARM_UP, ROUNDS, SECONDS] = [2, 4, 2]
const PERSON = { name: 'Ada Field', email: 'ada@example.com', password: 'correct horse battery staple' }
const BATCH = {
  user_id: 'user-42',
  interaction_id: 'thread-2026-03-14-a',
  user_sentiment: 'negative',
  observations: [
    { title: 'CSV export stops at 10,000 rows', description: 'No warning was shown. '.repeat(8) },
  ],
}
const CALL = { name: 'post_observations', arguments: BATCH }

const bench = await openBench()
const start = () =>
  bench.start('serve', { DIGEST_THREADS: '0', LOG_LEVEL: 'info' }, openSync('/dev/null', 'w'))
const request = ({ url }, path, body) => ({
  url: `${url}${path}/project/${PROJECT}${path === '/v1' ? '/observations/' : '/'}`,
  method: 'POST',
  headers: { authorization: `ApiKey ${KEY}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const KINDS = {
  REST: (service) => request(service, '/v1', BATCH),
  MCP: (service) =>
    request(service, '/mcp/v1', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: CALL }),
}

try {
  const services = { nobody: await start(), somebody: await start() }
  await signIn(services)
  const rows = [['µs of processor time a post', ...Object.keys(services)]]
  for (const [kind, requestTo] of Object.entries(KINDS)) {
    const took = { nobody: [], somebody: [] }
    for (let round = 0; round < WARM_UP + ROUNDS; round++)
      for (const [who, service] of Object.entries(services)) took[who].push(await cost(service, requestTo))
    rows.push([kind, ...Object.values(took).map((each) => each.slice(WARM_UP).join(' '))])
  }
  printTable(rows)
} finally {
  await bench.close()
}

async function cost(service, requestTo) {
  const before = cpuSeconds(service.pid)
  const rate = await requestsPerSecond(requestTo(service), SECONDS)
  return Math.round(((cpuSeconds(service.pid) - before) / (rate * SECONDS)) * 1e6)
}

/** And looks at a page, as they would. */
async function signIn({ nobody, somebody }) {
  const headers = { origin: somebody.url, 'content-type': 'application/json' }
  const body = JSON.stringify({ token: nobody.setupToken ?? somebody.setupToken, ...PERSON })
  const entered = await fetch(`${somebody.url}/api/setup`, { method: 'POST', headers, body })
  const cookie = entered.headers.getSetCookie().map((one) => one.split(';')[0])
  const seen = await fetch(`${somebody.url}/api/projects`, { headers: { cookie: cookie.join('; ') } })
  if (!seen.ok) throw new Error(`signing in: ${entered.status}, then ${seen.status}`)
}
