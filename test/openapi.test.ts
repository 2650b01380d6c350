// The OpenAPI document against a real validator, the router, and what the service really answers.
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNT_OPERATIONS } from '../src/accounts/routes.ts'
import { parseDateTime } from '../src/contract/date-time.ts'
import { isUuid } from '../src/contract/validate.ts'
import { offerReset } from '../src/domain/accounts/reset-password.ts'
import { renewSetUp } from '../src/domain/accounts/set-up.ts'
import { CONSOLE_PAGES, NAMED_FILES } from '../src/http/pages/console.ts'
import { DOCUMENTS } from '../src/http/pages/documents.ts'
import { startDigestWorker } from '../src/worker/digest-worker.ts'
import { authorize, connect, pkce, register } from './accounts/oauth/flow.ts'
import { atEnd } from './closings.ts'
import { digestAll, readObservation, startEngine } from './digest/digesting.ts'
import { makeTheme } from './digest/research/made-themes.ts'
import { accessToken, bearer } from './mcp/team/asking.ts'
import {
  ADMIN_TOKEN,
  answer,
  batch,
  type Loose,
  makeStudy,
  PASSWORD,
  type Person,
  send,
  signIn,
  startService,
} from './service.ts'

type Call = { path: string; method: string; operation: Loose }

/** Served, and described elsewhere: the document itself, the page that shows it, better-auth's endpoints, OAuth's. */
const EXCEPTIONS = [
  ...CONSOLE_PAGES.map((path) => path.replace('/p/*', '/*')), // as the router prints it
  ...NAMED_FILES.map((name) => `/${name}`),
  '/assets/:file',
  '/openapi.json',
  '/docs',
  '/docs/start.js',
  '/docs/swagger-ui-bundle.js',
  '/docs/swagger-ui.css',
  '/llms.txt',
  ...DOCUMENTS.map(({ file }) => `/docs/${file}`),
  '/api/auth/sign-in/email',
  '/api/auth/sign-out',
  '/api/auth/change-password',
  '/api/auth/revoke-sessions',
  '/api/auth/update-user',
  '/api/auth/list-sessions',
  '/api/auth/get-session',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource*', // as the router prints it
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-authorization-server*',
  '/oauth2/authorize',
  '/oauth2/token',
  '/oauth2/register',
  '/oauth2/revoke',
]

/** Takes every mail, and sends none. */
const mailer = { send: async () => [] }
const service = await startService({ mailer })
const { body: document } = await send(`${service.url}/openapi.json`, 'GET')
const operations: Call[] = Object.entries<Loose>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Loose>(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    operation,
  })),
)
const named = operations.map((call) => [call.operation.operationId as string, call] as const)

function newAjv(root: object): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } })
  ajv.addFormat('uuid', isUuid)
  ajv.addFormat('email', true)
  ajv.addFormat('date-time', (text: string) => parseDateTime(text) !== null)
  return ajv.addSchema(root as AnySchema, 'api')
}

const pointer = (...steps: (string | number)[]) =>
  `api#/${steps.map((step) => encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

/** The schema that the place refers to, where it does no more: hundreds of answers share a few, which are compiled once. */
function namedAt(place: (string | number)[]): string {
  const { $ref, ...others } = place.reduce<Loose>((node, step) => node?.[step], document) ?? {}
  return $ref && Object.keys(others).length === 0 ? `api${$ref}` : pointer(...place)
}

function faults(ajv: Ajv2020, place: (string | number)[], value: unknown): unknown[] {
  const validate = ajv.getSchema(namedAt(place))
  if (!validate) throw new Error(`nothing is described at ${place.join(' / ')}`)
  return validate(value) ? [] : (validate.errors ?? [])
}

/** The same document with every object closed, so that a property that it does not name is a fault. */
function closed(schema: Loose): Loose {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return copy.type === 'object' && copy.properties ? { additionalProperties: false, ...copy } : copy
}

// One of each for all tests: reading the whole document takes a tenth of a second.
const asDescribed = newAjv(document)
const nothingElse = newAjv(closed(document))

/** Whom a path is for: agents with a key, everybody, one person, or whoever may administer. */
function audienceOf(path: string): 'public' | 'member' | 'guest' | 'person' | 'admin' | 'service' {
  if (path.startsWith('/mcp/v1/team/')) return 'member'
  if (/^\/(v1|mcp)\//.test(path)) return 'public'
  if (ACCOUNT_OPERATIONS.some((operation) => operation.path === path)) return 'guest'
  if (/^\/api\/(tokens|grants|sessions|personal-mail)/.test(path)) return 'person'
  return path.startsWith('/api/') ? 'admin' : 'service'
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 for a real validator, at version 1.0.0', async () => {
    const result = await new Validator().validate(structuredClone(document))

    expect(result).toMatchObject({ valid: true })
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0'])
    expect(document.servers).toEqual([{ url: service.url }])
  })

  it('names every operation once, with a summary and a group', () => {
    const ids = operations.map(({ operation }) => operation.operationId)

    expect(new Set(ids).size).toBe(ids.length)
    for (const { operation } of operations)
      expect(operation).toMatchObject({ summary: expect.stringMatching(/\S/), tags: [expect.any(String)] })
  })

  it('describes every parameter of a path', () => {
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((parameter: Loose) => parameter.in === 'path')
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(inPath.map((parameter: Loose) => parameter.name)).toEqual(wanted)
    }
  })

  it('declares the security of each group', () => {
    const keys = [{ ApiKeyAuthorization: [] }, { XApiKey: [] }, { BearerKey: [] }]
    const people = [{ SessionCookie: [] }, { AccessToken: [] }, { AdminToken: [] }]
    const ways: Record<string, object[]> = {
      public: keys,
      member: [{ AccessToken: [] }],
      admin: people,
      person: [{ SessionCookie: [] }],
    }
    for (const { path, operation } of operations) {
      const expected = ways[audienceOf(path)] ?? []
      expect({ path, security: operation.security }).toEqual({ path, security: expected })
    }
    expect(document.components.securitySchemes).toMatchObject({
      ApiKeyAuthorization: { type: 'apiKey', in: 'header', name: 'Authorization' },
      XApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      BearerKey: { type: 'http', scheme: 'bearer' },
      SessionCookie: { type: 'apiKey', in: 'cookie' },
      AccessToken: { type: 'http', scheme: 'bearer' },
      AdminToken: { type: 'http', scheme: 'bearer' },
    })
  })

  it.each(named)('%s lists its errors', (id, { path, operation }) => {
    const listed = Object.keys(operation.responses)

    const audience = audienceOf(path)
    const guarded = ['public', 'member', 'admin', 'person'].includes(audience)
    const conflicts = [
      'create_observations',
      'post_research_answer',
      'create_tag',
      'open_sample',
      'update_tag',
      'create_study',
      'update_study',
      'delete_study',
      'create_import',
      'undo_import',
      'import_project',
    ]
    const expected = [
      '500',
      ...(guarded ? ['401'] : []),
      ...(audience === 'service' ? [] : ['429', '503']),
      ...(audience === 'admin' || audience === 'person' ? ['403'] : []),
      ...(guarded && path.includes('{project_id}') ? ['404'] : []),
      ...(operation.requestBody ? ['400', '413', '415'] : []),
      ...(operation.parameters.some((parameter: Loose) => parameter.in === 'query') ? ['400'] : []),
      ...(conflicts.includes(id) ? ['409'] : []),
    ]
    expect(listed).toEqual(expect.arrayContaining(expected))
  })

  it('shows an example of every body, and each fits its schema', () => {
    const ajv = asDescribed

    for (const { path, method, operation } of operations) {
      const bodies = [
        ['requestBody', operation.requestBody],
        ...Object.entries<Loose>(operation.responses).map(([status, response]) => [
          `responses/${status}`,
          response,
        ]),
      ].filter(([, body]) => body?.content?.['application/json'])
      for (const [place, body] of bodies as [string, Loose][]) {
        const { example, schema } = body.content['application/json']
        const steps = [
          'paths',
          path,
          method.toLowerCase(),
          ...place.split('/'),
          'content',
          'application/json',
          'schema',
        ]
        const examples = example === undefined ? examplesOf(schema) : [example]
        expect([operation.operationId, place, examples.length]).not.toContain(0)
        for (const one of examples) expect(faults(ajv, steps, one)).toEqual([])
      }
    }
  })

  const examplesOf = (schema: Loose): unknown[] =>
    document.components.schemas[String(schema.$ref).split('/').at(-1) ?? '']?.examples ?? []

  it('gives only examples that fit, inside schemas too', () => {
    const ajv = asDescribed
    const wrong: unknown[] = []

    const visit = (node: Loose, place: (string | number)[]) => {
      if (typeof node !== 'object' || node === null) return
      // In a list of properties the word is a name, not the keyword.
      if (Array.isArray(node.examples) && place.at(-1) !== 'properties')
        for (const example of node.examples)
          if (faults(ajv, place, example).length > 0) wrong.push({ place, example })
      for (const [key, value] of Object.entries(node))
        if (!['example', 'examples'].includes(key) || place.at(-1) === 'properties')
          visit(value, [...place, key])
    }
    visit(document, [])

    expect(wrong).toEqual([])
  })
})

describe('the document and the router', () => {
  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  const UNKNOWN = '00000000-0000-7000-8000-000000000000'
  const fill = (path: string) =>
    path.replaceAll(/[:{](\w+)\}?/g, (_, name: string) =>
      name === 'project_id' ? service.projectId : UNKNOWN,
    )
  let memberToken: string
  beforeAll(async () => {
    memberToken = await accessToken(await signIn(service))
  })
  afterAll(async () => {
    await service.admin('DELETE', `/projects/${service.projectId}/sample`) // opened on the way
    await service.db.query('DELETE FROM account_user') // set-up, below, is for a service without any
  })
  const credentials = (path: string): Record<string, string> => {
    if (audienceOf(path) === 'member') return bearer(memberToken)
    return path.startsWith('/api/') ? bearer(ADMIN_TOKEN) : { 'X-Api-Key': service.key }
  }
  const slashless = (path: string) => path.replace(/\/$/, '')

  /** The router's own list: a tree, four columns to a level. */
  function routes(): string[] {
    const found: string[] = []
    const parents: string[] = []
    for (const line of service.app.printRoutes({ commonPrefix: false }).split('\n')) {
      const [, indent, path] = /^([│ ]*)[├└]── (\S+)/.exec(line) ?? []
      if (indent === undefined || path === undefined) continue
      const depth = indent.length / 4
      parents.splice(depth, parents.length, (parents[depth - 1] ?? '') + path)
      if (line.includes('(')) found.push(parents[depth] ?? '')
    }
    return found
  }

  it('knows the same paths and methods', async () => {
    const documented = operations.map(({ method, path }) => `${method} ${slashless(path)}`)
    const served: string[] = []

    for (const route of routes().filter((route) => !EXCEPTIONS.includes(route)))
      await Promise.all(
        METHODS.map(async (method) => {
          const { status } = await send(service.url + fill(route), method, undefined, credentials(route))
          if (status !== 405) served.push(`${method} ${route.replaceAll(/:(\w+)/g, '{$1}')}`)
        }),
      )

    expect(routes()).toEqual(expect.arrayContaining(EXCEPTIONS))
    expect(served.sort()).toEqual(documented.sort())
  })

  const guarded = named.filter(([, { path }]) => /^\/(v1|mcp|api)\//.test(path))
  it.each(guarded)('%s: its refusals look as described', async (_, { path, method, operation }) => {
    const ajv = nothingElse
    const url = service.url + fill(path)
    const bad = (body?: string, headers: Record<string, string> = {}) =>
      send(url, method, body, { ...credentials(path), ...headers })
    const refusals = [
      ...(audienceOf(path) === 'guest' ? [] : [await send(url, method, undefined, {})]),
      ...(path.includes('{project_id}')
        ? [await send(url.replace(service.projectId, UNKNOWN), method, undefined, credentials(path))]
        : []),
      ...(operation.requestBody
        ? [
            await bad('x=1', { 'Content-Type': 'text/plain' }),
            await bad('{'),
            await bad('[]'),
            await bad('5'),
          ]
        : []),
      ...(operation.requestBody ? [await bad('"'.padEnd(8 * 1024 * 1024 + 1, 'x'))] : []),
    ]

    for (const { status, body } of refusals) {
      const steps = [
        'paths',
        path,
        method.toLowerCase(),
        'responses',
        status,
        'content',
        'application/json',
        'schema',
      ]
      expect(Object.keys(operation.responses)).toContain(String(status))
      expect({ status, faults: faults(ajv, steps, body) }).toEqual({ status, faults: [] })
    }
  })
})

describe('real answers', () => {
  const made: Record<string, string> = {}
  beforeAll(async () => {
    const project = `/projects/${service.projectId}` as const
    made.project_id = service.projectId
    made.user_id = batch().user_id
    made.study_id = (await makeStudy(service)).id
    await makeStudy(service, { ends_at: '2027-01-01T00:00:00Z', max_answers: 5, sampling_rate: 0.5 })
    const config = { keywords: ['export'], threshold: 0.5 }
    made.tag_id = (await service.admin('POST', `${project}/tags`, { label: 'export', config })).body.id
    made.key_id = (await service.admin('POST', `${project}/keys`, { name: 'Spare' })).body.id
    made.observation_id = (await service.call('POST', '/observations/', batch())).body.results[0].id
    await makeIssues()
    await service.call('POST', `/research/studies/${made.study_id}/answers/`, answer())
    await service.admin('PUT', `${project}/guidelines`, { observations: '# Ours' })
  })

  /** Two issues, the first with two observations, found by the digest itself. */
  async function makeIssues(): Promise<void> {
    const dark = { title: 'Wants a dark theme', description: 'The bright screen hurts at night.' }
    const twice = { observations: [dark, dark] }
    const { body } = await service.call('POST', '/observations/', batch(twice))
    made.split_off = body.results[0].id
    const engine = startEngine()
    await digestAll(service, engine)
    const worker = startDigestWorker(service.deps, engine, 1, () => {}) // who else would answer a tag test
    atEnd(() => worker.stop())
    made.issue_id = (await readObservation(service, body.results[1]?.id)).issue?.id ?? ''
    made.other_issue = (await readObservation(service, made.observation_id ?? '')).issue?.id ?? ''
    await service.admin('POST', `/projects/${service.projectId}/tags/${made.tag_id}/rematch`)
  }

  const credentials = async (path: string): Promise<Record<string, string>> => {
    const inPerson = audienceOf(path) === 'person' || path.startsWith('/api/oauth/')
    if (inPerson) return (await person()).headers
    if (audienceOf(path) === 'guest') return {}
    if (audienceOf(path) === 'member') return bearer(await accessToken(await person()))
    return { Authorization: path.startsWith('/api/') ? `Bearer ${ADMIN_TOKEN}` : `ApiKey ${service.key}` }
  }

  /** A body where the operation needs another than the document's own example. */
  const BODIES: Record<string, () => object | Promise<object>> = {
    set_up: async () => ({
      token: await renewSetUp(service.deps),
      name: 'Ada',
      email: 'ada@example.com',
      password: PASSWORD,
    }),
    read_invite: async () => ({ token: await inviteToken() }),
    accept_invite: async () => ({
      token: await inviteToken(),
      name: 'Grace',
      email: 'grace@example.com',
      password: PASSWORD,
    }),
    reset_password: async () => ({
      token: await offerReset(service.deps, 'ada@example.com'),
      password: PASSWORD,
    }),
    read_oauth_request: async () => ({ query: await askForAccess() }),
    decide_oauth_request: async () => ({ query: await askForAccess(), accept: true }),
    create_tag: () => ({ label: 'another' }),
    test_tag: () => ({ label: 'export', tag_id: made.tag_id }),
    update_study: () => ({ state: 'paused' }),
    create_observations: () => batch(),
    post_research_answer: () => answer({ user_id: 'somebody else' }),
    merge_issue: () => ({ into: made.other_issue }),
    split_issue: () => ({ observation_ids: [made.split_off] }),
    merge_theme: () => ({ into: made.other_theme }),
    split_theme: () => ({ answer_ids: [made.theme_answer] }),
    keep_issues_apart: () => ({ from: made.other_issue }),
    judge_duplicates: () => ({ issue_ids: [made.issue_id, made.other_issue], verdict: 'different' }),
    undo_duplicate_verdict: () => ({ issue_ids: [made.issue_id, made.other_issue] }),
    change_issues: () => ({ issue_ids: [made.other_issue], status: 'acknowledged' }),
    create_view: () => ({ page: 'issues', name: 'Open ones', query: 'status=open' }),
  }
  const invite = async () =>
    (await service.admin('POST', `/projects/${service.projectId}/invites`, { role: 'viewer' })).body
  let views = 0
  const saveView = async () => {
    const view = { page: 'observations', name: `View ${++views}`, query: 'q=export' }
    return (await service.admin('POST', `/projects/${service.projectId}/views`, view)).body
  }
  const askForAccess = async (): Promise<string> => {
    const { client_id, redirect_uris } = await register(service)
    const query = { client_id, redirect_uri: redirect_uris[0], resource: service.mcpUrl }
    const page = await authorize(service, { ...query, code_challenge: pkce().challenge }, await person())
    return page.search.slice(1)
  }
  const inviteToken = async () => new URL((await invite()).url).hash.slice(1)

  const makeTarget = async () => {
    const target = { name: 'Hook', format: 'webhook', address: 'https://hooks.example', rhythm: 'each' }
    return (await service.admin('POST', `/projects/${service.projectId}/targets`, target)).body
  }
  const theme = async (): Promise<string> => {
    const { id, answerId } = await makeTheme(service, made.study_id ?? '')
    made.theme_answer = answerId
    return id
  }
  const onIssue = async (part: string, body: object) =>
    (await service.admin('POST', `/projects/${service.projectId}/issues/${made.issue_id}/${part}`, body)).body

  /** What operations that take a file are sent. */
  const FILES: Record<
    string,
    () => Promise<{ bytes: string | Uint8Array; headers: Record<string, string> }>
  > = {
    create_import: async () => TABLE,
    preview_import: async () => TABLE,
    import_project: async () => {
      const { id } = (await service.admin('POST', '/projects', { name: 'Moving' })).body
      const response = await fetch(`${service.url}/api/projects/${id}/archive`, {
        headers: bearer(ADMIN_TOKEN),
      })
      const bytes = new Uint8Array(await response.arrayBuffer())
      await service.db.query('DELETE FROM project WHERE id = $1', [id])
      return { bytes, headers: { 'Content-Type': 'application/gzip' } }
    },
  }
  const TABLE = { bytes: 'user,text\nann,Fine\n', headers: { 'Content-Type': 'text/csv' } }

  /** Something of the kind that the path names, made just before it is asked for. */
  const ON_DEMAND: Record<string, () => Promise<string>> = {
    account_id: async () => (await signIn(service, { role: 'viewer' })).account.id,
    invite_id: async () => (await invite()).id,
    view_id: async () => (await saveView()).id,
    theme_id: async () => {
      made.other_theme = await theme()
      return theme()
    },
    import_id: async () => {
      const url = `${service.url}/api/projects/${service.projectId}/imports`
      return (await send(url, 'POST', TABLE.bytes, { ...bearer(ADMIN_TOKEN), ...TABLE.headers })).body.id
    },
    target_id: async () => (await makeTarget()).id,
    message_id: async () =>
      (await service.admin('POST', `/projects/${service.projectId}/targets/${made.target_id}/test`)).body
        .message_id,
    webhook_id: async () => (await makeTarget()).id,
    delivery_id: async () => {
      const { id } = await makeTarget()
      return (await service.admin('POST', `/projects/${service.projectId}/targets/${id}/test`)).body
        .message_id
    },
    comment_id: async () => (await onIssue('comments', { body: 'Ours.' })).id,
    ticket_id: async () => (await onIssue('tickets', { url: 'https://tracker.example/1' })).tickets[0].id,
    grant_id: async () => {
      await connect(service, await person())
      return (await (await person()).call('GET', '/grants')).body.items[0]?.id ?? ''
    },
    session_id: async () => {
      const other = { email: (await person()).account.email, password: PASSWORD }
      await send(`${service.url}/api/auth/sign-in/email`, 'POST', other)
      const { body } = await (await person()).call('GET', '/auth/list-sessions')
      return body.at(-1)?.id ?? ''
    },
    token_id: async () => (await (await person()).call('POST', '/tokens', { name: 'Script' })).body.id,
  }
  let known: Promise<Person> | undefined
  const person = () => {
    known ??= signIn(service)
    return known
  }
  const QUERIES: Record<string, string> = {
    get_active_studies: '?user_id=user-42',
    explain_study: '?user_id=user-42',
    list_observations: '?limit=5',
  }
  /** Where only one of a certain kind will do. */
  const FITTING: Record<string, () => Promise<Record<string, string>>> = {
    delete_study: async () => ({ study_id: (await makeStudy(service, { state: 'draft' })).id }),
    delete_project: async () => ({
      project_id: (await service.admin('POST', '/projects', { name: 'Ledger app' })).body.id,
    }),
    unmerge_theme: async () => {
      const at = `/projects/${service.projectId}/studies/${made.study_id}/themes/${made.theme_id}` as const
      await service.admin('POST', `${at}/merge`, { into: made.other_theme })
      return {}
    },
  }
  // What ends a thing comes last.
  const LAST = ['move_observation', 'update_study', 'delete_study', 'revoke_key', 'delete_tag', 'erase_user']
  // Nobody may have an account before set-up.
  const place = (id: string) => (id === 'set_up' ? -2 : LAST.indexOf(id))
  const order = [...named].sort(([one], [two]) => place(one) - place(two))

  it.each(order)(
    '%s: a successful answer fits its schema, and nothing is left undescribed',
    async (id, call) => {
      const { path, method, operation } = call
      const successes = Object.keys(operation.responses).filter((code) => code.startsWith('2'))
      const example = operation.requestBody?.content['application/json']?.example
      for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g))
        if (ON_DEMAND[name]) made[name] = await ON_DEMAND[name]()
      const fitting = { ...made, ...(await FITTING[id]?.()) }
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => fitting[name] ?? '')
      const url = service.url + filled + (QUERIES[id] ?? '')
      const file = await FILES[id]?.()
      const body = file?.bytes ?? (await BODIES[id]?.()) ?? example

      const answered = await send(url, method, body, { ...(await credentials(path)), ...file?.headers })

      const status = String(answered.status)
      expect(successes, JSON.stringify(answered.body)).toContain(status)
      expect(answered.headers.get('x-request-id')).toMatch(/\S/)
      const [mediaType, content] = Object.entries<Loose>(operation.responses[status].content ?? {})[0] ?? []
      if (!mediaType || !content) return expect(answered.body).toBe('')
      expect(answered.headers.get('content-type')).toContain(mediaType)
      const ajv = ['mcp', 'team_mcp'].includes(id) ? asDescribed : nothingElse
      const steps = ['paths', path, method.toLowerCase(), 'responses', status, 'content', mediaType, 'schema']
      expect(faults(ajv, steps, answered.body)).toEqual([])
    },
  )
})
