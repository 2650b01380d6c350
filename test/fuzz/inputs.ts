// What is sent to each operation and each tool: generated from the OpenAPI document and from the tools' own schemas, so that a
// new one is included by being there.
import fc from 'fast-check'
import { TEAM_ENDPOINT } from '../../src/mcp/team/tools.ts'
import { AGENT_ENDPOINT } from '../../src/mcp/tools.ts'
import type { Loose } from '../service.ts'
import { fitting, hostile, hostileText, nearly, type Resolve } from './arbitrary.ts'
import type { Sent } from './wire.ts'

export type Operation = { id: string; method: string; path: string; facts: Loose }

/** Something that is fuzzed: an operation, a tool of an MCP endpoint, or anything at all. */
export type Target = { name: string; operation: Operation | null; inputs: fc.Arbitrary<Sent> }

/** Ids of things that are there, by the name of their parameter, and the headers that open each kind of door. */
export type World = { ids: Record<string, string>; credentials(operation: Operation): Record<string, string> }

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
  const resolve: Resolve = (ref) => document.components.schemas[ref.split('/').at(-1) ?? '']
  const operations = operationsOf(document)
  const at = (path: string) => operations.find((one) => one.path === path) as Operation
  const toolsAt = ({
    path,
    tools,
  }: {
    path: string
    tools: readonly { name: string; inputSchema: object }[]
  }) =>
    tools.map((tool) => ({
      name: `tool ${tool.name}${path === TEAM_ENDPOINT.path ? ' of the team' : ''}`,
      operation: at(path),
      inputs: toolCalls(at(path), tool, world, resolve),
    }))
  return [
    ...operations.map((operation) => ({
      name: operation.id,
      operation,
      inputs: operationCalls(operation, world, resolve),
    })),
    ...toolsAt(AGENT_ENDPOINT),
    ...toolsAt(TEAM_ENDPOINT),
    { name: 'any path', operation: null, inputs: anything(operations) },
  ]
}

/** Usually one that is there: what is refused at the door tests nothing behind it. */
const pathOf = ({ path }: Operation, { ids }: World): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
        fc.oneof(
          { weight: 9, arbitrary: fc.constant(ids[name] ?? '') },
          { weight: 1, arbitrary: hostileText },
        ),
      ),
    )
    .map((values) => {
      let at = 0
      return path.replaceAll(/\{\w+\}/g, () =>
        encodeURIComponent(values[at++]?.toWellFormed() || 'x').slice(0, 9_000),
      )
    })

function queryOf({ facts }: Operation, resolve: Resolve): fc.Arbitrary<string> {
  const named = facts.parameters.filter((one: Loose) => one.in === 'query')
  const schema = {
    type: 'object',
    required: named.filter((one: Loose) => one.required).map((one: Loose) => one.name),
    properties: Object.fromEntries(named.map((one: Loose) => [one.name, one.schema])),
  }
  const fit = fitting(schema, resolve)
  return fc
    .oneof({ weight: 3, arbitrary: fit }, { weight: 2, arbitrary: nearly(fit) })
    .map((value) => (typeof value === 'object' && value ? queryString(value) : `?${encoded(value)}`))
}

const encoded = (value: unknown): string =>
  encodeURIComponent(
    (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed(),
  ).slice(0, 4_000)

function queryString(values: object): string {
  const parts = Object.entries(values).map(
    ([name, value]) =>
      `${encoded(name)}=${Array.isArray(value) ? value.map(encoded).join(',') : encoded(value)}`,
  )
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** JSON that fits, that nearly does, that is something else, or that is none. */
const bodyOf = (schema: Loose, resolve: Resolve): fc.Arbitrary<string> => {
  const fit = fitting(schema, resolve)
  return fc.oneof(
    { weight: 4, arbitrary: fit.map(asJson) },
    { weight: 5, arbitrary: nearly(fit).map(asJson) },
    { weight: 1, arbitrary: hostile.map(asJson) },
    {
      weight: 1,
      arbitrary: fc.oneof(hostileText, fc.constantFrom('{', '[1,', '"', '{"a":1}}', '[['.repeat(3_000))),
    },
  )
}

const asJson = (value: unknown): string => JSON.stringify(value) ?? 'null'

const headersOf = (operation: Operation, world: World): fc.Arbitrary<Record<string, string>> => {
  const usual = world.credentials(operation)
  return fc.oneof(
    { weight: 20, arbitrary: fc.constant(usual) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        {},
        { Authorization: 'Bearer x' },
        { Authorization: 'ApiKey' },
        { 'X-Api-Key': 'é' },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        { ...usual, 'Idempotency-Key': 'x'.repeat(300) },
        { ...usual, 'Idempotency-Key': 'same' },
        { ...usual, 'Content-Encoding': 'gzip' },
        { ...usual, 'Content-Type': 'text/plain' },
        { ...usual, Origin: 'https://evil.example' },
      ),
    },
  )
}

function operationCalls(operation: Operation, world: World, resolve: Resolve): fc.Arbitrary<Sent> {
  const schema = operation.facts.requestBody?.content?.['application/json']?.schema
  const bodies = schema ? bodyOf(schema, resolve) : fc.constant(undefined)
  return fc
    .tuple(pathOf(operation, world), queryOf(operation, resolve), headersOf(operation, world), bodies)
    .map(([path, query, headers, body]) => ({
      method: operation.method,
      path: path + query,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      body,
    }))
}

function toolCalls(
  operation: Operation,
  { name, inputSchema }: { name: string; inputSchema: object },
  world: World,
  resolve: Resolve,
): fc.Arbitrary<Sent> {
  const fit = fitting(inputSchema, resolve)
  const args = fc.oneof(fit, nearly(fit), nearly(fit), hostile)
  const call = args.map((given) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given },
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

/** Paths that nobody serves, as no client would write them. */
const anything = (operations: Operation[]): fc.Arbitrary<Sent> =>
  fc
    .tuple(
      fc.constantFrom(...METHODS),
      fc.constantFrom(
        ...operations.map(({ path }) => path),
        '/',
        '/p/',
        '/docs/',
        '/assets/',
        '/api/auth/',
        '/oauth2/',
      ),
      fc.oneof(
        fc.constantFrom(
          '',
          '..',
          '//',
          '/%2e%2e/%2e%2e/etc/passwd',
          '%',
          '%zz',
          '%ff',
          '?',
          '?a=%',
          ';x',
          '/./',
          '?__proto__=1',
        ),
        fc.string({ unit: 'grapheme-ascii', maxLength: 60 }).map((made) => made.replaceAll(/\s/g, '+')),
      ),
    )
    .map(([method, path, more]) => ({ method, path: path + more, headers: {}, body: undefined }))
