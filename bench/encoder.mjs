// npm run bench:encoder — what a note costs the sentence encoder, with each arithmetic side by side, and what it takes
// to have it: time until the first vector, and memory. Target: 15 notes of 45 words a second and core.
// Costs are processor time, so that a busy machine counts as little as possible.
import { spawnSync } from 'node:child_process'
import { loadSentenceEncoder } from '../dist/digest/encode/sentence-encoder.js'
import { percentile, printTable, timed } from '../scripts/bench.mjs'

const ARITHMETICS = ['int8', 'fused', 'plain']
const ROUNDS = 12

/** Notes of 45 words: title and description. */
const NOTES = [
  'Export stops at 10,000 rows. The analyst needed all orders of the year for the auditor, about 42,000 of them, and the file simply ended after ten thousand without any warning. She noticed only when the totals did not match, and had to start over.',
  'Password reset leads back to the login page. He asked for the mail three times, opened every link within a minute, and always landed on the same form with an empty field. In the end a colleague with admin rights had to invite him again.',
  'Calendar shows meetings an hour late. Since the clocks changed on Sunday, every event that came from the shared calendar appears one hour later than it should, on the phone only; the browser is right. Two customers were kept waiting this morning because of it.',
  'Praises how quickly search finds old invoices. The office manager typed half of a supplier name and the year, and the document she had been looking for since last week was the first result. She says that alone is worth the price of the plan.',
  'Would like to pay by bank transfer. The company has no credit card and the finance department refuses to get one for a single tool, so the trial will end on Friday although the whole team wants to stay. They asked for an invoice instead.',
  'Photos vanish from the draft after switching apps. While writing the damage report on site he took four pictures, answered a call, and came back to a draft without any of them. It happened twice, on Android, with the newest version, and only without signal.',
]

function cpuMs(work) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** In a process of its own, so that memory and start are those of one encoder alone. */
async function measureStart(arithmetic) {
  const before = process.memoryUsage().rss
  const cpu = process.cpuUsage()
  let encoder
  const ms = await timed(async () => {
    encoder = await loadSentenceEncoder({ arithmetic })
    encoder.embed(NOTES[0])
  })
  const { user, system } = process.cpuUsage(cpu)
  for (const note of NOTES) encoder.embed(note)
  globalThis.gc()
  console.log(
    JSON.stringify({ ms, cpu: (user + system) / 1000, mb: (process.memoryUsage().rss - before) / 2 ** 20 }),
  )
}

function startOf(arithmetic) {
  const { stdout } = spawnSync(process.execPath, ['--expose-gc', import.meta.filename, arithmetic], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(stdout)
}

async function compare() {
  const encoders = []
  for (const arithmetic of ARITHMETICS) encoders.push(await loadSentenceEncoder({ arithmetic }))
  const costs = ARITHMETICS.map(() => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const note of NOTES)
      for (const [i, encoder] of encoders.entries()) costs[i].push(cpuMs(() => encoder.embed(note)))
  const tokens = NOTES.reduce((sum, note) => sum + encoders[0].tokens(note), 0) / NOTES.length
  const words = NOTES.reduce((sum, note) => sum + note.split(' ').length, 0) / NOTES.length
  console.log(
    `notes of ${words.toFixed(0)} words, ${tokens.toFixed(0)} tokens; Node ${process.version}, ${process.arch}`,
  )
  printTable([
    ['', 'ms a note', 'ms a token', 'notes/s/core', 'start, ms', 'of it CPU', 'memory, MB'],
    ...ARITHMETICS.map((arithmetic, i) => {
      const ms = percentile(costs[i], 0.5)
      const start = startOf(arithmetic)
      return [
        arithmetic,
        ...[ms.toFixed(1), (ms / tokens).toFixed(2), (1000 / ms).toFixed(1)],
        ...[start.ms, start.cpu, start.mb].map((value) => value.toFixed(0)),
      ]
    }),
  ])
}

const [, , only] = process.argv
await (only ? measureStart(only) : compare())
