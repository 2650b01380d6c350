// The protocol itself, by the official SDK: one server per message, nothing kept in between.
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { LIMITS } from '../contract/limits.ts'
import { createMcpServer, type McpContext } from './server.ts'

/** Answers one message: older revisions by the SDK's transport, newer ones by its handler. */
export async function serveMessage(
  context: McpContext,
  request: Request,
  parsedBody: unknown,
): Promise<Response> {
  if (!(await isLegacyRequest(request, parsedBody))) return serveModern(context, request, parsedBody)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = createMcpServer(context)
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}

/**
 * From revision 2026-07-28 on. Subscriptions are refused: nothing here changes, and streams would pin a process.
 * No tool sends anything before its result, so the answer is plain JSON; `responseMode: 'json'` would say so too,
 * but prints a warning for every handler made.
 */
function serveModern(context: McpContext, request: Request, parsedBody: unknown): Promise<Response> {
  const handler = createMcpHandler(() => createMcpServer(context), {
    legacy: 'reject',
    maxSubscriptions: 0,
    maxRequestBodySize: LIMITS.bodyBytes,
  })
  return handler.fetch(request, { parsedBody })
}
