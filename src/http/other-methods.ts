// 405 for the methods that a path does not have. They are no routes of the application: for every method of every path,
// those took a tenth of each start. Only a request that no route takes is looked up here.
import { maxHeaderSize } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import FindMyWay from 'find-my-way'
import { Refusal } from '../contract/refusal.ts'
import type { Method } from './operation.ts'

/** As the router of the application reads them. */
export const ROUTER_OPTIONS = {
  ignoreTrailingSlash: true,
  // No path is longer than the headers may be: every id is read, and refused as an id, not as a path.
  maxParamLength: maxHeaderSize,
}

/** Who is calling, and may they: asked before it is said which methods there are. */
export type Authorize = (request: FastifyRequest, reply: FastifyReply) => unknown

type Served = { path: string; allowed: string[]; authorize: Authorize }
type Found = { served: Served; params: object }
/** By their paths without the last slash, which the router does not look at. */
type ServedPaths = Map<string, Served>

const SERVED_PATHS = 'servedPaths'

const found = new WeakMap<FastifyRequest, Found>()

const ROUTE = 'servedRoute'
type RoutedRequest = FastifyRequest & { [ROUTE]: string | undefined }

/** Before any path is served, and before any hook asks for the route of a request. */
export function findOtherMethods(app: FastifyInstance): void {
  const served: ServedPaths = new Map()
  app.decorate(SERVED_PATHS, served)
  app.decorateRequest(ROUTE, undefined)
  let find: ReturnType<typeof finderOf> | undefined
  const findOther = (request: FastifyRequest): string | undefined => {
    find ??= finderOf(served)
    const known = find(request.url)
    if (known) found.set(request, known)
    return known?.served.path
  }
  app.addHook('onRequest', (request, _reply, done) => {
    // Looked up once: Fastify makes a new object whenever it is asked for a request's route.
    ;(request as RoutedRequest)[ROUTE] = request.is404 ? findOther(request) : request.routeOptions.url
    done()
  })
}

/** After what every request goes through. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const refuse = async ({ served, params }: Found, request: FastifyRequest, reply: FastifyReply) => {
    request.params = params
    await served.authorize(request, reply)
    throw notAllowed(served.allowed)
  }
  app.addHook('onRequest', (request, reply, done) => {
    const known = found.get(request)
    if (known) return refuse(known, request, reply)
    done()
  })
}

/** `methods` are all that the path has. */
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

/** For a method by which the router would take the path for another. */
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
  return (url: string): Found | null => {
    const known = router.find('GET', url)
    return known && { served: known.store as Served, params: known.params }
  }
}

const notAllowed = (allowed: string[]): Refusal =>
  new Refusal('method_not_allowed', `method not allowed; use ${allowed.join(', ')}`, {
    Allow: allowed.join(', '),
  })

/**
 * The path that answers a request, as it is served; with another method, where the path does not have this one. Whoever decides by
 * where a request goes asks this, not the address: that can be written in many ways (`/%761/`, `http://host/v1/`).
 */
export const routeOf = (request: FastifyRequest): string | undefined => (request as RoutedRequest)[ROUTE]
