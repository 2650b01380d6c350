// Messages on the short way through the service: the same bytes, log lines and rows as on the framework's.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MODERN, notification, request } from '../../mcp/endpoint.ts'
import { BAD_BATCHES, GOOD_BATCHES } from '../../mcp/parity.fixtures.ts'
import { answer, batch, type Loose, makeStudy } from '../../service.ts'
import { type Asked, type BothWays, expectShort, startBothWays } from './both-ways.ts'

let service: BothWays
let study: Loose
beforeAll(async () => {
  service = await startBothWays()
  study = await makeStudy(service)
  await service.call('POST', `/research/studies/${study.id}/answers/`, answer())
})
beforeEach(() => service.db.query('TRUNCATE observation CASCADE'))

type Sent = { message: unknown; headers?: Record<string, string>; slash?: string }

function posted({ message, headers, slash = '/' }: Sent): Asked {
  const raw = typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message)
  const length = String(Buffer.byteLength(raw))
  return {
    path: `/mcp/v1/project/${service.projectId}${slash}`,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': length, ...headers },
    body: raw,
  }
}

/** As the revision of 2026 has it. */
function modern(method: string, params: { name?: string; [key: string]: unknown } = {}): Sent {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const named = params.name ? { 'Mcp-Name': params.name } : {}
  return {
    message: request(method, { ...params, _meta }),
    headers: { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method, ...named },
  }
}

const call = (name: string, args?: unknown) => ({ name, ...(args !== undefined && { arguments: args }) })

const calls = (): [string, { name: string; arguments?: unknown }][] => [
  ['studies', call('get_active_studies', { user_id: 'user-42' })],
  ['guidelines', call('get_service_guidelines')],
  ['an answer, which is given once', call('post_research_answer', { study_id: study.id, ...answer() })],
  ['a tool that is not there', call('drop_everything', {})],
  ...[...GOOD_BATCHES, ...BAD_BATCHES].map(
    ([title, input]) =>
      [`post_observations: ${title}`, call('post_observations', input)] as [string, ReturnType<typeof call>],
  ),
]

describe.each<[string, (params: { name: string }) => Sent]>([
  ['before 2026', (params) => ({ message: request('tools/call', params) })],
  ['of 2026', (params) => modern('tools/call', params)],
])('every tool by the protocol %s takes the short way', (_, sent) => {
  it('with the same bytes and as many rows', async () => {
    for (const [title, params] of calls()) {
      await service.db.query('TRUNCATE observation CASCADE')
      const both = await service.bothWays(posted(sent(params)))

      expect(both.short.status, title).toBe(200)
      expectShort(both)
      expect((await service.count('observation')) % 2, title).toBe(0)
    }
  })
})

describe('every other message does, too, whoever answers it', () => {
  const initialize = request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1.0.0' },
  })
  it.each<[string, number, Sent]>([
    ['initialize', 200, { message: initialize }],
    ['that it is initialized', 202, { message: notification('notifications/initialized') }],
    ['ping', 200, { message: request('ping') }],
    ['the tools', 200, { message: request('tools/list') }],
    ['the tools, without the last slash', 200, { message: request('tools/list'), slash: '' }],
    ['the tools of 2026', 200, modern('tools/list')],
    ['server/discover', 200, modern('server/discover')],
    ['an unknown method', 200, { message: request('nothing/like/it') }],
    ['a batch', 200, { message: [request('ping'), request('tools/list', undefined, 2)] }],
    ['no JSON', 400, { message: '{"jsonrpc": ' }],
    ['what is not UTF-8', 400, { message: Buffer.from('"\xff"', 'latin1') }],
    ['too deep', 400, { message: '['.repeat(2_000) }],
    ['null', 400, { message: 'null' }],
    ['an empty batch', 400, { message: '[]' }],
    [
      'a revision that is not there',
      400,
      { ...modern('tools/list'), headers: { 'MCP-Protocol-Version': 'x' } },
    ],
  ])('%s', async (_, status, sent) => {
    const both = await service.bothWays(posted(sent))

    expectShort(both)
    expect(both.short.status).toBe(status)
  })
})

it('tells the log of a fault, and the caller that there was one', async () => {
  await service.db.query('ALTER TABLE observation ADD CONSTRAINT broken CHECK (false) NOT VALID')
  const message = request('tools/call', call('post_observations', batch()))
  const both = await service.bothWays(posted({ message }))
  await service.db.query('ALTER TABLE observation DROP CONSTRAINT broken')

  expectShort(both)
  expect(JSON.parse(both.short.body).error).toMatchObject({ code: -32_603 })
  expect(both.short.logged[0]).toMatchObject({ level: 50, err: { code: '23514' }, msg: 'tool call failed' })
})

it.each<[string, number, Sent & { headers: Record<string, string> }]>([
  ['another type', 415, { message: request('ping'), headers: { 'Content-Type': 'text/plain' } }],
  ['a page of another site', 403, { message: request('ping'), headers: { Origin: 'https://evil.test' } }],
  ['no key', 401, { message: request('ping'), headers: { Authorization: '' } }],
  ['a token of who signed in', 401, { message: request('ping'), headers: { Authorization: 'Bearer a.b.c' } }],
])('takes the framework’s way with %s', async (_, status, sent) => {
  const { short, long } = await service.bothWays(posted(sent))

  expect(short).toEqual(long)
  expect([short.way, short.status]).toEqual(['long', status])
})
