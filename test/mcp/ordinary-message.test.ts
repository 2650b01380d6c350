// The short way and the SDK give the same bytes, whatever is sent; what is unusual in any way takes the SDK's way.
import { describe, expect, it } from 'vitest'
import type { Refusal } from '../../src/contract/refusal.ts'
import type { PlainAnswer } from '../../src/http/short-way/answers.ts'
import { answerBySdk } from '../../src/mcp/answer-message.ts'
import { answerOrdinary, ordinaryMessage } from '../../src/mcp/ordinary-message.ts'
import { AGENT_ENDPOINT } from '../../src/mcp/tools.ts'
import { batch, type Loose } from '../service.ts'
import { MODERN } from './endpoint.ts'

const { tools: TOOLS } = AGENT_ENDPOINT

const STUDY = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  question: 'Why “export”?\u2028',
  eligibility_criteria: 'Exports <often>.',
  sampling_rate: 1,
  state: 'active',
  starts_at: null,
  ends_at: null,
  max_answers: null,
  max_answers_per_day: null,
  answer_count: 0,
}

/** What the project asks for is in the list of tools and in the guidelines. */
const NOTES = { kinds: ['problem'], topics: ['exports'], avoid: [], ask_first: true }

const SETTINGS = {
  project: { id: 'p', name: 'Läger & Söhne', about: null, share_known_issues: false, rest_days: null },
  guideline: undefined,
  privacy: { redact: ['email'], patterns: [], retention_days: null },
  limits: { observations_per_day: null },
  notes: NOTES,
  activeStudies: [STUDY],
}

/** Answers without a database, the same each time: what is compared is how the answer travels. */
function session(): Loose {
  return {
    endpoint: AGENT_ENDPOINT,
    context: context(),
    version: '1.2.3',
    log: () => ({ error: () => {} }),
  }
}

function context(): Loose {
  let made = 0
  return {
    projectId: 'p',
    callerId: 'c',
    keyId: null,
    limits: SETTINGS.limits,
    uses: { noteGuidelines: () => {} },
    deps: {
      now: () => new Date('2026-03-14T09:30:00.000Z'),
      newId: () => `id-${++made}`,
      meter: { observationsStored: () => {} },
      wakeDigest: () => {},
      db: {
        query: async () => ({ rows: [] }),
        connect: async () => {
          throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
        },
      },
      posts: {
        store: async (post: Loose) => {
          if (post.user_id === 'fault') throw new Error('a fault of ours')
          return post.user_id === 'revoked' ? 'refused' : 'stored'
        },
      },
      cache: { settings: async () => SETTINGS },
      users: { standing: async () => new Map([[STUDY.id, 'Because "quotes".']]) },
    },
  }
}

type Sent = { headers: Record<string, string>; message: Loose }

const JSON_TYPE = { 'content-type': 'application/json' }

/** Status, headers and text; or the refusal of a key that was revoked meanwhile. */
type Answered = [number, readonly string[], string | Buffer] | [kind: string]

const answered = (answer: Promise<PlainAnswer>): Promise<Answered> =>
  answer.then(
    ({ status, headers, body }): Answered => [status, headers, body],
    ({ kind }: Refusal): Answered => [kind],
  )

const bySdk = ({ headers, message }: Sent): Promise<Answered> =>
  answered(answerBySdk(session(), { headers, url: '/' }, structuredClone(message)))

async function byShortWay({ headers, message }: Sent): Promise<Answered | undefined> {
  const ordinary = ordinaryMessage(headers, structuredClone(message), TOOLS)
  return ordinary && answered(answerOrdinary(session(), ordinary))
}

const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

const olderHeaders = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'].map((version) => ({
  ...JSON_TYPE,
  'mcp-protocol-version': version,
}))
const older = (headers: Record<string, string>, method: string, params?: object, id: unknown = 1): Sent => ({
  headers,
  message: { jsonrpc: '2.0', id, method, ...(params && { params }) },
})
const modern = (method: string, params: Loose = {}, id: unknown = 1): Sent => ({
  headers: {
    ...JSON_TYPE,
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(params.name && { 'mcp-name': params.name }),
  },
  message: { jsonrpc: '2.0', id, method, params: { ...params, _meta: META } },
})
const inEveryEra = (method: string, params?: object, id?: unknown): Sent[] => [
  ...[JSON_TYPE, ...olderHeaders].map((headers) => older(headers, method, params, id)),
  modern(method, params, id),
]

const TEXTS = [
  'plain',
  'ü 🦊 \u2028\u2029',
  '</script>',
  '"\\',
  ' \t\n ',
  '\0',
  '\ud800',
  'a'.repeat(501),
  '',
]
const parsed = (text: string): object => JSON.parse(text)
const ARGUMENTS: Record<string, (object | undefined)[]> = {
  get_service_guidelines: [undefined, {}, { user_id: 'u' }, { user_id: 7 }, { user_id: null }, { other: 1 }],
  get_active_studies: [
    undefined,
    {},
    ...TEXTS.map((user_id) => ({ user_id })),
    { user_id: 42 },
    { user_id: [] },
  ],
  post_observations: [
    undefined,
    batch(),
    batch({ observations: JSON.stringify(batch().observations) }),
    batch({ observations: [] }),
    batch({ observations: Array(51).fill(batch().observations[0]) }),
    batch({ observations: Array(50).fill(batch().observations[0]) }),
    batch({ observations: [{ title: 'x' }, null, 7, 'text', []] }),
    batch({ observed_at: null }),
    batch({ observed_at: '2026-02-30T00:00:00Z' }),
    batch({ user_id: 12, interaction_id: 2 ** 60 }),
    batch({ user_id: 'fault' }),
    batch({ user_id: 'revoked' }),
    batch({ idempotency_key: '' }),
    batch({ idempotency_key: 'once', unknown: { deep: [{}] } }),
    batch({ toJSON: 'x', constructor: 'y', hasOwnProperty: 1 }),
    parsed('{"user_id":{"__proto__":{"x":1}},"observations":[{"__proto__":null}]}'),
    ...TEXTS.map((title) => batch({ observations: [{ title, description: title }] })),
  ],
  post_research_answer: [
    undefined,
    {},
    { study_id: STUDY.id, user_id: 'u', interaction_id: 'i', answer: 'a' },
    { study_index: '0', user_id: 'u', interaction_id: 'i', answer: 'a' },
    { study_index: -1, study_id: 5 },
  ],
}

const calls = Object.entries(ARGUMENTS).flatMap(([name, variants]) =>
  variants.flatMap((args) => inEveryEra('tools/call', { name, ...(args && { arguments: args }) })),
)
const IDS = [0, -1, Number.MAX_SAFE_INTEGER, '', 'a', 'ü\u2028"', '1']
const withIds = IDS.flatMap((id) => [
  ...inEveryEra('tools/list', undefined, id),
  ...inEveryEra('tools/call', { name: 'post_observations', arguments: batch() }, id),
])
const progress = [0, 'token'].map((progressToken) =>
  older(JSON_TYPE, 'tools/call', {
    name: 'get_active_studies',
    arguments: { user_id: 'u' },
    _meta: { progressToken },
  }),
)
const withCharset = [
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'Application/JSON',
].map((type) => older({ 'content-type': type }, 'tools/list'))

const ORDINARY = [...inEveryEra('tools/list'), ...calls, ...withIds, ...progress, ...withCharset]

const call = { name: 'post_observations', arguments: batch() }
const plain = older(JSON_TYPE, 'tools/call', call)
const changed = (change: object): Sent => ({ ...plain, message: { ...plain.message, ...change } })
const withHeaders = (headers: Record<string, string>, of: Sent = plain): Sent => ({
  ...of,
  headers: { ...of.headers, ...headers },
})
const withMeta = (meta: unknown): Sent => {
  const sent = modern('tools/call', call)
  return { ...sent, message: { ...sent.message, params: { ...call, _meta: meta } } }
}
const UNUSUAL: Sent[] = [
  ...[null, true, 1.5, {}, [], 2 ** 60].map((id) => changed({ id })),
  changed({ id: undefined }),
  ...[undefined, '1.0', 2, null].map((jsonrpc) => changed({ jsonrpc })),
  ...[
    'tools/Call',
    'tools/call ',
    'ping',
    'initialize',
    'server/discover',
    'resources/list',
    '',
    7,
    null,
  ].map((method) => changed({ method })),
  ...[
    null,
    [],
    'text',
    7,
    {},
    { name: 7 },
    { name: 'nope' },
    { name: 'toString' },
    { name: '__proto__' },
  ].map((params) => changed({ params })),
  ...[null, [], 'text', 7].map((args) => changed({ params: { ...call, arguments: args } })),
  changed({ params: { ...call, arguments: parsed('{"__proto__":{"user_id":"u"}}') } }),
  changed({ params: { ...call, task: { ttl: 1 } } }),
  changed({ params: { ...call, _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'x' } } } }),
  changed({ params: { ...call, _meta: { progressToken: 1.5 } } }),
  changed({ params: { ...call, _meta: [] } }),
  changed({ params: { ...call, _meta: META } }),
  changed({ error: { code: 1, message: 'x' } }),
  changed({ result: {} }),
  changed(parsed('{"__proto__":{"id":9}}')),
  older(JSON_TYPE, 'tools/list', { cursor: 'x' }),
  older(JSON_TYPE, 'tools/list', { cursor: null }),
  ...[[], [plain.message], null, 'text', 7, true].map((message) => ({ headers: JSON_TYPE, message })),
  ...['1999-01-01', '', 'x', '2026-07-28', '2027-01-01'].map((version) =>
    withHeaders({ 'mcp-protocol-version': version }),
  ),
  withHeaders({ 'mcp-method': 'tools/call' }),
  withHeaders({ 'mcp-name': 'post_observations' }),
  withHeaders({ 'mcp-session-id': 'x' }),
  withHeaders({ 'last-event-id': 'x' }),
  withHeaders({ 'content-type': 'text/plain' }),
  withHeaders({ 'content-type': 'application/json, text/plain' }),
  withHeaders({ 'mcp-method': 'tools/list' }, modern('tools/call', call)),
  withHeaders({ 'mcp-name': 'get_active_studies' }, modern('tools/call', call)),
  withHeaders({ 'mcp-name': '=?base64?cG9zdA==?=' }, modern('tools/call', call)),
  withHeaders({ 'mcp-protocol-version': '2025-11-25' }, modern('tools/call', call)),
  withHeaders({ 'mcp-name': 'x' }, modern('tools/list')),
  ...[undefined, null, [], {}, { ...META, other: 1 }, { ...META, progressToken: null }].map(withMeta),
  ...Object.keys(META).flatMap((key) =>
    [undefined, null, 7, [], 'x', {}, { x: 1 }]
      .filter((value) => !(key.endsWith('Capabilities') && JSON.stringify(value) === '{}'))
      .map((value) => withMeta({ ...META, [key]: value })),
  ),
]

const usersOf = (sent: Sent[]): string[] => sent.map(({ message }) => message.params.arguments.user_id)

describe('the short way', () => {
  it(`gives the SDK's bytes on ${ORDINARY.length} ordinary messages`, async () => {
    expect(ORDINARY.length).toBeGreaterThanOrEqual(300)
    const faults: Sent[] = []
    const refused: Sent[] = []
    for (const sent of ORDINARY) {
      const answer = await byShortWay(sent)
      expect(answer, JSON.stringify(sent)).toEqual(await bySdk(sent))
      if (answer?.[2]?.includes('internal error')) faults.push(sent)
      if (answer?.[0] === 'unauthorized') refused.push(sent)
    }
    // Else the answers that matter would not have been compared.
    expect(usersOf(faults)).toEqual(Array(6).fill('fault'))
    expect(usersOf(refused)).toEqual(Array(6).fill('revoked'))
  })

  it(`leaves ${UNUSUAL.length} unusual messages to the SDK`, () => {
    const taken = UNUSUAL.filter(
      ({ headers, message }) => ordinaryMessage(headers, message, TOOLS) !== undefined,
    )
    expect(taken).toEqual([])
  })
})
