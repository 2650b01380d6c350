// Whoever changes something through this process sees it at once: after every change the agents' cache is invalidated.
import type { FastifyInstance } from 'fastify'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Before the answer leaves. Other processes hear of the change from the database. */
export function noticeOwnWrites(app: FastifyInstance, invalidate: () => void): void {
  app.addHook('onSend', ({ method, url }, _reply, _payload, done) => {
    if (url.startsWith('/api/') && !READS.has(method)) invalidate()
    done()
  })
}
