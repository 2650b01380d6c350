// npm run bench:overload — one project sends four times as much as can be stored: while nobody else calls, while another project sends
// a post now and then, which shows what short turns cost, and while it sends one after the other, which takes its own part of the machine.
// Goals: 90 % of the best throughput, refusals within 100 ms, no growth in memory, normal again within a second; the other project's
// p99 within twice its value when idle. "Four times" is tried in two ways: four times the callers that reach the best throughput,
// each of which sends again as soon as it is answered; and four times the requests a second, answered or not, as long as one of
// 2,000 connections is free (the table says how many that were). The load comes from a process of its own.
import { fork } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { KEY, memory, openBench, percentile, printTable, timed } from '../scripts/bench.mjs'
import { PROJECT, pause } from '../scripts/program.ts'
import { lonePercentiles, lonePost, rowAlone } from './load/load.mjs'

const SECONDS = 5
/** For so long after its last request a project counts as one that calls. */
const SEEN_MS = 10_000
const TIMES = 4
const USUAL = 64
const NOW_AND_THEN_MS = 500
/** So many callers wait at once at most where requests are sent by the second. */
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
const client = new pg.Client(bench.connection)
await client.connect()

/** What came of a load, with times in milliseconds: so many a second, or, for null, as fast as the connections are answered. */
async function drive(load, { connections, perSecond = null }, seconds, begun = () => {}) {
  const driver = fork(join(import.meta.dirname, 'load/open-loop.mjs'))
  const done = new Promise((resolve) =>
    driver.on('message', (said) => (said === 'begun' ? begun() : resolve(said.result))),
  )
  driver.send({ ...load, connections, perSecond, seconds })
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
  return { id: project.id, ...postTo(project.id, key, 1) }
}
const insertAlone = () =>
  client.query({ name: 'row', text: rowAlone({ project: other.id, user: 'user-42', ...ITEM }) })

async function lone(load) {
  const works = { post: lonePost(load), insert: insertAlone }
  const { 'post, p99 ms': post, 'insert, p99 ms': insert } = await lonePercentiles(works, 4, [0.99])
  return { post, insert }
}

/**
 * The other project's posts, one after the other, for as long as the load lasts, and in turn with them the row alone by pg: how
 * long each took. What the row takes, the machine and its database do, with whatever load there is.
 */
async function beside(other, load, sent, seconds, restMs = 0) {
  const post = lonePost(other)
  await post()
  let [driving, isOver] = [undefined, false]
  await new Promise((begun) => {
    driving = drive(load, sent, seconds, begun).finally(() => {
      isOver = true
    })
  })
  await pause(500)
  // Not warmed up by a number of posts, as when idle: those might take until the load is over.
  const [took, inserts] = [[], []]
  while (!isOver) {
    took.push(await timed(post))
    inserts.push(await timed(insertAlone))
    if (restMs > 0) await pause(restMs)
  }
  for (const times of [took, inserts]) times.pop() // it may have been answered after the end
  const result = await driving
  if (took.length === 0) throw new Error('no post of another project was answered while the load lasted')
  return { result, took, inserts }
}

const shown = (value) => value.toFixed(value < 100 ? 1 : 0)
const ratio = (value, of) => (value / of).toFixed(2)

/** What one project stores when no other calls, nor called a while ago. */
async function best(load) {
  await pause(SEEN_MS + 500)
  return (await drive(load, { connections: USUAL }, SECONDS)).perSecond
}

/** What came of a flood, against the best before and after it. */
function rowsOfFlood(name, flood, [before, after]) {
  const most = (before + after) / 2
  const perSecond = flood.sent / SECONDS
  return [
    [
      `${name}: sent, of what can be stored`,
      ratio(perSecond, most),
      `${shown(perSecond)} / ${shown(most)} a second`,
      '',
    ],
    [
      'stored of the best',
      ratio(flood.perSecond, most),
      `${shown(flood.perSecond)} / ${shown(before)} and ${shown(after)} a second`,
      '≥ 0.9',
    ],
    [
      'refused, p99',
      '',
      flood.refused ? `${shown(flood.refusedP99)} ms (${flood.refused} of ${flood.sent})` : 'none',
      '≤ 100 ms',
    ],
    ['stored, p99', '', `${shown(flood.storedP99)} ms`, ''],
  ]
}

/** One way of sending too much of one kind of post, between two measurements of the best. */
async function overload(name, load, other, sent, before) {
  await pause(1_000)
  const memoryBefore = memory(service.pid).rss
  const idle = await lone(other)
  const { most: peak, result: flooded } = await peakMemory(beside(other, load, sent(before), SECONDS))
  await pause(1_000)
  const later = await lone(other)
  const after = await best(load)
  // Nobody else has called since the best was measured.
  const { most: peakAlone, result: alone } = await peakMemory(drive(load, sent(after), SECONDS))
  const { result: mostlyAlone } = await beside(other, load, sent(after), SECONDS, NOW_AND_THEN_MS)
  const { result: flood, took, inserts } = flooded
  const most = [before, after]
  const rows = [
    ...rowsOfFlood(`${name}, nobody else calls`, alone, most),
    ...rowsOfFlood(`${name}, another project calls now and then`, mostlyAlone, most),
    ...rowsOfFlood(`${name}, another project calls all the time`, flood, most),
    [
      'memory at most, against before',
      ratio(Math.max(peak, peakAlone), memoryBefore),
      `${shown(Math.max(peak, peakAlone))} / ${shown(memoryBefore)} MB`,
      'no growth',
    ],
    [
      'lone post a second later, p99',
      ratio(later.post, idle.post),
      `${shown(later.post)} / ${shown(idle.post)} ms`,
      '1',
    ],
    [
      "another project's post, p99",
      ratio(percentile(took, 0.99), idle.post),
      `${shown(percentile(took, 0.99))} / ${shown(idle.post)} ms (of ${took.length}, p50 ${shown(percentile(took, 0.5))})`,
      '≤ 2',
    ],
    [
      'its row alone by pg, p99',
      ratio(percentile(inserts, 0.99), idle.insert),
      `${shown(percentile(inserts, 0.99))} / ${shown(idle.insert)} ms (p50 ${shown(percentile(inserts, 0.5))})`,
      '',
    ],
  ]
  return { rows, after }
}

const fourTimesTheCallers = () => ({ connections: TIMES * USUAL })
const fourTimesTheRequests = (best) => ({ connections: CALLERS, perSecond: TIMES * best })

/** A flood before those that count: their memory is that of a service that had one, and what only a flood runs is compiled. */
async function overloads(name, load, other) {
  await drive(load, { connections: USUAL }, SECONDS) // compiled before anything counts
  const before = await best(load)
  const usual = await beside(other, load, { connections: USUAL }, SECONDS)
  await beside(other, load, fourTimesTheRequests(before), SECONDS)
  await pause(1_000)
  const callers = await overload(
    `${name}, ${TIMES * USUAL} callers`,
    load,
    other,
    fourTimesTheCallers,
    before,
  )
  const requests = await overload(
    `${name}, ${CALLERS} callers`,
    load,
    other,
    fourTimesTheRequests,
    callers.after,
  )
  const p99 = `${shown(percentile(usual.took, 0.99))} ms (of ${usual.took.length}, p50 ${shown(percentile(usual.took, 0.5))}; the row alone ${shown(percentile(usual.inserts, 0.99))})`
  return [
    [`${name}, ${USUAL} callers: another project's post, p99`, '', p99, ''],
    ...callers.rows,
    ...requests.rows,
  ]
}

const other = await anotherProject()
try {
  await lone(other)
  const loads = { 'posts of one': own, 'posts of fifty': postTo(PROJECT, KEY, 50) }
  for (const [name, load] of Object.entries(loads))
    printTable([['', 'ratio', 'of', 'goal'], ...(await overloads(name, load, other))])
} finally {
  await client.end()
  await bench.close()
}
