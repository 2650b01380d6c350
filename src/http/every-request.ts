// Small hooks that every request passes through. Each is put in its place by app.ts.
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
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
