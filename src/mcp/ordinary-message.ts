// The two messages that agents send all day, tools/call and tools/list, answered without the SDK: making a server, a transport
// and web requests for each costs several times what the call does. Only messages of exactly the usual shape are taken;
// everything else, and whatever is wrong in any way, goes to the SDK, whose answers these are byte for byte.
import type { IncomingHttpHeaders } from 'node:http'
import { callTool, type McpSession } from './call-tool.ts'
import { serverInfo } from './server-info.ts'
import type { Tool } from './tool.ts'
import { LIST_CACHE, wireTool } from './wire-tools.ts'

type Id = string | number
type Fields = Record<string, unknown>

/** `tool` is null where the tools are to be listed. */
export type OrdinaryMessage<Context> = { id: Id; modern: boolean; tool: Tool<Context> | null; args: Fields }

const MODERN = '2026-07-28'
const OLDER = new Set([undefined, '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])
const JSON_TYPE = /^application\/json(; ?charset=utf-8)?$/i
/** Sent with resumed and with named sessions, which are the SDK's to judge. */
const UNUSUAL_HEADERS = ['mcp-session-id', 'last-event-id']

/** Undefined unless it is one of the two, in the usual shape. */
export function ordinaryMessage<Context>(
  headers: IncomingHttpHeaders,
  message: unknown,
  tools: readonly Tool<Context>[],
): OrdinaryMessage<Context> | undefined {
  if (!isObject(message) || !hasOnly(message, ['jsonrpc', 'id', 'method', 'params'])) return undefined
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
  if (!params || !hasOnly(params, ['name', 'arguments', '_meta'])) return undefined
  const { name, arguments: args = {} } = params
  const tool = tools.find((known) => known.name === name)
  return tool && isObject(args) && !Object.hasOwn(args, '__proto__') ? { tool, args } : undefined
}

const readList = (params: Fields | undefined): Read<never> | undefined =>
  params === undefined || hasOnly(params, ['_meta']) ? { tool: null, args: {} } : undefined

/** Whether it is of the newer revision; undefined when that is not plain. */
function eraOf(
  headers: IncomingHttpHeaders,
  method: string,
  params: Fields | undefined,
): boolean | undefined {
  const version = headers['mcp-protocol-version']
  const named = [headers['mcp-method'], headers['mcp-name']]
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) return undefined
  if (UNUSUAL_HEADERS.some((name) => headers[name] !== undefined)) return undefined
  if (version === MODERN)
    return named[0] === method && named[1] === params?.name && isModernMeta(params?._meta) ? true : undefined
  const isOlder = OLDER.has(version as string | undefined) && named.every((name) => name === undefined)
  return isOlder && isOlderMeta(params?._meta) ? false : undefined
}

const isOlderMeta = (meta: unknown): boolean =>
  meta === undefined || (isObject(meta) && hasOnly(meta, ['progressToken']) && isToken(meta.progressToken))

const PREFIX = 'io.modelcontextprotocol/'
const META = ['protocolVersion', 'clientInfo', 'clientCapabilities'].map((name) => PREFIX + name)

function isModernMeta(meta: unknown): boolean {
  if (!isObject(meta) || !hasOnly(meta, [...META, 'progressToken']) || !isToken(meta.progressToken))
    return false
  const [version, client, capabilities] = META.map((name) => meta[name])
  return version === MODERN && isClient(client) && areCapabilities(capabilities)
}

const isClient = (client: unknown): boolean =>
  isObject(client) &&
  hasOnly(client, ['name', 'version', 'title']) &&
  typeof client.name === 'string' &&
  typeof client.version === 'string' &&
  (client.title === undefined || typeof client.title === 'string')

const areCapabilities = (capabilities: unknown): boolean =>
  isObject(capabilities) &&
  hasOnly(capabilities, ['elicitation', 'sampling', 'roots']) &&
  Object.values(capabilities).every((capability) => isObject(capability) && hasOnly(capability, []))

/** Only asked for when there is progress to tell of, and there never is. */
const isToken = (token: unknown): boolean => token === undefined || isId(token)

const isId = (value: unknown): value is Id => typeof value === 'string' || Number.isSafeInteger(value)

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasOnly = (value: Fields, known: string[]): boolean =>
  Object.keys(value).every((name) => known.includes(name))

const INTERNAL_ERROR = { code: -32_603, message: 'internal error' }

/** The JSON of the response; its status is 200 whatever became of the call. */
export async function answerOrdinary<Context>(
  session: McpSession<Context>,
  { id, modern, tool, args }: OrdinaryMessage<Context>,
): Promise<string> {
  const result = tool ? await callTool(tool, session, args) : { tools: await listed(session) }
  if (!result) return JSON.stringify({ jsonrpc: '2.0', id, error: INTERNAL_ERROR })
  const more = modern ? modernParts(session.version, tool !== null) : ''
  return `{"result":${JSON.stringify(result).slice(0, -1)}${more}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
}

const listed = async <Context>(session: McpSession<Context>): Promise<object[]> =>
  (await session.listed()).map((tool) => wireTool(tool))

/** What the newer revision wants in each result besides, as text: to make it anew took 4 of the answer's 10 µs. */
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
  return `,${JSON.stringify(parts).slice(1, -1)}`
}
