// One log line and one metric per request. Routes are logged as patterns, because raw paths contain user ids.
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
    // The duration of a stream is how long somebody listened, so the time until its headers is measured.
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

/** The caller's id, or a new one. */
export const requestIdOf = ({ 'x-request-id': sent }: IncomingHttpHeaders): string =>
  typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID()

/** Anyone may send any method, and each would add time series that never go away. */
const COUNTED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const labelOf = (method: string): string => (COUNTED_METHODS.includes(method) ? method : 'other')

const labelledRoute = (request: FastifyRequest): string => routeOf(request) ?? 'unmatched'
const isEventStream = (reply: FastifyReply): boolean => reply.getHeader('Content-Type') === EVENT_STREAM

const QUIET = new Set(['/healthz', '/readyz', '/metrics'])
