// The MCP endpoint: Streamable HTTP, stateless, one JSON response per request, both protocol eras.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
import { getInstructions } from '../domain/guidelines/get-instructions.ts'
import type { OriginRule } from '../http/cors.ts'
import { logged } from '../http/errors.ts'
import { parseJson } from '../http/json-body.ts'
import { type Gate, refuseOtherMethods, routerPath } from '../http/register.ts'
import { answerOrdinary, ordinaryMessage } from './ordinary-message.ts'
import type { McpContext } from './server.ts'
import type { ToolContext } from './tool.ts'

export const MCP_PATH = '/mcp/v1/project/{project_id}/'

/** Loading the protocol takes 0.2 s, a fifth of a start: it is done once the service listens. */
const protocol = () => import('./protocol.ts')

export type McpOptions = { gate: Gate<ToolContext>; originAllowed: OriginRule; version: string }

export async function registerMcp(app: FastifyInstance, options: McpOptions): Promise<void> {
  const contexts = new WeakMap<FastifyRequest, ToolContext>()
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    contexts.set(request, await options.gate(request, reply))
    refuseForeignOrigin(request, options)
  }
  // Bodies stay raw here: broken JSON must be answered as a JSON-RPC error.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, raw: Buffer) => raw)
  app.post(routerPath(MCP_PATH), { onRequest }, async (request, reply) => {
    const context = contexts.get(request) as ToolContext
    return answer({ ...context, version: options.version, ...faults(request) }, request, reply)
  })
  refuseOtherMethods(app, MCP_PATH, ['POST'], onRequest)
  app.addHook('onListen', async () => void (await protocol()))
}

const faults = (request: FastifyRequest) => ({
  onFault: (error: unknown) => request.log.error({ err: logged(error) }, 'tool call failed'),
})

/** A browser page of another site must not reach a service that listens on the visitor's own machine. */
function refuseForeignOrigin({ headers }: FastifyRequest, { originAllowed }: McpOptions): void {
  if (headers.origin === undefined || originAllowed(headers.origin)) return
  throw new Refusal('forbidden', 'this Origin is not allowed; add it to ALLOWED_ORIGINS to permit it')
}

async function answer(
  context: Omit<McpContext, 'instructions' | 'onUnauthorized'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const raw = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
  let parsedBody: unknown
  try {
    parsedBody = parseJson(raw)
  } catch (error) {
    return reply.code(400).send(parseFailure(error as Refusal))
  }
  let unauthorized: Refusal | undefined
  const onUnauthorized = (refusal: Refusal) => {
    unauthorized = refusal
  }
  const ordinary = ordinaryMessage(request.headers, parsedBody)
  const response = ordinary
    ? {
        status: 200,
        headers: JSON_HEADERS,
        text: await answerOrdinary({ ...context, onUnauthorized }, ordinary),
      }
    : await answerBySdk({ ...context, onUnauthorized }, request, parsedBody)
  if (unauthorized) throw unauthorized
  return reply.code(response.status).headers(response.headers).send(response.text)
}

const JSON_HEADERS = { 'content-type': 'application/json' }

async function answerBySdk(
  context: Omit<McpContext, 'instructions'>,
  request: FastifyRequest,
  parsedBody: unknown,
): Promise<{ status: number; headers: Record<string, string>; text: string }> {
  const { serveMessage } = await protocol()
  const instructions = asksWhoThisIs(parsedBody) ? await getInstructions(context.deps, context.projectId) : ''
  const response = await serveMessage({ ...context, instructions }, webRequest(request), parsedBody)
  const { status, headers } = response
  return {
    status,
    headers: Object.fromEntries(headers),
    text: inBatch(parsedBody, status, await response.text()),
  }
}

/** The messages, of the older and of the newer revisions, whose answer carries the instructions. */
const asksWhoThisIs = (message: unknown): boolean =>
  ['initialize', 'server/discover'].includes((message as { method?: string } | null)?.method ?? '')

/** A batch is answered with a list; the transport unwraps a list of one, so it is wrapped again here. */
function inBatch(parsedBody: unknown, status: number, text: string): string {
  return Array.isArray(parsedBody) && status === 200 && text.startsWith('{') ? `[${text}]` : text
}

const PARSE_ERROR = -32_700

const parseFailure = ({ detail }: Refusal) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: PARSE_ERROR, message: `Parse error: ${detail}` },
})

function webRequest({ headers, url }: FastifyRequest): Request {
  const web = new Headers()
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') web.set(name, value)
  // The answer is JSON whatever the caller prefers; plain curl need not know the protocol's Accept rule.
  web.set('accept', 'application/json, text/event-stream')
  return new Request(new URL(url, 'http://localhost'), { method: 'POST', headers: web })
}
