// Starts the thread that digests, and starts it again when it fails or hangs. Grouping and describing are synchronous work
// of up to seconds; on the thread that answers calls they made its p99 seven times what it is when idle.
import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import type { Connection } from '../db/pooler.ts'
import { logged } from '../http/errors.ts'
import type { DigestWorker } from './digest-worker.ts'
import { openModels } from './digesting.ts'

/** `baseUrl` is the address of the console, for links in messages. */
export type DigestTask = { config: Config; connection: Connection; baseUrl: string }
export type DigestOrder = 'wake' | 'stop'
/** Something failed; or a sign of life, with how long the slowest of its loops has been at one thing. */
export type DigestReport = { fault: object } | { turnMs: number }

export const BEAT_MS = 5_000
const RESTART_MS = 1_000

type Limits = {
  beatMs: number
  /** So many beats in a row may be missed: a batch of a large project takes seconds, on a busy machine more. */
  missedBeats: number
  /** What the process itself took to start: where that is minutes, a thread of it is not stuck before it took twice as long. */
  startMs?: number
  /** A batch that waits for remote models takes minutes; longer, and what it waits for will not come. */
  turnMs: number
}

const ownLimits = (): Limits => ({ ...LIMITS, startMs: process.uptime() * 1_000 })

const LIMITS: Limits = { beatMs: BEAT_MS, missedBeats: 24, turnMs: 20 * 60_000 }

/** Times as many beats at most, where a start takes that long. */
const MOST_PATIENCE = 16

const ownFile = (): URL => new URL('./digest-thread.js', import.meta.url)

export function runDigestThread(
  task: DigestTask,
  onError: (fault: object) => void,
  limits = ownLimits(),
  file = ownFile(),
): DigestWorker {
  if (task.config.digestThreads === 0) return { wake: () => {}, stop: async () => {} }
  openModels(task.config) // a setting that cannot be used is said now, not by the thread later
  let stopping = false
  let missed = 0
  const patienceOf = (beats: number) =>
    Math.min(Math.max(limits.missedBeats, 2 * beats), MOST_PATIENCE * limits.missedBeats)
  let patience = patienceOf(Math.ceil((limits.startMs ?? 0) / limits.beatMs))
  let hasBeaten = false
  let thread = start()
  const watchdog = setInterval(() => {
    // Counted, not timed: a process that was halted goes on where it was.
    if (++missed !== patience) return
    // Not even started: as likely slow as stuck, on a machine that has far too much to do. It gets longer the next time.
    if (!hasBeaten) patience = patienceOf(patience)
    end('it gave no sign of life')
  }, limits.beatMs)

  function start(): Worker {
    const made = new Worker(file, { workerData: task })
    missed = 0
    hasBeaten = false
    made.on('message', (report: DigestReport) => {
      if ('fault' in report) return onError(report.fault)
      if (!hasBeaten) patience = patienceOf(missed) // from here on by its own start, not by what the process waited for before
      missed = 0
      hasBeaten = true
      if (report.turnMs > limits.turnMs) end('one batch does not end')
    })
    made.on('error', (error) => onError(logged(error)))
    made.once('exit', () => {
      if (!stopping) setTimeout(restart, RESTART_MS)
    })
    return made
  }
  function end(reason: string): void {
    onError({ type: 'StuckThread', message: `the digest's thread was ended and is started again: ${reason}` })
    void thread.terminate() // its locks and its transaction end with its connections
  }
  function restart(): void {
    if (!stopping) thread = start()
  }
  const order = (what: DigestOrder) => thread.postMessage(what)

  return {
    wake: () => order('wake'),
    async stop() {
      stopping = true
      clearInterval(watchdog)
      const gone = new Promise((resolve) => thread.once('exit', resolve))
      order('stop')
      if (thread.threadId !== -1) await gone
    },
  }
}
