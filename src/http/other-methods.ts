// 405 for methods that a path does not have. They are not routes, because registering every method of every path would
// take a tenth of the start; they are looked up only when no route matches.
import { maxHeaderSize } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import FindMyWay from 'find-my-way'
import { Refusal } from '../contract/refusal.ts'
import type { Method } from './operation.ts'

/** The same as the application's router. */
export const ROUTER_OPTIONS = {
  ignoreTrailingSlash: true,
  // A path cannot exceed the headers, so an overlong id is refused as an id and not as a path.
  maxParamLength: maxHeaderSize,
}

/** Checks who is calling before the allowed methods are revealed. */
export type Authorize = (request: FastifyRequest, reply: FastifyReply) => unknown

type Served = { path: string; allowed: string[]; authorize: Authorize }
type Match = { served: Served; params: object }
/** Keyed by path without the trailing slash, which the router ignores. */
type ServedPaths = Map<string, Served>

const SERVED_PATHS = 'servedPaths'

const matches = new WeakMap<FastifyRequest, Match>()

const ROUTE = 'servedRoute'
type RoutedRequest = FastifyRequest & { [ROUTE]: string | undefined }

/** Call it before any path is served and before any hook asks for a request's route. */
export function findOtherMethods(app: FastifyInstance): void {
  const served: ServedPaths = new Map()
  app.decorate(SERVED_PATHS, served)
  app.decorateRequest(ROUTE, undefined)
  let find: ReturnType<typeof finderOf> | undefined
  const findOther = (request: FastifyRequest): string | undefined => {
    find ??= finderOf(served)
    const match = find(request.url)
    if (match) matches.set(request, match)
    return match?.served.path
  }
  app.addHook('onRequest', (request, _reply, done) => {
    // Looked up once: Fastify makes a new object each time a request's route is read.
    ;(request as RoutedRequest)[ROUTE] = request.is404 ? findOther(request) : request.routeOptions.url
    done()
  })
}

/** Runs after the hooks of every request. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const refuse = async ({ served, params }: Match, request: FastifyRequest, reply: FastifyReply) => {
    request.params = params
    await served.authorize(request, reply)
    throw notAllowed(served.allowed)
  }
  app.addHook('onRequest', (request, reply, done) => {
    const match = matches.get(request)
    if (match) return refuse(match, request, reply)
    done()
  })
}

/** `methods`: all that the path has. */
export function serveOnly(
  app: FastifyInstance,
  path: string,
  methods: (Method | 'OPTIONS')[],
  authorize: Authorize,
): void {
  const served = app.getDecorator<ServedPaths>(SERVED_PATHS)
  const slashless = path.replace(/\/$/, '')
  if (served.has(slashless)) throw new Error(`${path} is served twice: name all of its methods at once`)
  served.set(slashless, { path, allowed: allowedOf(methods), authorize })
}

/** For a method with which the router would match another path. */
export function refuseOnRouter(
  app: FastifyInstance,
  path: string,
  method: Method,
  methods: Method[],
  authorize: Authorize,
): void {
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    await authorize(request, reply)
    throw notAllowed(allowedOf(methods))
  }
  app.route({ method, url: path, onRequest: refuse, handler: refuse })
}

const allowedOf = (methods: Served['allowed']): string[] =>
  methods.includes('GET') ? [...methods, 'HEAD'] : methods

function finderOf(served: ServedPaths) {
  const router = FindMyWay(ROUTER_OPTIONS)
  for (const one of served.values()) router.on('GET', one.path, () => {}, one)
  return (url: string): Match | null => {
    const match = router.find('GET', url)
    return match && { served: match.store as Served, params: match.params }
  }
}

const notAllowed = (allowed: string[]): Refusal =>
  new Refusal('method_not_allowed', `method not allowed; use ${allowed.join(', ')}`, {
    Allow: allowed.join(', '),
  })

/**
 * The path template that answers a request, also for a method the path does not have. Decide by this where a request
 * goes, never by its address, which can be written in many ways (`/%761/`, `http://host/v1/`).
 */
export const routeOf = (request: FastifyRequest): string | undefined => (request as RoutedRequest)[ROUTE]
