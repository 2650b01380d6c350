// Answers of the admin API are for one caller only: no cache keeps them, and no browser takes them for a page.
import type { FastifyInstance } from 'fastify'

export function keepAnswersPrivate(app: FastifyInstance): void {
  app.addHook('onSend', ({ url }, reply, _payload, done) => {
    if (!url.startsWith('/api/')) return done()
    reply.header('X-Content-Type-Options', 'nosniff')
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
    done()
  })
}
