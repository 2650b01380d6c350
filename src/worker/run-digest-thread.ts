// Starts the digest's thread (digest-thread.ts), and starts it again when it fails or hangs. Grouping and describing block their
// thread for up to seconds; on the thread that answers calls, that made the p99 seven times what it is when idle.
import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import type { Connection } from '../db/pooler.ts'
import { logged } from '../http/errors.ts'
import type { DigestWorker } from './digest-worker.ts'
import { openModels } from './digesting.ts'

/** `baseUrl` is the address of the console, for links in messages. */
export type DigestTask = { config: Config; connection: Connection; baseUrl: string }
export type DigestOrder = 'wake' | 'stop'
/** Something failed; or a sign of life, with how long the slowest of its loops has been busy with one batch. */
export type DigestReport = { fault: object } | { turnMs: number }

export const BEAT_MS = 5_000
const RESTART_MS = 1_000

type ThreadLimits = {
  /** How often the thread gives a sign of life. */
  beatMs: number
  /** How many beats in a row may be missed: a batch of a large project takes seconds, on a busy machine more. */
  missedBeats: number
  /** How long the process itself took to start. Where that is minutes, the thread gets twice as long before it counts as stuck. */
  startMs?: number
  /** How long one batch may take. One that waits for remote models takes minutes; after this, what it waits for will not come. */
  turnMs: number
}

const USUAL_LIMITS: ThreadLimits = { beatMs: BEAT_MS, missedBeats: 24, turnMs: 20 * 60_000 }

const limitsHere = (): ThreadLimits => ({ ...USUAL_LIMITS, startMs: process.uptime() * 1_000 })

/** However long a start takes, the thread may miss at most this many times `missedBeats`. */
const MOST_PATIENCE = 16

const ownFile = (): URL => new URL('./digest-thread.js', import.meta.url)

export function runDigestThread(
  task: DigestTask,
  onError: (fault: object) => void,
  limits = limitsHere(),
  file = ownFile(),
): DigestWorker {
  if (task.config.digestThreads === 0) return { wake: () => {}, stop: async () => {} }
  openModels(task.config) // only to fail now, and not later in the thread, on a setting that cannot be used
  let stopping = false
  let missed = 0
  const patienceOf = (beats: number) =>
    Math.min(Math.max(limits.missedBeats, 2 * beats), MOST_PATIENCE * limits.missedBeats)
  let patience = patienceOf(Math.ceil((limits.startMs ?? 0) / limits.beatMs))
  let hasBeaten = false
  let thread = start()
  const watchdog = setInterval(() => {
    // Beats are counted instead of reading a clock: after the whole process was halted for a while, none has been missed.
    if (++missed !== patience) return
    // It did not even start, and may be slow rather than stuck, on a machine with far too much to do: next time it gets longer.
    if (!hasBeaten) patience = patienceOf(patience)
    end('it gave no sign of life')
  }, limits.beatMs)

  function start(): Worker {
    const made = new Worker(file, { workerData: task })
    missed = 0
    hasBeaten = false
    made.on('message', (report: DigestReport) => {
      if ('fault' in report) return onError(report.fault)
      if (!hasBeaten) patience = patienceOf(missed) // from now on by how long this thread took to start, not the process
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
