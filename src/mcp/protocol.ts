// The protocol itself, by the official SDK: one server per message, nothing kept in between.
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { LIMITS } from '../contract/limits.ts'
import { refusedHandshake } from './handshake.ts'
import { createMcpServer, type InstructedSession } from './server.ts'

/** Answers one message: older revisions by the SDK's transport, newer ones by its handler. */
export async function serveMessage<Context>(
  session: InstructedSession<Context>,
  request: Request,
  parsedBody: unknown,
): Promise<Response> {
  if (!(await isLegacyRequest(request, parsedBody))) return serveModern(session, request, parsedBody)
  const refused = refusedHandshake(parsedBody)
  if (refused) return Response.json(refused)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = createMcpServer(session)
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}

/**
 * From revision 2026-07-28 on. Subscriptions are not offered: nothing here changes, and streams would pin a process.
 * The SDK offers them whatever it is told, so they are answered here as it answers every other absent method.
 * No tool sends anything before its result, so the answer is plain JSON; `responseMode: 'json'` would say so too,
 * but prints a warning for every handler made.
 */
async function serveModern<Context>(
  session: InstructedSession<Context>,
  request: Request,
  parsedBody: unknown,
): Promise<Response> {
  const { id, method } = (parsedBody ?? {}) as { id?: unknown; method?: unknown }
  if (method === 'subscriptions/listen' && id !== undefined) return methodNotFound(id)
  const handler = createMcpHandler(() => createMcpServer(session), {
    legacy: 'reject',
    maxRequestBodySize: LIMITS.bodyBytes,
  })
  return handler.fetch(request, { parsedBody })
}

const methodNotFound = (id: unknown): Response =>
  Response.json(
    { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' } },
    { status: 404 },
  )
