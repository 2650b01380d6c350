// Starts the thread that digests, and starts it again when it fails. Grouping and describing are synchronous work of up to
// seconds; on the thread that answers calls they made its p99 seven times what it is when idle.
import { Worker } from 'node:worker_threads'
import type { ClientConfig } from 'pg'
import type { Config } from '../config.ts'
import { logged } from '../http/errors.ts'
import type { DigestWorker } from './digest-worker.ts'
import { openModels } from './digesting.ts'

/** `baseUrl` is the address of the console, for links in messages. */
export type DigestTask = { config: Config; connection: ClientConfig; baseUrl: string }
export type DigestOrder = 'wake' | 'stop'

const RESTART_MS = 1_000

export function runDigestThread(task: DigestTask, onError: (fault: unknown) => void): DigestWorker {
  if (task.config.digestThreads === 0) return { wake: () => {}, stop: async () => {} }
  openModels(task.config) // a setting that cannot be used is said now, not by the thread later
  let stopping = false
  let thread = start()

  function start(): Worker {
    const made = new Worker(new URL('./digest-thread.js', import.meta.url), { workerData: task })
    made.on('message', onError)
    made.on('error', (error) => onError(logged(error)))
    made.once('exit', () => {
      if (!stopping) setTimeout(restart, RESTART_MS)
    })
    return made
  }
  function restart(): void {
    if (!stopping) thread = start()
  }
  const order = (what: DigestOrder) => thread.postMessage(what)

  return {
    wake: () => order('wake'),
    async stop() {
      stopping = true
      const gone = new Promise((resolve) => thread.once('exit', resolve))
      order('stop')
      if (thread.threadId !== -1) await gone
    },
  }
}
