// Answers one message of the protocol, whichever way it came in: ordinary ones at once, all others by the SDK.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Refusal } from '../contract/refusal.ts'
import { logged } from '../http/errors.ts'
import { JSON_TYPE } from '../http/register.ts'
import { JSON_HEADERS, type PlainAnswer } from '../http/short-way/answers.ts'
import type { McpSession } from './call-tool.ts'
import { answerOrdinary, ordinaryMessage } from './ordinary-message.ts'
import type { Tool } from './tool.ts'

/** Loading the protocol takes 0.2 s, a fifth of a start: it is done once the service listens. */
export const loadProtocol = () => import('./protocol.ts')

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

/** One caller at one endpoint, and the request that the message came with. */
export type Messenger<Context> = {
  endpoint: McpEndpoint<Context>
  context: Context
  version: string
  request: { headers: IncomingHttpHeaders; url: string }
  log(): Pick<FastifyBaseLogger, 'error'>
}

export async function answerMessage<Context>(
  { endpoint, context, version, request, log }: Messenger<Context>,
  message: unknown,
): Promise<PlainAnswer> {
  let unauthorized: Refusal | undefined
  const { tools } = endpoint
  const session: McpSession<Context> = {
    context,
    tools,
    listed: async () => endpoint.listed?.(context) ?? tools,
    version,
    onFault: (error) => log().error({ err: logged(error) }, 'tool call failed'),
    onUnauthorized(refusal) {
      unauthorized = refusal
    },
  }
  const ordinary = ordinaryMessage(request.headers, message, tools)
  const answer = ordinary
    ? { status: 200, headers: JSON_HEADERS, body: await answerOrdinary(session, ordinary) }
    : await answerBySdk(session, () => endpoint.instructions(context), request, message)
  if (unauthorized) throw unauthorized
  return answer
}

async function answerBySdk<Context>(
  session: McpSession<Context>,
  instruct: () => Promise<string>,
  request: Messenger<Context>['request'],
  message: unknown,
): Promise<PlainAnswer> {
  const { serveMessage } = await loadProtocol()
  const instructions = asksWhoThisIs(message) ? await instruct() : ''
  const response = await serveMessage({ ...session, instructions }, webRequest(request), message)
  const { status, headers } = response
  return {
    status,
    headers: [...headers].flatMap(([name, value]) => [
      name,
      value === 'application/json' ? JSON_TYPE : value,
    ]),
    body: inBatch(message, status, await response.text()),
  }
}

/** The messages, of the older and of the newer revisions, whose answer carries the instructions. */
const asksWhoThisIs = (message: unknown): boolean =>
  ['initialize', 'server/discover'].includes((message as { method?: string } | null)?.method ?? '')

/** A batch is answered with a list; the transport unwraps a list of one, so it is wrapped again here. */
function inBatch(message: unknown, status: number, text: string): string {
  return Array.isArray(message) && status === 200 && text.startsWith('{') ? `[${text}]` : text
}

function webRequest({ headers, url }: { headers: IncomingHttpHeaders; url: string }): Request {
  const web = new Headers()
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') web.set(name, value)
  // The answer is JSON whatever the caller prefers; plain curl need not know the protocol's Accept rule.
  web.set('accept', 'application/json, text/event-stream')
  return new Request(new URL(url, 'http://localhost'), { method: 'POST', headers: web })
}

const PARSE_ERROR = -32_700

/** To what is no JSON: an error of the protocol, not of HTTP alone. */
export const answerUnparsed = ({ detail }: Refusal): PlainAnswer => ({
  status: 400,
  headers: JSON_HEADERS,
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: null,
    error: { code: PARSE_ERROR, message: `Parse error: ${detail}` },
  }),
})
