// A page, a document or a file of the service's own: anybody may read it, and nothing else can be done with it.
import type { FastifyInstance, RouteHandlerMethod, RouteShorthandOptions } from 'fastify'
import { serveOnly } from '../other-methods.ts'

const QUIET: RouteShorthandOptions = { logLevel: 'warn' }

export function servePage(
  app: FastifyInstance,
  path: string,
  handler: RouteHandlerMethod,
  options = QUIET,
): void {
  app.get(path, options, handler)
  serveOnly(app, path, ['GET'], () => null)
}
