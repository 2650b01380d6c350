// Reads JSON-RPC messages: the kind of each, and its era of the protocol. Up to 2025-11-25 a client introduces itself
// once, with `initialize`; since 2026-07-28 every request identifies its client in `_meta`, and headers repeat what the
// body says.
import type { IncomingHttpHeaders } from 'node:http'

export type Fields = Record<string, unknown>
export type Id = string | number

/** A message without an id is a notification. */
export type Message = { id?: Id; method: string; params?: Fields }

/** Becomes an error of the protocol. */
export class ProtocolError extends Error {
  readonly code: number
  readonly status: number
  readonly data: object | undefined

  constructor(code: number, message: string, status = 200, data?: object) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}

export const ERRORS = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  server: -32_000,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const

export const MODERN = '2026-07-28'
export const OLDER = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isId = (value: unknown): value is Id => typeof value === 'string' || Number.isSafeInteger(value)

/** Null for a response: there is nothing to do with it. */
export function readMessage(value: unknown): Message | null {
  const message = isObject(value) && value.jsonrpc === '2.0' ? value : {}
  const { id, method, params } = message
  const isCall = typeof method === 'string' && (id === undefined || isId(id))
  if (isCall && (params === undefined || isObject(params))) return message as Message
  if (isId(id) && ('result' in message || 'error' in message) && method === undefined) return null
  throw invalidRequest('the request body is not a valid JSON-RPC message')
}

export const invalidRequest = (reason: string): ProtocolError =>
  new ProtocolError(ERRORS.invalidRequest, `Bad Request: ${reason}`, 400)

const PREFIX = 'io.modelcontextprotocol/'
const VERSION_KEY = `${PREFIX}protocolVersion`
const CLIENT_KEY = `${PREFIX}clientInfo`
const CAPABILITIES_KEY = `${PREFIX}clientCapabilities`
export const SERVER_KEY = `${PREFIX}serverInfo`

const metaOf = ({ params }: Message): Fields => (isObject(params?._meta) ? params._meta : {})

export const hasEnvelope = (message: Message): boolean => VERSION_KEY in metaOf(message)

/** Whether the message is of the newer era. Throws if it is of neither, or if its headers and its body disagree. */
export function isModern(headers: IncomingHttpHeaders, message: Message): boolean {
  const version = headers['mcp-protocol-version'] as string | undefined
  const isVersionModern = version !== undefined && version >= MODERN
  if (hasEnvelope(message)) return requireModern(headers, message)
  if (!isVersionModern) {
    if (message.method !== 'initialize') requireOlderVersion(version)
    return false
  }
  if (message.id === undefined) return requireVersion(version)
  if (message.method === 'initialize')
    throw mismatch(
      version,
      'an initialize request (legacy handshake) was sent with a modern MCP-Protocol-Version header',
    )
  const missing = message.params?._meta === undefined ? ['_meta'] : missingKeys(metaOf(message))
  throw invalidParams(
    `Invalid params: the MCP-Protocol-Version header names protocol revision ${version}, but the request is missing the required per-request envelope key(s): ${missing.join(', ')}`,
    { missing },
  )
}

export function requireOlderVersion(version: unknown): void {
  if (version === undefined || OLDER.includes(version as string)) return
  const message = `Bad Request: Unsupported protocol version: ${version} (supported versions: ${OLDER.join(', ')})`
  throw new ProtocolError(ERRORS.server, message, 400)
}

function requireModern(headers: IncomingHttpHeaders, message: Message): true {
  const { method, id } = message
  const version = headers['mcp-protocol-version']
  const sentMethod = headers['mcp-method']
  const bodyVersion = requireEnvelope(metaOf(message))
  if (version !== undefined && version !== bodyVersion)
    throw mismatch(
      version,
      `the body envelope names protocol version ${bodyVersion} but the MCP-Protocol-Version header names ${version}`,
    )
  if (sentMethod !== undefined && sentMethod !== method)
    throw mismatch(
      sentMethod,
      `the body names method ${method} but the Mcp-Method header names ${sentMethod}`,
    )
  requireVersion(bodyVersion)
  if (id === undefined) return true // only requests need headers
  if (version === undefined)
    throw mismatch(
      undefined,
      `the body envelope names protocol version ${bodyVersion} but the required MCP-Protocol-Version header is absent`,
    )
  if (sentMethod === undefined)
    throw mismatch(undefined, `the body names method ${method} but the required Mcp-Method header is absent`)
  if (method === 'tools/call' || method === 'prompts/get')
    requireName(headers['mcp-name'], message.params?.name)
  return true
}

function requireVersion(version: string): true {
  if (version === MODERN) return true
  throw new ProtocolError(ERRORS.unsupportedVersion, `Unsupported protocol version: ${version}`, 400, {
    supported: [MODERN],
    requested: version,
  })
}

/** Returns the version it names. */
function requireEnvelope(meta: Fields): string {
  const { [VERSION_KEY]: version, [CLIENT_KEY]: client, [CAPABILITIES_KEY]: capabilities } = meta
  if (typeof version !== 'string') throw notAsEnvelope(VERSION_KEY, 'must be a string')
  if (capabilities === undefined) throw notAsEnvelope(CAPABILITIES_KEY, 'missing')
  if (!isObject(capabilities)) throw notAsEnvelope(CAPABILITIES_KEY, 'must be an object')
  if (client === undefined) return version
  if (!isObject(client)) throw notAsEnvelope(CLIENT_KEY, 'must be an object')
  for (const name of ['name', 'version'])
    if (typeof client[name] !== 'string') throw notAsEnvelope(`${CLIENT_KEY}.${name}`, 'must be a string')
  return version
}

const missingKeys = (meta: Fields): string[] =>
  [VERSION_KEY, CAPABILITIES_KEY].filter((key) => !(key in meta))

const invalidParams = (message: string, envelope: object): ProtocolError =>
  new ProtocolError(ERRORS.invalidParams, message, 400, { envelope })

const notAsEnvelope = (key: string, problem: string): ProtocolError =>
  invalidParams(`Invalid _meta envelope for protocol revision ${MODERN}: ${key}: ${problem}`, {
    key,
    problem,
  })

function requireName(sent: unknown, name: unknown): void {
  if (typeof name !== 'string') return // reported as a violation of the parameters
  if (typeof sent !== 'string')
    throw mismatch(
      undefined,
      `the body carries params.name="${name}" but the required Mcp-Name header is absent`,
    )
  const headerName = plainHeader(sent)
  if (headerName !== name)
    throw mismatch(
      sent,
      `the body carries params.name="${name}" but the Mcp-Name header names "${headerName}"`,
    )
}

/** Non-ASCII characters arrive in headers as Base64 between two marks. */
function plainHeader(value: string): string {
  const [, encoded] = /^=\?base64\?([\w+/=]*)\?=$/.exec(value) ?? []
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString()
}

const mismatch = (header: unknown = '(missing)', body = ''): ProtocolError =>
  new ProtocolError(
    ERRORS.headerMismatch,
    `Bad Request: the request headers and body disagree: ${body}`,
    400,
    { mismatch: { header, body } },
  )
