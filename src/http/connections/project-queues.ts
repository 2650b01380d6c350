// Fairness among projects. Each project has a limited number of requests under way; further ones wait in the project's
// queue in order, and beyond that they are refused. A project that sends too much delays only itself.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '../../contract/refusal.ts'

/** Per project. */
export type ProjectLimits = { underWay: number; waiting: number }

/**
 * With 64 under way, other projects wait twice as long during a flood. A queue of 1,000 drains in a fraction of a
 * second.
 */
const PROJECT_LIMITS: ProjectLimits = { underWay: 32, waiting: 1_000 }

export type ProjectQueues = {
  /** Undefined when the request may proceed at once, otherwise resolves when it may. Throws when the queue is full. */
  enter(projectId: string, request: IncomingMessage, response: ServerResponse): Promise<void> | undefined
  /** Over all projects. */
  waiting(): number
}

/** Callbacks that let requests proceed. A Set keeps their order and removes the disconnected in constant time. */
type Queue = { underWay: number; waiting: Set<() => void> }

export function createProjectQueues(limits = PROJECT_LIMITS): ProjectQueues {
  /** Only projects with requests under way. */
  const queues = new Map<string, Queue>()
  const begin = (projectId: string, request: IncomingMessage, response: ServerResponse) => {
    const count = () => {
      if (response.destroyed || response.writableEnded) return
      const queue = queues.get(projectId) ?? { underWay: 0, waiting: new Set() }
      queues.set(projectId, queue)
      queue.underWay++
      response.once('close', () => end(projectId, queue))
    }
    // A request counts once it has arrived completely, so a slow sender delays nobody.
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
      if (response.destroyed) return undefined // the caller disconnected while the key was looked up
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

/** Made once: a refusal would otherwise spend most of its time on a stack trace that nobody reads. */
const BUSY = new Refusal('unavailable', 'this project has too many requests in progress; try again shortly', {
  'Retry-After': '1',
})
