// npm run bench:overload — four times as many posts as can be stored, and one project's flood beside another project.
// Goals: 90 % of the best throughput, refusals within 100 ms, no growth in memory, normal again within a second; the other project's
// p99 within twice its value when idle. The load comes from a process of its own, at a fixed rate, whether answered or not,
// as long as one of its connections is free; what it reached is in the table.
import { fork } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { KEY, memory, openBench, PROJECT, pause, percentile, printTable, timed } from '../scripts/program.mjs'
import { lonePercentiles, lonePost } from './load/load.mjs'

const SECONDS = 5
const TIMES = 4
const USUAL = 64
/** So many callers wait at once at most; more than the queue holds. */
const CALLERS = 2_000
const ITEM = {
  title: 'CSV export stops at 10,000 rows',
  description: 'Only 10,000 of 14,200 rows were there.',
}
const batchOf = (count) => ({
  user_id: 'user-42',
  interaction_id: 'thread-2026-03-14-a',
  user_sentiment: 'negative',
  observations: Array(count).fill(ITEM),
})

const bench = await openBench()
const settings = { DIGEST_THREADS: '0', LOG_LEVEL: 'info' }
const service = await bench.start('serve', settings, openSync('/dev/null', 'w'))
const postTo = (project, key, count) => ({
  url: `${service.url}/v1/project/${project}/observations/`,
  method: 'POST',
  headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify(batchOf(count)),
})
const own = postTo(PROJECT, KEY, 1)

/** Sends so many a second over many connections, or as fast as 64 are answered; what came of it, with times in milliseconds. */
async function drive(load, perSecond, seconds, begun = () => {}) {
  const driver = fork(join(import.meta.dirname, 'load/open-loop.mjs'))
  const done = new Promise((resolve) =>
    driver.on('message', (said) => (said === 'begun' ? begun() : resolve(said.result))),
  )
  driver.send({ ...load, connections: perSecond === null ? USUAL : CALLERS, perSecond, seconds })
  const result = await done.finally(() => driver.disconnect())
  if (result.wrong > 0) throw new Error(`${result.wrong} answers were neither stored nor told to come again`)
  if (result.perSecond === 0) throw new Error('nothing was stored: the machine is too busy for this')
  return result
}

async function peakMemory(work) {
  let most = 0
  const look = setInterval(() => {
    most = Math.max(most, memory(service.pid).rss)
  }, 100)
  const result = await work.finally(() => clearInterval(look))
  return { most, result }
}

async function anotherProject() {
  const project = await service.admin('/projects', { name: 'Another' })
  const { key } = await service.admin(`/projects/${project.id}/keys`, { name: 'bench' })
  return postTo(project.id, key, 1)
}

async function lone(load) {
  const { 'post, p99 ms': p99 } = await lonePercentiles({ post: lonePost(load) }, 2, [0.99])
  return p99
}

const shown = (value) => value.toFixed(value < 100 ? 1 : 0)

/** Four times what can be stored of one kind of post. A flood before the one that counts: its memory is that of a service that had one. */
async function overload(name, load) {
  await drive(load, null, SECONDS) // compiled before anything counts
  const best = await drive(load, null, SECONDS)
  await drive(load, TIMES * best.perSecond, 2)
  await pause(1_000)
  const before = memory(service.pid).rss
  const normal = await lone(own)
  const { most, result: flood } = await peakMemory(drive(load, TIMES * best.perSecond, SECONDS))
  await pause(1_000)
  const after = await lone(own)
  const reached = flood.sent / SECONDS / best.perSecond
  const share = `${flood.refused} of ${flood.sent}`
  return [
    [
      `${name}: sent, of what can be stored`,
      reached.toFixed(2),
      `${shown(flood.sent / SECONDS)} / ${shown(best.perSecond)} a second`,
      String(TIMES),
    ],
    [
      'stored of the best',
      (flood.perSecond / best.perSecond).toFixed(2),
      `${shown(flood.perSecond)} / ${shown(best.perSecond)} a second`,
      '≥ 0.9',
    ],
    ['refused, p99', '', flood.refused ? `${shown(flood.refusedP99)} ms (${share})` : 'none', '≤ 100 ms'],
    ['stored, p99', '', `${shown(flood.storedP99)} ms`, ''],
    [
      'memory at most, against before',
      (most / before).toFixed(2),
      `${shown(most)} / ${shown(before)} MB`,
      'no growth',
    ],
    [
      'lone post a second later, p99',
      (after / normal).toFixed(2),
      `${shown(after)} / ${shown(normal)} ms`,
      '1',
    ],
  ]
}

/** One project sends four times as much as can be stored; another, one post after the other, for as long as that lasts. */
async function neighbors() {
  const other = await anotherProject()
  await lone(other)
  const idle = await lone(other)
  const best = await drive(own, null, SECONDS)
  const post = lonePost(other)
  await post()
  let [flooding, isOver] = [undefined, false]
  await new Promise((begun) => {
    flooding = drive(own, TIMES * best.perSecond, SECONDS, begun).finally(() => {
      isOver = true
    })
  })
  await pause(1_000)
  // Not warmed up by a number of posts, as when idle: those would take until the flood is over.
  const took = []
  while (!isOver) took.push(await timed(post))
  took.pop() // it may have been answered after the end
  await flooding
  if (took.length === 0) throw new Error('no post of another project was answered while the flood lasted')
  const beside = percentile(took, 0.99)
  return [
    [
      "another project's post, p99",
      (beside / idle).toFixed(2),
      `${shown(beside)} / ${shown(idle)} ms (of ${took.length}, p50 ${shown(percentile(took, 0.5))})`,
      '≤ 2',
    ],
  ]
}
try {
  const rows = [
    ...(await overload('posts of one', own)),
    ...(await overload('posts of fifty', postTo(PROJECT, KEY, 50))),
    ...(await neighbors()),
  ]
  printTable([['', 'ratio', 'of', 'goal'], ...rows])
} finally {
  await bench.close()
}
