// Which browser pages may call: those of other sites the public API, with the headers that tell their browser so; and
// only our own whatever a session cookie allows.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
import { routeOf } from './other-methods.ts'

/** Cookies are ignored under these paths, so a page can do no more than the key it has. */
const OPEN_TO_PAGES = /^\/(?:v1|mcp)\//

const EXPOSED = [
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
]
const HOURS_2 = 7_200 // browsers cache a preflight no longer than this

export type OriginRule = (origin: string) => boolean

/** Before the key is checked: browsers send none with a preflight, and a page should be able to read why it is refused. */
export function answerPages(app: FastifyInstance, originAllowed: OriginRule): void {
  app.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request) ?? request.url
    if (!OPEN_TO_PAGES.test(route)) return done()
    reply.header('Vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !originAllowed(origin)) return done()
    reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': EXPOSED.join(', '),
    })
    if (isPreflight(request)) return void answerPreflight(request, reply, route)
    done()
  })
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

/** Any header is allowed: protocols add their own with every revision, and no header grants access. */
function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply, route: string): FastifyReply {
  return reply
    .code(204)
    .headers({
      'Access-Control-Allow-Methods': route.startsWith('/mcp/') ? 'POST' : 'GET, POST',
      'Access-Control-Allow-Headers':
        headers['access-control-request-headers'] ??
        'Authorization, Content-Type, Idempotency-Key, X-Api-Key',
      'Access-Control-Max-Age': String(HOURS_2),
      Vary: 'Origin, Access-Control-Request-Headers',
    })
    .send()
}

/** True for pages on this machine or at the service's own address, and for those the operator named. */
export function isAllowedOrigin(origin: string, allowed: string[]): boolean {
  if (!URL.canParse(origin)) return false
  const { origin: sent, hostname } = new URL(origin)
  return LOOPBACK.has(hostname) || allowed.some((address) => new URL(address).origin === sent)
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

// Keeps pages of other sites from acting with a visitor's cookie.

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Passes changes from our own pages, at the public address or at the address that was called. A request without these
 * headers passes only without cookies: browsers always send one of them with a change.
 */
export function refuseOtherSites({ method, headers }: FastifyRequest, baseUrl: string): void {
  if (SAFE.has(method)) return
  const { origin, host, cookie } = headers
  const site = headers['sec-fetch-site']
  if (origin === undefined && (site === undefined ? cookie === undefined : site === 'same-origin')) return
  if (origin !== undefined && isOwn(origin, host, baseUrl)) return
  throw new Refusal(
    'forbidden',
    'changes with a session cookie must come from the console itself: send the Origin header of this service',
  )
}

function isOwn(origin: string, host: string | undefined, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  const sent = new URL(origin)
  return sent.origin === new URL(baseUrl).origin || sent.host === host
}
