// Starts the digest's thread (digest-thread.ts) and restarts it when it fails or hangs. Grouping and describing block
// their thread for up to seconds, so they must not run on the thread that answers calls.
import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import type { Connection } from '../db/pooler.ts'
import { logged } from '../http/errors.ts'
import type { DigestWorker } from './digest-worker.ts'
import { openModels } from './digesting.ts'

/** `baseUrl` is the console's address, for links in messages. */
export type DigestTask = { config: Config; connection: Connection; baseUrl: string }
export type DigestOrder = 'wake' | 'stop'
/** A failure, or a heartbeat with how long the slowest loop has been busy with one batch. */
export type DigestReport = { fault: object } | { turnMs: number }

export const BEAT_MS = 5_000
const RESTART_MS = 1_000

type ThreadLimits = {
  /** The interval of heartbeats. */
  beatMs: number
  /** How many beats in a row may be missed: a batch of a large project takes seconds, on a busy machine longer. */
  missedBeats: number
  /**
   * How long the process took to start. If that is minutes, the thread gets twice as long before it is considered
   * stuck.
   */
  startMs?: number
  /** How long one batch may take. Waiting for remote models takes minutes; beyond this, they will not answer. */
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
  openModels(task.config) // fails here, and not later in the thread, if a setting is unusable
  let stopping = false
  let missed = 0
  const patienceOf = (beats: number) =>
    Math.min(Math.max(limits.missedBeats, 2 * beats), MOST_PATIENCE * limits.missedBeats)
  let patience = patienceOf(Math.ceil((limits.startMs ?? 0) / limits.beatMs))
  let hasBeaten = false
  let thread = start()
  const watchdog = setInterval(() => {
    // Beats are counted instead of reading a clock, because a suspended process misses none.
    if (++missed !== patience) return
    // It has not even started and may just be slow, on an overloaded machine: next time it gets longer.
    if (!hasBeaten) patience = patienceOf(patience)
    end('it does not respond')
  }, limits.beatMs)

  function start(): Worker {
    const worker = new Worker(file, { workerData: task })
    missed = 0
    hasBeaten = false
    worker.on('message', (report: DigestReport) => {
      if ('fault' in report) return onError(report.fault)
      if (!hasBeaten) patience = patienceOf(missed) // from now on by how long this thread took to start, not the process
      missed = 0
      hasBeaten = true
      if (report.turnMs > limits.turnMs) end('a batch takes too long')
    })
    worker.on('error', (error) => onError(logged(error)))
    worker.once('exit', () => {
      if (!stopping) setTimeout(restart, RESTART_MS)
    })
    return worker
  }
  function end(reason: string): void {
    onError({ type: 'StuckThread', message: `restarting the digest's thread: ${reason}` })
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
