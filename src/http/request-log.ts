// One log line and one metric per request. Paths are logged as route patterns: raw ones carry user ids.
import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

export function logRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched'
    const seconds = reply.elapsedTime / 1000
    metrics.observeRequest(request.method, route, reply.statusCode, seconds)
    if (QUIET.has(route)) return
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}

const QUIET = new Set(['/healthz', '/readyz', '/metrics'])
