// Several processes on one port and one database. The supervisor serves nothing itself: it starts them, restarts those
// that die, and stops them all.
import cluster, { type Worker } from 'node:cluster'
import { StartError } from '../start-error.ts'
import type { Service } from './service.ts'

/** Answers calls or digests. */
export type ProcessRole = 'api' | 'worker'

const AGAIN_MS = 1_000
const READY = /Fieldnote (is ready|worker is running)/

/**
 * Resolves when the first process is ready. Only that one creates and prints what a first start does; the others are
 * started afterwards.
 */
export async function startProcesses([first, ...others]: [ProcessRole, ...ProcessRole[]]): Promise<Service> {
  const running = new Set<Worker>()
  const pending = new Set<NodeJS.Timeout>()
  let stopping = false

  // Each process accepts connections from the shared port itself. If this process passed them on, connections on their
  // way to a dying process would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const start = (role: ProcessRole): Worker => {
    // Standard output is piped, because all processes print the same; logs pass straight through.
    cluster.setupPrimary({ args: ['serve', '--role', role], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    const child = cluster.fork()
    running.add(child)
    child.once('exit', () => {
      running.delete(child)
      if (!stopping) again(role)
    })
    return child
  }
  const again = (role: ProcessRole) => {
    const timer = setTimeout(() => {
      pending.delete(timer)
      start(role).process.stdout?.resume()
    }, AGAIN_MS)
    pending.add(timer)
  }
  const close = async () => {
    stopping = true
    for (const timer of pending) clearTimeout(timer)
    await Promise.all([...running].map(end))
  }

  if (!(await isReady(start(first)))) {
    await close()
    throw new StartError('The first process ended before it was ready; see its message above.')
  }
  for (const role of others) start(role).process.stdout?.resume()
  return { close }
}

/** Also passes on what the process prints. */
function isReady(child: Worker): Promise<boolean> {
  let output = ''
  child.process.stdout?.pipe(process.stdout, { end: false })
  return new Promise((resolve) => {
    child.process.stdout?.on('data', (text) => {
      output += text
      if (READY.test(output)) resolve(true)
    })
    child.once('exit', () => resolve(false))
  })
}

function end(child: Worker): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.process.kill('SIGTERM')
  })
}
