// What each answer of the admin API says of itself: it is for one caller only, so that no cache keeps it and no browser takes it
// for a page, and it names the time by the service's clock, by which the console counts days and hours.
import type { FastifyInstance } from 'fastify'
import { routeOf } from './other-methods.ts'

export function headAdminAnswers(app: FastifyInstance, now: () => Date): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!(routeOf(request) ?? request.url).startsWith('/api/')) return done()
    reply.header('X-Content-Type-Options', 'nosniff')
    reply.header('Date', now().toUTCString()) // Node's own would be the machine's time, which may be wrong
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
    done()
  })
}
