// Who changes something through this process sees it at once: what was kept in memory is asked for again after every change.
import type { FastifyInstance } from 'fastify'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Before the answer leaves. Other processes are told by the database. */
export function noticeOwnWrites(app: FastifyInstance, doubt: () => void): void {
  app.addHook('onSend', ({ method, url }, _reply, _payload, done) => {
    if (url.startsWith('/api/') && !READS.has(method)) doubt()
    done()
  })
}
