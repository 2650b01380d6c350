// Hooks that every request passes through. Each is put in its place by app.ts.

import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
import { answerClientError } from './errors.ts'
import { EVENT_STREAM } from './event-stream.ts'
import type { Metrics } from './metrics/metrics.ts'
import { routeOf } from './other-methods.ts'

const NOTICE =
  'a request has X-Forwarded-For, but TRUSTED_PROXIES is not set: all callers behind that proxy share one sign-in limit'

/** Warns the operator once about a proxy that is not in TRUSTED_PROXIES: all callers behind it seem to be one. */
export function noticeUnknownProxy(app: FastifyInstance, trustedProxies: readonly string[]): void {
  let warned = trustedProxies.length > 0
  app.addHook('onRequest', ({ headers, log }, _reply, done) => {
    if (!warned && headers['x-forwarded-for'] !== undefined) {
      warned = true
      log.warn(NOTICE)
    }
    done()
  })
}

/**
 * Refuses compressed bodies by name, instead of as invalid JSON. Runs after the key and the project were checked and
 * before the body is read. The body of a GET is never read, so its headers do not matter.
 */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ method, headers }, _reply, _payload, done) => {
    const encoding = headers['content-encoding']?.trim().toLowerCase()
    const isRead = method !== 'GET' && method !== 'HEAD'
    done(isRead && encoding && encoding !== 'identity' ? unsupported(encoding) : null)
  })
}

const unsupported = (encoding: string): Refusal =>
  new Refusal(
    'unsupported_media_type',
    `Content-Encoding ${encoding} is not supported; send the body without Content-Encoding`,
    { 'Accept-Encoding': 'identity' },
  )

/**
 * Headers of every admin API answer. Answers are for one caller, so no cache keeps them and no browser takes them
 * for a page. `Date` is the service's clock, which the console uses to count days and hours.
 */
export function headAdminAnswers(app: FastifyInstance, now: () => Date): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!(routeOf(request) ?? request.url).startsWith('/api/')) return done()
    reply.header('X-Content-Type-Options', 'nosniff')
    reply.header('Date', now().toUTCString()) // Node would send the machine's time, which may be wrong
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
    done()
  })
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A change made through this process is visible here at once: the project's entries in the agents' cache are checked
 * before their next use. Before the answer leaves, for that project only. A refused request changed nothing. Other
 * processes are notified by the database.
 */
export function noticeOwnWrites(app: FastifyInstance, invalidate: (projectId: string) => void): void {
  app.addHook('onSend', (request, { statusCode }, _payload, done) => {
    const { project_id: projectId } = (request.params ?? {}) as { project_id?: string }
    if (projectId && statusCode < 400 && !READS.has(request.method) && routeOf(request)?.startsWith('/api/'))
      invalidate(projectId.toLowerCase())
    done()
  })
}

/**
 * For a whole request, or for the next piece of an upload. Bodies are checked four times in this span, so a refusal may
 * come a quarter of it late.
 */
const PATIENCE_MS = 120_000

/** How many bytes had arrived at that time. */
type Progress = { at: number; bytes: number }

const progressOf = ({ raw: { socket } }: FastifyRequest): Progress => ({
  at: performance.now(),
  bytes: socket.bytesRead,
})

/**
 * A time limit for bodies that arrive slowly. Node has one limit for all requests; an upload may take longer here,
 * as long as bytes keep arriving. One timer checks all of them; otherwise every small request would set and clear
 * its own.
 */
export function limitSlowBodies(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  const arriving = new Map<FastifyRequest, Progress>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.headers
    if (length !== undefined || chunked !== undefined) {
      arriving.set(request, progressOf(request))
      request.raw.once('end', () => arriving.delete(request)) // fires after a refusal, too: the rest of the body is still read
    }
    done()
  })
  const check = () => {
    for (const [request, { at, bytes }] of arriving) {
      const { complete, destroyed, socket } = request.raw
      const isProgressing = socket.bytesRead > bytes && request.routeOptions.config?.upload !== undefined
      if (complete || destroyed) arriving.delete(request)
      else if (isProgressing) arriving.set(request, progressOf(request))
      else if (performance.now() - at >= patienceMs) answerClientError(tooSlow(), socket)
    }
  }
  const timer = setInterval(check, patienceMs / 4).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

const tooSlow = (): Error => Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** One log line and one metric per request. Routes are logged as patterns, because raw paths contain user ids. */
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
