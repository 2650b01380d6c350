// npm run bench:overload — four times as many posts as can be stored, and one project's flood beside another project.
// Goals: 90 % of the best throughput, refusals within 100 ms, no growth in memory, normal again within a second; the other project's
// p99 within twice its value when idle. The load comes from a process of its own, at a fixed rate, whether answered or not.
import { fork } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { KEY, memory, openBench, PROJECT, pause, printTable } from '../scripts/program.mjs'
import { lonePercentiles, lonePost } from './load/load.mjs'

const SECONDS = 5
const TIMES = 4
const batch = {
  user_id: 'user-42',
  interaction_id: 'thread-2026-03-14-a',
  user_sentiment: 'negative',
  observations: [
    { title: 'CSV export stops at 10,000 rows', description: 'Only 10,000 of 14,200 rows were there.' },
  ],
}

const bench = await openBench()
const settings = { DIGEST_THREADS: '0', LOG_LEVEL: 'info' }
const service = await bench.start('serve', settings, openSync('/dev/null', 'w'))
const postTo = (project, key) => ({
  url: `${service.url}/v1/project/${project}/observations/`,
  method: 'POST',
  headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify(batch),
})
const own = postTo(PROJECT, KEY)

/** Sends so many a second, or as fast as 64 connections are answered; what came of it, with times in milliseconds. */
function drive(load, perSecond, seconds) {
  const driver = fork(join(import.meta.dirname, 'load/open-loop.mjs'))
  const done = new Promise((resolve) => driver.once('message', resolve))
  driver.send({ ...load, perSecond, seconds })
  return done.finally(() => driver.disconnect())
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
  return postTo(project.id, key)
}

async function lone(load) {
  const { 'post, p99 ms': p99 } = await lonePercentiles({ post: lonePost(load) }, 2, [0.99])
  return p99
}
try {
  await drive(own, null, SECONDS) // compiled before anything counts
  const best = await drive(own, null, SECONDS)
  if (best.perSecond === 0) throw new Error('nothing was stored: the machine is too busy for this')
  const before = memory(service.pid).rss
  const normal = await lone(own)
  const { most, result: flood } = await peakMemory(drive(own, TIMES * best.perSecond, SECONDS))
  await pause(1_000)
  const after = await lone(own)

  const other = await anotherProject()
  await lone(other)
  const idle = await lone(other)
  const flooding = drive(own, TIMES * best.perSecond, 4)
  await pause(1_000)
  const beside = await lone(other)
  await flooding

  const shown = (value) => value.toFixed(value < 100 ? 1 : 0)
  printTable([
    ['', 'ratio', 'of', 'goal'],
    [
      'stored at four times the capacity',
      (flood.perSecond / best.perSecond).toFixed(2),
      `${shown(flood.perSecond)} / ${shown(best.perSecond)} a second`,
      '≥ 0.9',
    ],
    [
      'refused, p99',
      '',
      flood.refused ? `${shown(flood.refusedP99)} ms (${flood.refused} of ${flood.sent})` : 'none',
      '≤ 100 ms',
    ],
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
    [
      "another project's post, p99",
      (beside / idle).toFixed(2),
      `${shown(beside)} / ${shown(idle)} ms`,
      '≤ 2',
    ],
  ])
} finally {
  await bench.close()
}
