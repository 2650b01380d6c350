// The OpenAPI 3.1 document, made from the same operations and schemas that the router serves.

import { LIMITS } from '../contract/limits.ts'
import { REFUSAL_STATUS, type RefusalKind } from '../contract/refusal.ts'
import type { Schema } from '../contract/schema.ts'
import { anyOf, inMebibytes } from '../contract/wording.ts'
import { FORM } from './bodies/form-file.ts'
import type { OperationFacts } from './operation.ts'

/** Operations that share an authentication scheme; guest: a link in the body or nothing; null: the service itself. */
type OperationGroup = { operations: OperationFacts[]; security: Security }
type Security = 'api_key' | 'member' | 'admin' | 'session' | 'guest' | null

export type DocumentOptions = {
  groups: OperationGroup[]
  components: Record<string, Schema>
  baseUrl: string
}

type Json = Record<string, unknown>

const DESCRIPTION = `Fieldnote collects what AI agents learn about a product's users. Agents use the public operations
below, or the same ones over MCP; administrators use the operations under \`/api\`.

Every error body has exactly one property, \`detail\`: a sentence, or for validation a list of every violation as
\`{loc, msg, type}\`.`

export function openApiDocument({ groups, components, baseUrl }: DocumentOptions): Json {
  const names = new Map(Object.entries(components).map(([name, schema]) => [schema as unknown, name]))
  const paths: Record<string, Json> = {}
  for (const { operations, security } of groups)
    for (const operation of operations)
      paths[operation.path] = {
        ...paths[operation.path],
        [operation.method.toLowerCase()]: describe(operation, security, names),
      }
  const schemas = Object.entries(components).map(([name, schema]) => [name, children(schema, names)])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fieldnote',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    paths,
    components: { schemas: { ...Object.fromEntries(schemas), ...ERRORS }, securitySchemes: SECURITY_SCHEMES },
  }
}

function describe(operation: OperationFacts, security: Security, names: Map<unknown, string>): Json {
  const { operationId, summary, description, deprecated, tag } = operation
  const content = contentOf(operation, names)
  return {
    operationId,
    summary,
    ...(description && { description }),
    ...(deprecated && { deprecated }),
    tags: [tag],
    security: SECURITY[security ?? 'open'],
    parameters: [...pathParameters(operation.path), ...inputParameters(operation, names)],
    ...(content && { requestBody: { required: true, content } }),
    responses: { ...successes(operation, names), ...refusals(operation, security) },
  }
}

function contentOf({ body, upload }: OperationFacts, names: Map<unknown, string>): Json | undefined {
  if (body) return { 'application/json': { schema: refer(body.schema, names), example: body.example } }
  const file = { type: 'string', format: 'binary', description: upload?.description }
  const form = { type: 'object', required: ['file'], properties: { file } }
  return (
    upload &&
    Object.fromEntries(
      upload.mediaTypes.map((mediaType) => [mediaType, { schema: mediaType === FORM ? form : file }]),
    )
  )
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }))
}

function inputParameters({ query, header }: OperationFacts, names: Map<unknown, string>): Json[] {
  const list = (place: string, schema: Schema | undefined) => {
    const { properties = {}, required = [] } = (schema ?? {}) as unknown as Shape
    return Object.entries(properties).map(([name, property]) => ({
      name: place === 'header' ? (HEADER_NAMES.get(name) ?? name) : name,
      in: place,
      required: required.includes(name),
      ...(property.type === 'array' && { style: 'form', explode: false }),
      schema: refer(property, names),
    }))
  }
  return [...list('query', query), ...list('header', header)]
}

type Shape = { properties?: Record<string, Schema>; required?: string[] }
const HEADER_NAMES = new Map<string, string>(Object.entries({ 'idempotency-key': 'Idempotency-Key' }))

function successes({ success }: OperationFacts, names: Map<unknown, string>): Json {
  const { schema, example, mediaType = 'application/json', otherwise } = success
  const headers = {
    'X-Request-Id': { schema: { type: 'string' }, description: 'Quote it when you ask for help.' },
  }
  const body = schema && { schema: refer(schema, names), ...(example !== undefined && { example }) }
  const withBody = body && { content: { [mediaType]: body } }
  const other = otherwise && [
    otherwise.status,
    { description: otherwise.description, headers, ...(!otherwise.bodiless && withBody) },
  ]
  const usual = [success.status, { description: success.description, headers, ...withBody }]
  return Object.fromEntries([usual, ...(other ? [other] : [])])
}

function refusals(operation: OperationFacts, security: Security): Json {
  const meanings: Partial<Record<RefusalKind, string>> = {
    ...(security && security !== 'guest' && { unauthorized: UNAUTHORIZED[security] }),
    ...((security === 'admin' || security === 'session') && {
      forbidden: 'The role or the kind of caller is not sufficient, or the call comes from another site.',
    }),
    ...(security &&
      operation.path.includes('{project_id}') && { not_found: 'No such project for this caller.' }),
    ...((operation.body || operation.upload || operation.query) && {
      invalid: 'Validation failed; every violation is listed.',
    }),
    ...(operation.body && {
      too_large: `The body is over ${inMebibytes(LIMITS.bodyBytes)}.`,
      unsupported_media_type: 'The body is not application/json, or it is compressed.',
    }),
    ...(operation.method !== 'GET' && !operation.body && !operation.upload && UNASKED),
    ...(operation.upload && {
      too_large: `The file is over ${inMebibytes(operation.upload.maxBytes)}.`,
      unsupported_media_type: `The file is not sent as ${anyOf(operation.upload.mediaTypes)}, or it is compressed.`,
    }),
    ...(security && {
      rate_limited:
        'Over a limit; Retry-After says when to try again, RateLimit and RateLimit-Policy which limit it is.',
    }),
    ...(security && { unavailable: 'The database is away; try again shortly.' }),
    ...operation.refusals,
  }
  const entries = Object.entries(meanings).map(([kind, description]) => [
    REFUSAL_STATUS[kind as RefusalKind],
    kind === 'invalid' && operation.invalidBody
      ? jsonResponse(description, operation.invalidBody)
      : errorResponse(description, kind === 'invalid' ? 'ValidationError' : 'Error'),
  ])
  return { ...Object.fromEntries(entries), 500: errorResponse('A fault of the service.', 'Error') }
}

const jsonResponse = (description: string, body: { schema: object; example?: unknown }): Json => ({
  description,
  content: { 'application/json': body },
})

const errorResponse = (description: string, schema: 'Error' | 'ValidationError'): Json =>
  jsonResponse(description, { schema: { $ref: `#/components/schemas/${schema}` } })

/** For operations without a body, when one is sent anyway. */
const UNASKED = {
  invalid: 'A body was sent that is not valid JSON. This call needs none.',
  too_large: `A body over ${inMebibytes(LIMITS.bodyBytes)} was sent. This call needs none.`,
  unsupported_media_type:
    'A body was sent that is not application/json, or is compressed. This call needs none.',
}

const UNAUTHORIZED = {
  api_key: 'The API key is missing or invalid.',
  member: 'No valid token was sent.',
  admin: 'Nobody is signed in, and no valid token was sent.',
  session: 'Nobody is signed in.',
}

/** Named schemas become references wherever they occur. */
function refer(schema: unknown, names: Map<unknown, string>): unknown {
  const name = names.get(schema)
  return name ? { $ref: `#/components/schemas/${name}` } : children(schema, names)
}

function children(schema: unknown, names: Map<unknown, string>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => refer(item, names))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, refer(value, names)]))
}

const SECURITY = {
  api_key: [{ ApiKeyAuthorization: [] }, { XApiKey: [] }, { BearerKey: [] }],
  member: [{ AccessToken: [] }],
  admin: [{ SessionCookie: [] }, { AccessToken: [] }, { AdminToken: [] }],
  session: [{ SessionCookie: [] }],
  guest: [],
  open: [],
}

const SECURITY_SCHEMES = {
  ApiKeyAuthorization: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The word `ApiKey`, a space, and a project API key: `ApiKey fnk_…`.',
  },
  XApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'A project API key.' },
  BearerKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A project API key, for clients that support only Bearer; for MCP also an OAuth access token.',
  },
  SessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'fieldnote.session_token',
    description:
      'Set by signing in; under https with the prefix `__Secure-`. Changes also need the Origin header of this service.',
  },
  AccessToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A personal access token: `fnp_…`. It has the roles of its account. For the team’s MCP endpoint also an OAuth access token: `fno_…`.',
  },
  AdminToken: { type: 'http', scheme: 'bearer', description: 'The value of ADMIN_TOKEN.' },
}

const ERRORS = {
  Error: {
    type: 'object',
    required: ['detail'],
    properties: { detail: { type: 'string', description: 'What was wrong, and what to do.' } },
    examples: [{ detail: 'project not found' }],
  },
  ValidationError: {
    type: 'object',
    required: ['detail'],
    properties: {
      detail: {
        oneOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/components/schemas/Violation' } }],
      },
    },
    examples: [
      { detail: [{ loc: ['body', 'observations', 3, 'title'], msg: 'is required', type: 'missing' }] },
    ],
  },
  Violation: {
    type: 'object',
    required: ['loc', 'msg', 'type'],
    properties: {
      loc: { type: 'array', items: { type: ['string', 'integer'] } },
      msg: { type: 'string' },
      type: { type: 'string' },
    },
  },
}
