// 405 for the methods that a path does not have. They are no routes of the application: for every method of every path,
// those took a tenth of each start. Only a request that no route takes is looked up here.
import { maxHeaderSize } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import FindMyWay from 'find-my-way'
import { Refusal } from '../contract/refusal.ts'
import { type Soon, whenKnown } from '../domain/soon.ts'
import type { Method } from './operation.ts'

/** As the router of the application reads them. */
export const ROUTER_OPTIONS = {
  ignoreTrailingSlash: true,
  // No path is longer than the headers may be: every id is read, and refused as an id, not as a path.
  maxParamLength: maxHeaderSize,
}

/** Who is calling, and may they: asked before it is said which methods there are. */
export type Enter = (request: FastifyRequest, reply: FastifyReply) => Soon<unknown>

type Served = { path: string; allowed: string[]; enter: Enter }
/** By their paths without the last slash, which the router does not look at. */
type ServedPaths = Map<string, Served>

const SERVED_PATHS = 'servedPaths'

/** Before any path is served, and after what every request goes through. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const served: ServedPaths = new Map()
  app.decorate(SERVED_PATHS, served)
  let find: ReturnType<typeof finderOf> | undefined
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    find ??= finderOf(served)
    const found = find(request.url)
    if (!found) return done()
    const { path, allowed, enter } = found.served
    refusedPaths.set(request, path)
    request.params = found.params
    const refused = whenKnown(enter(request, reply), () => {
      throw notAllowed(allowed)
    })
    if (refused instanceof Promise) return refused
  })
}

/** `methods` are all that the path has. */
export function serveOnly(
  app: FastifyInstance,
  path: string,
  methods: (Method | 'OPTIONS')[],
  enter: Enter,
): void {
  const served = app.getDecorator<ServedPaths>(SERVED_PATHS)
  const slashless = path.replace(/\/$/, '')
  if (served.has(slashless)) throw new Error(`${path} is served twice: name all of its methods at once`)
  served.set(slashless, { path, allowed: allowedOf(methods), enter })
}

/** For a method by which the router would take the path for another. */
export function refuseOnRouter(
  app: FastifyInstance,
  path: string,
  method: Method,
  methods: Method[],
  enter: Enter,
): void {
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    await enter(request, reply)
    throw notAllowed(allowedOf(methods))
  }
  app.route({ method, url: path, onRequest: refuse, handler: refuse })
}

const allowedOf = (methods: Served['allowed']): string[] =>
  methods.includes('GET') ? [...methods, 'HEAD'] : methods

function finderOf(served: ServedPaths) {
  const router = FindMyWay(ROUTER_OPTIONS)
  for (const one of served.values()) router.on('GET', one.path, () => {}, one)
  return (url: string) => {
    const found = router.find('GET', url)
    return found && { served: found.store as Served, params: found.params }
  }
}

const notAllowed = (allowed: string[]): Refusal =>
  new Refusal('method_not_allowed', `method not allowed; use ${allowed.join(', ')}`, {
    Allow: allowed.join(', '),
  })

const refusedPaths = new WeakMap<FastifyRequest, string>()

/** The path of a request that was refused here, as it is served with other methods. */
export const refusedPath = (request: FastifyRequest): string | undefined => refusedPaths.get(request)
