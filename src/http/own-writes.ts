// A change made through this process is visible here at once: the project's entries in the agents' cache are checked
// before their next use.
import type { FastifyInstance } from 'fastify'
import { routeOf } from './other-methods.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Before the answer leaves, for that project only. A refused request changed nothing. Other processes are notified by
 * the database.
 */
export function noticeOwnWrites(app: FastifyInstance, invalidate: (projectId: string) => void): void {
  app.addHook('onSend', (request, { statusCode }, _payload, done) => {
    const { project_id: projectId } = (request.params ?? {}) as { project_id?: string }
    if (projectId && statusCode < 400 && !READS.has(request.method) && routeOf(request)?.startsWith('/api/'))
      invalidate(projectId.toLowerCase())
    done()
  })
}
