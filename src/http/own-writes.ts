// Whoever changes a project through this process sees it at once: its entries of the agents' cache are checked before they are used.
import type { FastifyInstance } from 'fastify'
import { routeOf } from './other-methods.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Before the answer leaves, and of that project alone. What was refused changed nothing. Other processes hear of it from the database. */
export function noticeOwnWrites(app: FastifyInstance, invalidate: (projectId: string) => void): void {
  app.addHook('onSend', (request, { statusCode }, _payload, done) => {
    const { project_id: projectId } = (request.params ?? {}) as { project_id?: string }
    if (projectId && statusCode < 400 && !READS.has(request.method) && routeOf(request)?.startsWith('/api/'))
      invalidate(projectId.toLowerCase())
    done()
  })
}
