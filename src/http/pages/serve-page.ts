// Serves a public page, document or file that can only be read.
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
