// Fairness among projects: so many requests of a project are under way at once, others wait in the project's queue, first come, first
// served, and what comes when the queue is full is told to come again. A project that sends too much thus delays itself: others find
// the event loop and the database free.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '../../contract/refusal.ts'

/** For each project. */
export type ProjectLimits = { underWay: number; waiting: number }

/** With 64 under way, another project waits twice as long beside a flood. A queue of 1,000 is answered in a fraction of a second. */
const PROJECT_LIMITS: ProjectLimits = { underWay: 32, waiting: 1_000 }

export type ProjectQueues = {
  /** Undefined where the request may go on at once, else settles when it may. Throws when the project's queue is full. */
  enter(projectId: string, request: IncomingMessage, response: ServerResponse): Promise<void> | undefined
  /** Of all projects. */
  waiting(): number
}

/** The functions let those that wait go on; a Set keeps their order, and those that leave leave no gap. */
type Queue = { underWay: number; waiting: Set<() => void> }

export function createProjectQueues(limits = PROJECT_LIMITS): ProjectQueues {
  /** Of projects that have requests under way. */
  const queues = new Map<string, Queue>()
  const begin = (projectId: string, request: IncomingMessage, response: ServerResponse) => {
    const count = () => {
      if (response.destroyed || response.writableEnded) return
      const queue = queues.get(projectId) ?? { underWay: 0, waiting: new Set() }
      queues.set(projectId, queue)
      queue.underWay++
      response.once('close', () => end(projectId, queue))
    }
    // Under way once all of it has arrived: a caller that sends slowly keeps no other waiting.
    if (request.complete) count()
    else request.once('end', count)
  }
  const end = (projectId: string, queue: Queue) => {
    queue.underWay--
    for (const go of queue.waiting) {
      if (queue.underWay >= limits.underWay) return
      go()
    }
    if (queue.underWay === 0) queues.delete(projectId)
  }
  return {
    enter(projectId, request, response) {
      if (response.destroyed) return undefined // its caller left while the key was looked up
      const queue = queues.get(projectId)
      if (!queue || (queue.underWay < limits.underWay && queue.waiting.size === 0))
        return void begin(projectId, request, response)
      const { waiting } = queue
      if (waiting.size >= limits.waiting) throw BUSY
      return new Promise((resolve) => {
        const go = () => {
          waiting.delete(go)
          begin(projectId, request, response)
          resolve()
        }
        waiting.add(go)
        response.once('close', () => waiting.delete(go))
      })
    },
    waiting: () => [...queues.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
  }
}

/** Made once: most of the time of a refusal would go into the stack of its error, which nobody reads. */
const BUSY = new Refusal('unavailable', 'this project sends more than can be answered; try again shortly', {
  'Retry-After': '1',
})
