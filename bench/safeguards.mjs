// npm run bench:safeguards [-- [--short] [OTHER/dist/main.js]] — what redaction and limits cost a post, and what this build costs compared
// with another. Measures processor time of the service and of its PostgreSQL, which other work on the machine affects less than
// time by the clock, in many short rounds. In each round everything that is compared has a turn, each time in another order.
// Prints the median of the ratios within a round, and the range that half of them lie in. Each has a project of its own, so that
// no turn has to wait for what another left to do.
import { resolve } from 'node:path'
import { inTurns } from '../dist/domain/privacy/in-turns.js'
import { createRedact } from '../dist/domain/privacy/redact.js'
import { cpuMicroseconds, openBench, percentile, printTable } from '../scripts/bench.mjs'
import { pause } from '../scripts/program.ts'
import { observationMaker } from './observations.mjs'

const SHORT = process.argv.includes('--short')
const [ROUNDS, POSTS] = SHORT ? [15, 256] : [60, 256]
// As many as make large groups (group-posts.ts), so that a post costs the least. With 8, whether three or four were stored together,
// which a few microseconds decide, made more of a difference than what is measured.
const AT_ONCE = 64
const TAKES_EFFECT_MS = 1_500 // limits are in force on every process within a second

const NO_REDACTION = { redact: [], patterns: [], retention_days: null }
const REDACTION = { ...NO_REDACTION, redact: ['email', 'phone', 'card', 'iban', 'ip', 'secret'] }
const NO_LIMITS = {}
const LIMITS = {
  key_requests_per_minute: 1_000_000,
  project_requests_per_minute: 1_000_000,
  observations_per_day: 1_000_000_000,
}

const { tell } = observationMaker(1)
/** As agents write, and the costliest for redaction: dates, amounts and numbers all over. */
const PLAIN = ({ title, description }) => ({ title, description })
const NUMBERS = ({ title, description }) => ({
  title: `${title} (since 2026-03-14)`,
  description: `${description} Order 4711-0815 of 14.03.2026, 1,204.50 EUR, version 3.2.1, seen 17 times at 09:30.`,
})

const other = process.argv.slice(2).find((argument) => !argument.startsWith('--'))
await (other ? compareBuilds(resolve(other)) : compareSafeguards())

/** Redaction by itself: what it takes is lost in the noise of whole posts on a busy machine. */
async function redactionAlone() {
  const { redact } = createRedact(REDACTION.redact, [])
  const took = async (textOf) => {
    const told = Array.from({ length: 2_000 }, (_, at) => textOf(tell(at)))
    const rounds = []
    for (let round = 0; round < 9; round++) {
      const { user } = process.cpuUsage()
      for (const { title, description } of told) {
        await inTurns(redact(title))
        await inTurns(redact(description))
      }
      rounds.push((process.cpuUsage().user - user) / told.length)
    }
    return percentile(rounds, 0.5).toFixed(1)
  }
  printTable([
    ['processor time of redaction for an observation', 'µs'],
    ['as agents write', await took(PLAIN)],
    ['text full of dates and numbers', await took(NUMBERS)],
  ])
  console.log('')
}

async function compareSafeguards() {
  await redactionAlone()
  const bench = await openBench()
  try {
    const service = await bench.start('serve', { DIGEST_THREADS: '0' })
    const row = async (name, privacy, limits, text) => {
      const { id } = await service.admin('/projects', { name })
      const { key } = await service.admin(`/projects/${id}/keys`, { name: 'bench' })
      await service.replace('/privacy', privacy, id)
      await service.replace('/limits', limits, id)
      return { name, measure: () => postMany(bench, service, text, { id, key }) }
    }
    const plain = [
      await row('nothing', NO_REDACTION, NO_LIMITS, PLAIN),
      await row('nothing, once more', NO_REDACTION, NO_LIMITS, PLAIN),
      await row('redaction of six kinds', REDACTION, NO_LIMITS, PLAIN),
      await row('limits per key, project and day', NO_REDACTION, LIMITS, PLAIN),
      await row('both', REDACTION, LIMITS, PLAIN),
    ]
    const numbers = [
      await row('nothing, text full of dates and numbers', NO_REDACTION, NO_LIMITS, NUMBERS),
      await row('redaction of six kinds', REDACTION, NO_LIMITS, NUMBERS),
      await row('both', REDACTION, LIMITS, NUMBERS),
    ]
    await pause(TAKES_EFFECT_MS)
    await report(plain)
    await report(numbers)
  } finally {
    await bench.close()
  }
}

async function compareBuilds(main) {
  const benches = [await openBench(undefined, main), await openBench()]
  try {
    const rows = await Promise.all(
      benches.map(async (bench, at) => {
        const service = await bench.start('serve', { DIGEST_THREADS: '0' })
        const name = at === 0 ? 'the other build' : 'this build'
        return { name, measure: () => postMany(bench, service, PLAIN) }
      }),
    )
    await report(rows)
  } finally {
    await Promise.all(benches.map((bench) => bench.close()))
  }
}

/** Each against the first, measured in the same round. */
async function report(rows) {
  for (const { measure } of [...rows, ...rows]) await measure() // compiled
  const found = rows.map(() => [])
  for (let round = 0; round < ROUNDS; round++)
    for (let turn = 0; turn < rows.length; turn++) {
      const place = (round + turn) % rows.length
      found[place].push(await rows[place].measure())
    }
  const total = ({ service, database }) => service + database
  const of = (place, pick) => Math.round(percentile(found[place].map(pick), 0.5))
  const more = (place) => {
    const ratios = found[place].map((one, round) => total(one) / total(found[0][round]))
    const [low, middle, high] = [0.25, 0.5, 0.75].map((share) =>
      ((percentile(ratios, share) - 1) * 100).toFixed(1),
    )
    return [`${middle} %`, `${low} to ${high}`]
  }
  printTable([
    ['processor time for a post, µs', 'service', 'PostgreSQL', 'more', 'half of them', 'posts a second'],
    ...rows.map(({ name }, place) => [
      name,
      of(place, ({ service }) => service),
      of(place, ({ database }) => database),
      ...(place === 0 ? ['', ''] : more(place)),
      of(place, ({ perSecond }) => perSecond),
    ]),
  ])
  console.log('')
}

/** Microseconds of processor time for each, and how many in a second by the clock. */
async function postMany(bench, service, textOf, project) {
  const used = () => [cpuMicroseconds(service.pid), bench.databaseCpu() * 1e6]
  const [begun, before] = [performance.now(), used()]
  const caller = async (_, of) => {
    for (let n = 0; n < POSTS / AT_ONCE; n++) {
      const told = tell(of * 1_000 + n)
      const { user_id, user_sentiment } = told
      const observations = [textOf(told)]
      await service.post({ user_id, user_sentiment, interaction_id: `thread-${n}`, observations }, project)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
  const perSecond = (POSTS * 1000) / (performance.now() - begun)
  const [serviceUsed, databaseUsed] = used().map((after, at) => (after - before[at]) / POSTS)
  return { service: serviceUsed, database: databaseUsed, perSecond }
}
