// Serves an MCP endpoint: Streamable HTTP, stateless, one JSON response per request, both protocol eras.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
import type { ReadJson } from '../http/bodies/json-body.ts'
import type { OriginRule } from '../http/origins.ts'
import { serveOnly } from '../http/other-methods.ts'
import { type Gate, JSON_TYPE, passed, passing, routerPath } from '../http/register.ts'
import type { McpEndpoint } from './call-tool.ts'
import { answerMessage, answerParseError } from './protocol.ts'

export type McpOptions<Context> = {
  gate: Gate<Context>
  originAllowed: OriginRule
  version: string
  readJson: ReadJson
}

export async function registerMcp<Context extends object>(
  app: FastifyInstance,
  endpoint: McpEndpoint<Context>,
  { gate, originAllowed, version, readJson }: McpOptions<Context>,
): Promise<void> {
  const authorize = async (request: FastifyRequest, reply: FastifyReply) => {
    const context = await gate(request, reply)
    refuseForeignOrigin(request, originAllowed)
    return context
  }
  const onRequest = passing(authorize)
  // Bodies stay raw here: invalid JSON must be answered with a JSON-RPC error.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, raw, done) =>
    done(null, raw),
  )
  app.post(routerPath(endpoint.path), { onRequest }, async (request, reply) => {
    const context = passed<Context>(request)
    const raw = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
    endpoint.admit?.(context, raw)
    const session = { endpoint, context, version, log: request.log }
    const { status, body } = await readJson(request, raw).then(
      (message) => answerMessage(session, request.headers, message),
      answerParseError,
    )
    return body === undefined ? reply.code(status).send() : reply.code(status).type(JSON_TYPE).send(body)
  })
  serveOnly(app, routerPath(endpoint.path), ['POST'], authorize)
}

/** Keeps pages of other sites from calling a service on the visitor's own machine (DNS rebinding). */
function refuseForeignOrigin({ headers }: FastifyRequest, originAllowed: OriginRule): void {
  if (headers.origin === undefined || originAllowed(headers.origin)) return
  throw new Refusal('forbidden', 'this Origin is not allowed; add it to ALLOWED_ORIGINS to permit it')
}
