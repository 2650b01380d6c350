// Headers of every admin API answer. Answers are for one caller, so no cache keeps them and no browser takes them for a
// page. `Date` is the service's clock, which the console uses to count days and hours.
import type { FastifyInstance } from 'fastify'
import { routeOf } from './other-methods.ts'

export function headAdminAnswers(app: FastifyInstance, now: () => Date): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!(routeOf(request) ?? request.url).startsWith('/api/')) return done()
    reply.header('X-Content-Type-Options', 'nosniff')
    reply.header('Date', now().toUTCString()) // Node would send the machine's time, which may be wrong
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
    done()
  })
}
