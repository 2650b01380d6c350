// Answers the two messages that agents send all day, tools/call and tools/list, without the SDK: making a server, a transport and
// web requests for each costs several times what the call does. Only messages of exactly the usual shape are taken; everything
// else, and whatever is wrong in any way, goes to the SDK. The answers are byte for byte what the SDK would answer.
import type { IncomingHttpHeaders } from 'node:http'
import { USUAL_JSON } from '../http/bodies/json-body.ts'
import { JSON_HEADERS, type PlainAnswer } from '../http/short-way/answers.ts'
import { callTool, fieldsOf, listedTools, type McpSession, resultFields } from './call-tool.ts'
import { serverInfo } from './server-info.ts'
import type { Tool } from './tool.ts'
import { LIST_CACHE, wireTool } from './wire-tools.ts'

type Id = string | number
type Fields = Record<string, unknown>

/** `tool` is null where the tools are to be listed. */
export type OrdinaryMessage<Context> = { id: Id; modern: boolean; tool: Tool<Context> | null; args: Fields }

const MODERN = '2026-07-28'
const OLDER = new Set([undefined, '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])

const MESSAGE_FIELDS = new Set(['jsonrpc', 'id', 'method', 'params'])
const CALL_FIELDS = new Set(['name', 'arguments', '_meta'])
const LIST_FIELDS = new Set(['_meta'])

/** Undefined unless it is one of the two messages, in the usual shape. */
export function ordinaryMessage<Context>(
  headers: IncomingHttpHeaders,
  message: unknown,
  tools: readonly Tool<Context>[],
): OrdinaryMessage<Context> | undefined {
  if (!isObject(message) || !hasOnly(message, MESSAGE_FIELDS)) return undefined
  const { jsonrpc, id, method, params } = message
  if (jsonrpc !== '2.0' || !isId(id) || (method !== 'tools/call' && method !== 'tools/list')) return undefined
  if (params !== undefined && !isObject(params)) return undefined
  const read = method === 'tools/call' ? readCall(params, tools) : readList(params)
  const modern = read && eraOf(headers, method, params)
  return modern === undefined || !read ? undefined : { id, modern, ...read }
}

type Read<Context> = Pick<OrdinaryMessage<Context>, 'tool' | 'args'>

function readCall<Context>(
  params: Fields | undefined,
  tools: readonly Tool<Context>[],
): Read<Context> | undefined {
  if (!params || !hasOnly(params, CALL_FIELDS)) return undefined
  const { name, arguments: args = {} } = params
  const tool = tools.find((known) => known.name === name)
  return tool && isObject(args) && !Object.hasOwn(args, '__proto__') ? { tool, args } : undefined
}

const readList = (params: Fields | undefined): Read<never> | undefined =>
  params === undefined || hasOnly(params, LIST_FIELDS) ? { tool: null, args: {} } : undefined

/** Whether the message is of the newer revision; undefined when headers and body do not clearly say so. */
function eraOf(
  headers: IncomingHttpHeaders,
  method: string,
  params: Fields | undefined,
): boolean | undefined {
  const version = headers['mcp-protocol-version']
  const { 'mcp-method': sentMethod, 'mcp-name': sentName } = headers
  if (!USUAL_JSON.test(headers['content-type'] ?? '')) return undefined
  // Sent with resumed and with named sessions, which are the SDK's to judge.
  if (headers['mcp-session-id'] !== undefined || headers['last-event-id'] !== undefined) return undefined
  if (version === MODERN) {
    const isNamed = sentMethod === method && sentName === params?.name
    return isNamed && isModernMeta(params?._meta) ? true : undefined
  }
  const isOlder =
    OLDER.has(version as string | undefined) && sentMethod === undefined && sentName === undefined
  return isOlder && isOlderMeta(params?._meta) ? false : undefined
}

const isOlderMeta = (meta: unknown): boolean =>
  meta === undefined || (isObject(meta) && hasOnly(meta, OLDER_META) && isToken(meta.progressToken))

const OLDER_META = new Set(['progressToken'])

const PREFIX = 'io.modelcontextprotocol/'
const VERSION = `${PREFIX}protocolVersion`
const CLIENT = `${PREFIX}clientInfo`
const CAPABILITIES = `${PREFIX}clientCapabilities`
const MODERN_META = new Set([VERSION, CLIENT, CAPABILITIES, 'progressToken'])

const isModernMeta = (meta: unknown): boolean =>
  isObject(meta) &&
  hasOnly(meta, MODERN_META) &&
  isToken(meta.progressToken) &&
  meta[VERSION] === MODERN &&
  isClient(meta[CLIENT]) &&
  areCapabilities(meta[CAPABILITIES])

const CLIENT_FIELDS = new Set(['name', 'version', 'title'])

const isClient = (client: unknown): boolean =>
  isObject(client) &&
  hasOnly(client, CLIENT_FIELDS) &&
  typeof client.name === 'string' &&
  typeof client.version === 'string' &&
  (client.title === undefined || typeof client.title === 'string')

const CAPABILITIES_KNOWN = new Set(['elicitation', 'sampling', 'roots'])
const NOTHING = new Set<string>()

const areCapabilities = (capabilities: unknown): boolean =>
  isObject(capabilities) &&
  hasOnly(capabilities, CAPABILITIES_KNOWN) &&
  Object.values(capabilities).every((capability) => isObject(capability) && hasOnly(capability, NOTHING))

/** Tools here never report progress, so a progress token changes nothing. */
const isToken = (token: unknown): boolean => token === undefined || isId(token)

const isId = (value: unknown): value is Id => typeof value === 'string' || Number.isSafeInteger(value)

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Called for every message, so it makes no list of the names. Objects from JSON.parse have no inherited names. */
function hasOnly(value: Fields, known: ReadonlySet<string>): boolean {
  for (const name in value) if (!known.has(name)) return false
  return true
}

const INTERNAL_ERROR = { code: -32_603, message: 'internal error' }

/** The status is 200 whatever became of the call. */
export async function answerOrdinary<Context>(
  session: McpSession<Context>,
  { id, modern, tool, args }: OrdinaryMessage<Context>,
): Promise<PlainAnswer> {
  const called = tool ? await callTool(tool, session, args) : await listOf(session)
  if (!called) return answerOf(JSON.stringify({ jsonrpc: '2.0', id, error: INTERNAL_ERROR }))
  const result = 'tools' in called ? fieldsOf(called) : resultFields(called)
  const more = modern ? modernParts(session.version, tool !== null) : ''
  return answerOf(`{"result":{${result}${more}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`)
}

const answerOf = (body: string): PlainAnswer => ({ status: 200, headers: JSON_HEADERS, body })

const listOf = async <Context>(session: McpSession<Context>) => ({
  tools: (await listedTools(session)).map((tool) => wireTool(tool)),
})

/** What the newer revision wants in each result in addition, as text. Made once: making it anew took 4 of the answer's 10 µs. */
function modernParts(version: string, isCall: boolean): string {
  const key = `${isCall} ${version}`
  const known = MODERN_PARTS.get(key) ?? textOfParts(version, isCall)
  MODERN_PARTS.set(key, known)
  return known
}

const MODERN_PARTS = new Map<string, string>()

function textOfParts(version: string, isCall: boolean): string {
  const parts = {
    resultType: 'complete',
    ...(isCall ? {} : LIST_CACHE),
    _meta: { [`${PREFIX}serverInfo`]: serverInfo(version) },
  }
  return `,${fieldsOf(parts)}`
}
