// Answers one message of the protocol, on the short way or the framework's: ordinary ones by ourselves, all others by the SDK.
import type { IncomingHttpHeaders } from 'node:http'
import type { Refusal } from '../contract/refusal.ts'
import { JSON_TYPE } from '../http/register.ts'
import { JSON_HEADERS, type PlainAnswer } from '../http/short-way/answers.ts'
import { callTool, type McpSession } from './call-tool.ts'
import { answerOrdinary, ordinaryMessage } from './ordinary-message.ts'
import type { InstructedSession } from './server.ts'

/** Loading the SDK takes 0.2 s, a fifth of a start, so it is loaded once the service listens. */
export const loadProtocol = () => import('./protocol.ts')

/** The request that brought the message. */
type Carrier = { headers: IncomingHttpHeaders; url: string }

export function answerMessage<Context>(
  session: McpSession<Context>,
  carrier: Carrier,
  message: unknown,
): Promise<PlainAnswer> {
  const ordinary = ordinaryMessage(carrier.headers, message, session.endpoint.tools)
  return ordinary ? answerOrdinary(session, ordinary) : answerBySdk(session, carrier, message)
}

export async function answerBySdk<Context>(
  session: McpSession<Context>,
  carrier: Carrier,
  message: unknown,
): Promise<PlainAnswer> {
  const { endpoint, context } = session
  let unauthorized: Refusal | undefined
  const call: InstructedSession<Context>['call'] = (tool, args) =>
    callTool(tool, session, args).catch((refusal: Refusal) => {
      unauthorized = refusal
      return null
    })
  const { serveMessage } = await loadProtocol()
  const instructions = asksWhoThisIs(message) ? await endpoint.instructions(context) : ''
  const response = await serveMessage({ ...session, instructions, call }, webRequest(carrier), message)
  if (unauthorized) throw unauthorized
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

/** The messages whose answer carries the instructions: `initialize` of the older revisions, `server/discover` of the newer. */
const asksWhoThisIs = (message: unknown): boolean =>
  ['initialize', 'server/discover'].includes((message as { method?: string } | null)?.method ?? '')

/** A batch is answered with a list; the transport unwraps a list of one, so it is wrapped again here. */
function inBatch(message: unknown, status: number, text: string): string {
  return Array.isArray(message) && status === 200 && text.startsWith('{') ? `[${text}]` : text
}

function webRequest({ headers, url }: Carrier): Request {
  const web = new Headers()
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') web.set(name, value)
  // The answer is JSON whatever the caller prefers; plain curl need not know the protocol's Accept rule.
  web.set('accept', 'application/json, text/event-stream')
  return new Request(new URL(url, 'http://localhost'), { method: 'POST', headers: web })
}

const PARSE_ERROR = -32_700

/** For a body that is no JSON: MCP clients expect a JSON-RPC error, not only a status. */
export const answerUnparsed = ({ detail }: Refusal): PlainAnswer => ({
  status: 400,
  headers: JSON_HEADERS,
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: null,
    error: { code: PARSE_ERROR, message: `Parse error: ${detail}` },
  }),
})
