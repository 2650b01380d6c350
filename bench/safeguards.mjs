// npm run bench:safeguards [-- [--short] [OTHER/dist/main.js]] — what redaction and limits cost a post, and what this build costs against
// another. Processor time of the service, which other work on the machine changes less than time by the clock; all that is
// compared takes turns, and the median of the ratios of neighboring rounds is told.
import { resolve } from 'node:path'
import { inTurns } from '../dist/domain/privacy/in-turns.js'
import { createRedact } from '../dist/domain/privacy/redact.js'
import { cpuSeconds, openBench, pause, printTable } from '../scripts/program.mjs'
import { observationMaker } from './observations.mjs'

const SHORT = process.argv.includes('--short')
const [ROUNDS, POSTS] = SHORT ? [3, 1_200] : [9, 2_400]
const AT_ONCE = 8
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
  const redact = createRedact(REDACTION.redact, [])
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
    return median(rounds).toFixed(1)
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
    const set = async (privacy, limits) => {
      await service.replace('/privacy', privacy)
      await service.replace('/limits', limits)
      await pause(TAKES_EFFECT_MS)
    }
    const row = (name, privacy, limits, text) => ({
      name,
      measure: () => postMany(service, text),
      ready: () => set(privacy, limits),
    })
    await postMany(service, PLAIN) // compiled
    await report(row('nothing', NO_REDACTION, NO_LIMITS, PLAIN), [
      row('redaction of six kinds', REDACTION, NO_LIMITS, PLAIN),
      row('limits per key, project and day', NO_REDACTION, LIMITS, PLAIN),
      row('both', REDACTION, LIMITS, PLAIN),
    ])
    await report(row('nothing, text full of dates and numbers', NO_REDACTION, NO_LIMITS, NUMBERS), [
      row('redaction of six kinds', REDACTION, NO_LIMITS, NUMBERS),
    ])
  } finally {
    await bench.close()
  }
}

async function compareBuilds(main) {
  const benches = [await openBench(), await openBench(undefined, main)]
  try {
    const [ours, theirs] = await Promise.all(
      benches.map((bench) => bench.start('serve', { DIGEST_THREADS: '0' })),
    )
    const row = (name, service) => ({ name, measure: () => postMany(service, PLAIN), ready: async () => {} })
    for (const service of [ours, theirs]) await postMany(service, PLAIN) // compiled
    await report(row('the other build', theirs), [row('this build', ours)])
  } finally {
    await Promise.all(benches.map((bench) => bench.close()))
  }
}

/** Each against the same base, measured just before it. */
async function report(base, variants) {
  const found = new Map([base, ...variants].map((one) => [one, []]))
  const ratios = new Map(variants.map((one) => [one, []]))
  const take = async (one) => {
    await one.ready()
    const cpu = await one.measure()
    found.get(one).push(cpu)
    return cpu
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const one of variants) {
      const cpu = await take(base)
      ratios.get(one).push((await take(one)) / cpu)
    }
  printTable([
    ['processor time of the service for a post', 'µs', 'more'],
    [base.name, Math.round(median(found.get(base))), ''],
    ...variants.map((one) => [
      one.name,
      Math.round(median(found.get(one))),
      `${((median(ratios.get(one)) - 1) * 100).toFixed(1)} %`,
    ]),
  ])
  console.log('')
}

/** Microseconds of processor time for each. */
async function postMany(service, textOf) {
  const begun = cpuSeconds(service.pid)
  const caller = async (_, of) => {
    for (let n = 0; n < POSTS / AT_ONCE; n++) {
      const told = tell(of * 1_000 + n)
      const { user_id, user_sentiment } = told
      const observations = [textOf(told)]
      await service.post({ user_id, user_sentiment, interaction_id: `thread-${n}`, observations })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
  return ((cpuSeconds(service.pid) - begun) * 1e6) / POSTS
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[values.length >> 1]
}
