// What is sent to each operation and each tool: generated from the OpenAPI document and from the tools' own schemas, so that a
// new one is included by being there.
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { isUuid } from '../../src/contract/validate.ts'
import { FORM } from '../../src/http/bodies/form-file.ts'
import { TEAM_ENDPOINT } from '../../src/mcp/team/tools.ts'
import { AGENT_ENDPOINT } from '../../src/mcp/tools.ts'
import type { Loose } from '../service.ts'
import { fitting, hostile, hostileText, type Known, nearly } from './arbitrary.ts'
import type { Sent } from './wire.ts'

export type Operation = { id: string; method: string; path: string; facts: Loose }

/** Something that is fuzzed: an operation, a tool of an MCP endpoint, or anything at all. */
export type Target = { name: string; operation: Operation | null; inputs: fc.Arbitrary<Sent> }

/** Ids of things that are there, by the name of their parameter, and the headers that open each kind of door. */
export type World = {
  idsFor(operation: Operation): Record<string, string>
  credentials(operation: Operation): Record<string, string>
}

type Endpoint = { path: string; tools: readonly Tool[] }
type Tool = { name: string; inputSchema: object }
type Body = Pick<Sent, 'body'> & { type?: string }

export const operationsOf = (document: Loose): Operation[] =>
  Object.entries<Loose>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Loose>(methods).map(([method, facts]) => ({
      id: facts.operationId as string,
      method: method.toUpperCase(),
      path,
      facts,
    })),
  )

export function targetsOf(document: Loose, world: World): Target[] {
  const operations = operationsOf(document)
  const knownTo = (operation: Operation): Known => ({
    resolve: (ref) => document.components.schemas[ref.split('/').at(-1) ?? ''],
    ids: Object.values(world.idsFor(operation)).filter(isUuid),
  })
  const toolsAt = ({ path, tools }: Endpoint): Target[] => {
    const operation = operations.find((one) => one.path === path) as Operation
    return tools.map((tool) => ({
      name: `the tool ${tool.name} of ${operation.id}`,
      operation,
      inputs: toolCalls(operation, tool, world, knownTo(operation)),
    }))
  }
  return [
    ...operations.map((operation) => ({
      name: operation.id,
      operation,
      inputs: operationCalls(operation, world, knownTo(operation)),
    })),
    ...toolsAt(AGENT_ENDPOINT),
    ...toolsAt(TEAM_ENDPOINT),
    { name: 'any path', operation: null, inputs: anything(operations) },
  ]
}

/** Usually of something that is there: what is refused at the door tests nothing behind it. */
function pathOf(operation: Operation, world: World): fc.Arbitrary<string> {
  const ids = world.idsFor(operation)
  const idOf = (name: string) => {
    const there = ids[name]
    if (there === undefined) throw new Error(`nothing was made for {${name}} of ${operation.path}`)
    return fc
      .oneof({ weight: 9, arbitrary: fc.constant(there) }, { weight: 1, arbitrary: hostileText })
      .map((id) => encodeURIComponent(wellFormed(id) || 'x').slice(0, 9_000))
  }
  const parts = operation.path
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? idOf(part.slice(1, -1)) : fc.constant(part)))
  return fc.tuple(...parts).map((made) => made.join(''))
}

function queryOf({ facts }: Operation, known: Known): fc.Arbitrary<string> {
  const named = facts.parameters.filter((one: Loose) => one.in === 'query')
  const schema = {
    type: 'object',
    required: named.filter((one: Loose) => one.required).map((one: Loose) => one.name),
    properties: Object.fromEntries(named.map((one: Loose) => [one.name, one.schema])),
  }
  const fit = fitting(schema, known)
  return fc
    .oneof({ weight: 3, arbitrary: fit }, { weight: 2, arbitrary: nearly(fit) })
    .map((value) => (typeof value === 'object' && value ? queryString(value) : `?${encoded(value)}`))
}

const encoded = (value: unknown): string =>
  encodeURIComponent(wellFormed(typeof value === 'object' ? JSON.stringify(value) : String(value))).slice(
    0,
    4_000,
  )

/** Half a character cannot be written into an address. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')

function queryString(values: object): string {
  const parts = Object.entries(values).map(
    ([name, value]) =>
      `${encoded(name)}=${Array.isArray(value) ? value.map(encoded).join(',') : encoded(value)}`,
  )
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** What the operation takes; where it takes nothing, usually nothing. */
function bodyOf({ method, facts }: Operation, known: Known): fc.Arbitrary<Body> {
  const content: Record<string, Loose> = facts.requestBody?.content ?? {}
  const json = content['application/json']
  if (json) return jsonOf(json.schema, known).map((body) => ({ body, type: 'application/json' }))
  const types = Object.keys(content)
  if (types.length > 0)
    return fc.tuple(file, fc.constantFrom(...types), fc.constantFrom(...FORMS)).map(asFile)
  const none = fc.constant<Body>({ body: undefined })
  const unasked = fc.record({ body: notJson, type: fc.constantFrom('application/json', 'text/plain') })
  return method === 'GET' ? none : fc.oneof({ weight: 9, arbitrary: none }, { weight: 1, arbitrary: unasked })
}

/** JSON that fits, that nearly does, that is something else, or that is none. */
function jsonOf(schema: Loose, known: Known): fc.Arbitrary<string> {
  const fit = fitting(schema, known)
  return fc.oneof(
    { weight: 4, arbitrary: fit.map(asJson) },
    { weight: 5, arbitrary: nearly(fit).map(asJson) },
    { weight: 1, arbitrary: hostile.map(asJson) },
    { weight: 1, arbitrary: notJson },
  )
}

const asJson = (value: unknown): string => JSON.stringify(value) ?? 'null'

const notJson = fc.oneof(hostileText, fc.constantFrom('{', '[1,', '"', '{"a":1}}', '[['.repeat(3_000)))

/** Lines of a table, of JSON, or of neither; plain, packed, or packed and damaged. */
const file: fc.Arbitrary<string | Uint8Array> = fc
  .tuple(
    fc.constantFrom(
      'user,text,rating',
      'user\ttext',
      '',
      '"a',
      'user_id;title;observed_at',
      '{"user_id":"u"',
    ),
    fc.array(fc.oneof(fc.array(hostileText, { maxLength: 4 }), hostile.map(asJson)), { maxLength: 6 }),
    fc.constantFrom('plain', 'plain', 'packed', 'damaged'),
  )
  .map(([head, rows, way]) => {
    const text = [head, ...rows.map((row) => (Array.isArray(row) ? row.join(',') : row))].join('\n')
    if (way === 'plain') return text
    const packed = gzipSync(text)
    return way === 'packed' ? packed : packed.subarray(0, packed.length >> 1)
  })

const FORMS = ['whole', 'cut off', 'without a boundary'] as const

/** As it is, or in a form where the type says so. */
function asFile([body, type, way]: [string | Uint8Array, string, (typeof FORMS)[number]]): Body {
  if (type !== FORM || way === 'without a boundary') return { body, type }
  const head =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: text/csv\r\n\r\n'
  const end = way === 'whole' ? '\r\n--x--\r\n' : ''
  const form = Buffer.concat([Buffer.from(head), Buffer.from(body as Uint8Array), Buffer.from(end)])
  return { body: form, type: `${FORM}; boundary=x` }
}

const headersOf = (operation: Operation, world: World): fc.Arbitrary<Record<string, string>> => {
  const usual = world.credentials(operation)
  const others = [
    {},
    { Authorization: 'Bearer x' },
    { Authorization: 'ApiKey' },
    { 'X-Api-Key': 'é' },
    { ...usual, 'Idempotency-Key': 'x'.repeat(300) },
    { ...usual, 'Idempotency-Key': 'same' },
    { ...usual, 'Content-Encoding': 'gzip' },
    { ...usual, 'Content-Type': 'text/plain' },
    { ...usual, Origin: 'https://evil.example' },
  ]
  return fc.oneof(
    { weight: 10, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )
}

const operationCalls = (operation: Operation, world: World, known: Known): fc.Arbitrary<Sent> =>
  fc
    .tuple(
      pathOf(operation, world),
      queryOf(operation, known),
      headersOf(operation, world),
      bodyOf(operation, known),
    )
    .map(([path, query, headers, { body, type }]) => ({
      method: operation.method,
      path: path + query,
      headers: { ...(type && { 'Content-Type': type }), ...headers },
      body,
    }))

function toolCalls(operation: Operation, tool: Tool, world: World, known: Known): fc.Arbitrary<Sent> {
  const fit = fitting(tool.inputSchema, known)
  const args = fc.oneof(fit, nearly(fit), nearly(fit), hostile)
  const call = args.map((given) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool.name, arguments: given },
  }))
  const messages = fc.oneof({ weight: 6, arbitrary: call }, { weight: 1, arbitrary: nearly(call) })
  return fc.tuple(messages, pathOf(operation, world)).map(([message, path]) => ({
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/json', ...world.credentials(operation) },
    body: asJson(message),
  }))
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
const FOLDERS = ['/', '/p/', '/docs/', '/assets/', '/api/auth/', '/oauth2/']
const ODD_ENDS = [
  ...['', '..', '//', '/%2e%2e/%2e%2e/etc/passwd', '%', '%zz', '%ff'],
  ...['?', '?a=%', ';x', '/./', '?__proto__=1'],
]

/** Paths that nobody serves, as no client would write them. */
const anything = (operations: Operation[]): fc.Arbitrary<Sent> =>
  fc
    .tuple(
      fc.constantFrom(...METHODS),
      fc.constantFrom(...operations.map(({ path }) => path), ...FOLDERS),
      fc.oneof(
        fc.constantFrom(...ODD_ENDS),
        fc.string({ unit: 'grapheme-ascii', maxLength: 60 }).map((made) => made.replaceAll(/\s/g, '+')),
      ),
    )
    .map(([method, path, more]) => ({ method, path: path + more, headers: {}, body: undefined }))
