// The protocol at both endpoints: Streamable HTTP without sessions or streams, one JSON answer for each POST, in both
// eras.
import type { IncomingHttpHeaders } from 'node:http'
import type { Refusal } from '../contract/refusal.ts'
import { callTool, listedTools, type McpSession, type Prompt, resultOf } from './call-tool.ts'
import {
  ERRORS,
  type Fields,
  hasEnvelope,
  type Id,
  invalidRequest,
  isId,
  isModern,
  isObject,
  type Message,
  MODERN,
  OLDER,
  ProtocolError,
  readMessage,
  requireOlderVersion,
  SERVER_KEY,
} from './messages.ts'
import { LIST_CACHE, wireTool } from './portable-schema.ts'

/** Without a body if there was nothing to answer. */
export type McpAnswer = { status: number; body?: string }

const MOST_IN_BATCH = 100
const ACCEPTED: McpAnswer = { status: 202 }

/** Throws only the refusal of a key that turns out to be revoked. */
export async function answerMessage<Context>(
  session: McpSession<Context>,
  headers: IncomingHttpHeaders,
  sent: unknown,
): Promise<McpAnswer> {
  try {
    if (Array.isArray(sent)) return await answerBatch(session, headers, sent)
    const message = readMessage(sent)
    if (!message) return ACCEPTED
    const modern = isModern(headers, message)
    if (message.id === undefined) return ACCEPTED
    const result = await resultFor(session, modern, message)
    const more = modern && { resultType: 'complete', _meta: { [SERVER_KEY]: serverInfo(session) } }
    return {
      status: 200,
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: message.id,
        result: more ? { ...result, ...more } : result,
      }),
    }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return { status: error.status, body: JSON.stringify(errorResponse(error, sent)) }
  }
}

/** For a body that is not JSON: MCP clients expect a JSON-RPC error and not only a status. */
export const answerParseError = ({ detail }: Refusal): McpAnswer => ({
  status: 400,
  body: JSON.stringify(errorResponse(new ProtocolError(ERRORS.parse, `Parse error: ${detail}`), null)),
})

function errorResponse({ code, message, data }: ProtocolError, sent: unknown): object {
  const id = isObject(sent) && isId(sent.id) ? sent.id : null
  return { jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } }
}

/** Only the older era has batches. */
async function answerBatch<Context>(
  session: McpSession<Context>,
  { 'mcp-protocol-version': version }: IncomingHttpHeaders,
  sent: unknown[],
): Promise<McpAnswer> {
  if (sent.length === 0) throw invalidRequest('empty JSON-RPC batch')
  if (sent.length > MOST_IN_BATCH) throw invalidRequest(`a batch must not exceed ${MOST_IN_BATCH} messages`)
  const messages = sent.map(readMessage).filter((message) => message !== null)
  if (messages.some(hasEnvelope))
    throw invalidRequest(`JSON-RPC batches may not contain requests for protocol revision ${MODERN} or later`)
  if (sent.length > 1 && messages.some(({ method }) => method === 'initialize'))
    throw invalidRequest('an initialize request must come alone')
  requireOlderVersion(version)
  const requests = messages.filter(isRequest)
  if (requests.length === 0) return ACCEPTED
  const responses = await Promise.all(requests.map((request) => responseTo(session, request)))
  return { status: 200, body: JSON.stringify(responses) }
}

const isRequest = (message: Message): message is Message & { id: Id } => message.id !== undefined

async function responseTo<Context>(
  session: McpSession<Context>,
  message: Message & { id: Id },
): Promise<object> {
  try {
    return { jsonrpc: '2.0', id: message.id, result: await resultFor(session, false, message) }
  } catch (error) {
    if (error instanceof ProtocolError) return errorResponse(error, message)
    throw error
  }
}

async function resultFor<Context>(
  session: McpSession<Context>,
  modern: boolean,
  { method, params: sent }: Message,
): Promise<object> {
  const params = sent ?? {}
  const cache = modern ? LIST_CACHE : {}
  const prompts = session.endpoint.prompts?.(session.context)
  if (method === 'tools/call') return call(session, params)
  if (method === 'tools/list') return { tools: (await listedTools(session)).map(wireTool), ...cache }
  if (method === 'prompts/list' && prompts) return { prompts: prompts.map(withoutText), ...cache }
  if (method === 'prompts/get' && prompts) return getPrompt(prompts, params)
  if (method === 'initialize' && !modern) return initialize(session, sent)
  if (method === 'ping' && !modern) return {}
  if (method === 'server/discover' && modern) return discover(session)
  throw new ProtocolError(ERRORS.methodNotFound, 'Method not found', modern ? 404 : 200)
}

const withoutText = ({ name, title, description }: Prompt) => ({ name, title, description })

async function call<Context>(
  session: McpSession<Context>,
  { name, arguments: args = {} }: Fields,
): Promise<object> {
  const faults = [
    ...(typeof name === 'string' ? [] : ['params.name must be the name of a tool']),
    ...(isObject(args) ? [] : ['params.arguments must be an object']),
  ]
  if (faults.length > 0) throw invalid('tools/call', faults)
  const tool = session.endpoint.tools.find((one) => one.name === name)
  if (!tool) throw new ProtocolError(ERRORS.invalidParams, `Unknown tool: ${name}`)
  const outcome = await callTool(tool, session, args as Fields)
  if (!outcome) throw new ProtocolError(ERRORS.internal, 'internal error')
  return resultOf(outcome)
}

function getPrompt(prompts: readonly Prompt[], { name }: Fields): object {
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt) throw new ProtocolError(ERRORS.invalidParams, `Unknown prompt: ${name}`)
  const { description, text } = prompt
  return { description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}

async function initialize<Context>(
  session: McpSession<Context>,
  params: Fields | undefined,
): Promise<object> {
  const faults = faultsOf(params)
  if (faults.length > 0) throw invalid('initialize', faults)
  const asked = params?.protocolVersion as string
  const protocolVersion = OLDER.includes(asked) ? asked : OLDER[0]
  return { protocolVersion, serverInfo: serverInfo(session), ...(await introduction(session)) }
}

function faultsOf(params: Fields | undefined): string[] {
  if (!params) return ['params must be an object with protocolVersion, capabilities and clientInfo']
  const { protocolVersion, capabilities, clientInfo } = params
  return [
    ...(typeof protocolVersion === 'string' ? [] : ['protocolVersion must be a string such as "2025-11-25"']),
    ...(isObject(capabilities) ? [] : ['capabilities must be an object, which may be empty']),
    ...(isObject(clientInfo)
      ? ['name', 'version']
          .filter((name) => typeof clientInfo[name] !== 'string')
          .map((name) => `clientInfo.${name} must be a string`)
      : ['clientInfo must be an object with name and version']),
  ]
}

const invalid = (method: string, faults: string[]): ProtocolError =>
  new ProtocolError(ERRORS.invalidParams, `Invalid ${method} request: ${faults.join('; ')}`)

const discover = async <Context>(session: McpSession<Context>): Promise<object> => ({
  supportedVersions: [MODERN],
  ...(await introduction(session)),
  ttlMs: 0,
  cacheScope: 'private',
})

const introduction = async <Context>({ endpoint, context }: McpSession<Context>) => ({
  capabilities: { tools: {}, ...(endpoint.prompts && { prompts: {} }) },
  /** What a host shows to the model before any tool is called. */
  instructions: await endpoint.instructions(context),
})

const serverInfo = <Context>({ version }: McpSession<Context>) => ({
  name: 'fieldnote',
  title: 'Fieldnote',
  version,
})
