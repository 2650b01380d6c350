// An MCP endpoint: Streamable HTTP, stateless, one JSON response per request, both protocol eras.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
import { type Soon, whenKnown } from '../domain/soon.ts'
import type { ReadJson } from '../http/bodies/json-body.ts'
import type { OriginRule } from '../http/cors.ts'
import { logged } from '../http/errors.ts'
import { serveOnly } from '../http/other-methods.ts'
import { type Gate, JSON_TYPE, passed, passing, routerPath } from '../http/register.ts'
import type { McpSession } from './call-tool.ts'
import { answerOrdinary, ordinaryMessage } from './ordinary-message.ts'
import type { Tool } from './tool.ts'

/** Loading the protocol takes 0.2 s, a fifth of a start: it is done once the service listens. */
const protocol = () => import('./protocol.ts')

/** Whom an endpoint serves, with what. */
export type McpEndpoint<Context> = {
  path: string
  tools: readonly Tool<Context>[]
  /** Those that this caller is told of, in the words for them; all where it is left out. */
  listed?(context: Context): Promise<readonly Tool<Context>[]>
  instructions(context: Context): Promise<string>
  /** Refuses, before it is parsed, a message that there is no room for. */
  admit?(context: Context, message: Buffer): void
}

export type McpOptions<Context> = {
  gate: Gate<Context>
  originAllowed: OriginRule
  version: string
  readJson: ReadJson
}

export async function registerMcp<Context extends object>(
  app: FastifyInstance,
  endpoint: McpEndpoint<Context>,
  options: McpOptions<Context>,
): Promise<void> {
  const enter = (request: FastifyRequest, reply: FastifyReply) =>
    whenKnown(options.gate(request, reply), (context) => {
      refuseForeignOrigin(request, options)
      return context
    })
  const onRequest = passing(enter)
  // Bodies stay raw here: broken JSON must be answered as a JSON-RPC error.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, raw, done) =>
    done(null, raw),
  )
  app.post(routerPath(endpoint.path), { onRequest }, (request, reply) => {
    const context = passed<Context>(request)
    const raw = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
    endpoint.admit?.(context, raw)
    return whenKnown(readMessage(request, raw, options.readJson), (parsed) =>
      'failure' in parsed
        ? reply.code(400).send(parsed.failure)
        : answer({ endpoint, context, version: options.version }, request, reply, parsed.body),
    )
  })
  serveOnly(app, routerPath(endpoint.path), ['POST'], enter)
  app.addHook('onListen', async () => void (await protocol()))
}

/** A browser page of another site must not reach a service that listens on the visitor's own machine. */
function refuseForeignOrigin(
  { headers }: FastifyRequest,
  { originAllowed }: { originAllowed: OriginRule },
): void {
  if (headers.origin === undefined || originAllowed(headers.origin)) return
  throw new Refusal('forbidden', 'this Origin is not allowed; add it to ALLOWED_ORIGINS to permit it')
}

type Message = { body: unknown } | { failure: object }

function readMessage(request: FastifyRequest, raw: Buffer, readJson: ReadJson): Soon<Message> {
  const failed = (error: unknown) => ({ failure: parseFailure(error as Refusal) })
  try {
    const body = readJson(request, raw)
    return body instanceof Promise ? body.then((body) => ({ body }), failed) : { body }
  } catch (error) {
    return failed(error)
  }
}

type Called<Context> = { endpoint: McpEndpoint<Context>; context: Context; version: string }

async function answer<Context>(
  { endpoint, context, version }: Called<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
  parsedBody: unknown,
): Promise<FastifyReply> {
  let unauthorized: Refusal | undefined
  const { tools } = endpoint
  const session: McpSession<Context> = {
    context,
    tools,
    listed: async () => endpoint.listed?.(context) ?? tools,
    version,
    onFault: (error) => request.log.error({ err: logged(error) }, 'tool call failed'),
    onUnauthorized(refusal) {
      unauthorized = refusal
    },
  }
  const ordinary = ordinaryMessage(request.headers, parsedBody, tools)
  if (ordinary) {
    const text = await answerOrdinary(session, ordinary)
    if (unauthorized) throw unauthorized
    return reply.type(JSON_TYPE).send(text)
  }
  const instruct = () => endpoint.instructions(context)
  const { status, headers, text } = await answerBySdk(session, instruct, request, parsedBody)
  if (unauthorized) throw unauthorized
  return reply.code(status).headers(headers).send(text)
}

async function answerBySdk<Context>(
  session: McpSession<Context>,
  instruct: () => Promise<string>,
  request: FastifyRequest,
  parsedBody: unknown,
): Promise<{ status: number; headers: Record<string, string>; text: string }> {
  const { serveMessage } = await protocol()
  const instructions = asksWhoThisIs(parsedBody) ? await instruct() : ''
  const response = await serveMessage({ ...session, instructions }, webRequest(request), parsedBody)
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
