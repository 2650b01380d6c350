// One log line and one metric per request. Paths are logged as route patterns: raw ones carry user ids.
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EVENT_STREAM } from './event-stream.ts'
import type { Metrics } from './metrics/metrics.ts'
import { routeOf } from './other-methods.ts'

export function logRequests(app: FastifyInstance, metrics: Metrics): void {
  const measure = ({ method }: FastifyRequest, reply: FastifyReply, route: string) =>
    metrics.observeRequest(labelOf(method), route, reply.statusCode, reply.elapsedTime / 1000)
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('X-Request-Id', request.id)
    // Its duration is how long somebody listened: what the service took is the time until it answers.
    if (isEventStream(reply)) measure(request, reply, labelledRoute(request))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = labelledRoute(request)
    if (!isEventStream(reply)) measure(request, reply, route)
    if (!QUIET.has(route))
      request.log.info(
        {
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'request',
      )
    done()
  })
}

/** As it was sent, or a new one. */
export const requestIdOf = ({ 'x-request-id': sent }: IncomingHttpHeaders): string =>
  typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID()

/** Anybody may send the thirty others that there are: a series of figures for each would never go away. */
const COUNTED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const labelOf = (method: string): string => (COUNTED_METHODS.includes(method) ? method : 'other')

const labelledRoute = (request: FastifyRequest): string => routeOf(request) ?? 'unmatched'
const isEventStream = (reply: FastifyReply): boolean => reply.getHeader('Content-Type') === EVENT_STREAM

const QUIET = new Set(['/healthz', '/readyz', '/metrics'])
