// Which era a message is of, and what is refused because its headers and its body disagree.
import { beforeAll, expect, it } from 'vitest'
import { startService, type TestService } from '../service.ts'
import { MODERN, notification, post, request } from './endpoint.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const CLIENT = 'io.modelcontextprotocol/clientInfo'
const META = {
  [VERSION]: MODERN,
  [CLIENT]: { name: 'a', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const CALL = { name: 'get_service_guidelines', _meta: META }
const HEADERS = { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': 'tools/call', 'Mcp-Name': CALL.name }
const without = (name: keyof typeof HEADERS) =>
  Object.fromEntries(Object.entries(HEADERS).filter(([header]) => header !== name))
const meta = (change: object) => request('tools/call', { ...CALL, _meta: { ...META, ...change } })

it.each<[string, number, number, object, Record<string, string>]>([
  ['without the header of the version', 400, -32_020, meta({}), without('MCP-Protocol-Version')],
  ['without the header of the method', 400, -32_020, meta({}), without('Mcp-Method')],
  ['without the header of the tool', 400, -32_020, meta({}), without('Mcp-Name')],
  [
    'with another version in its headers',
    400,
    -32_020,
    meta({}),
    { ...HEADERS, 'MCP-Protocol-Version': '2025-11-25' },
  ],
  ['with another method in its headers', 400, -32_020, meta({}), { ...HEADERS, 'Mcp-Method': 'tools/list' }],
  [
    'with another tool in its headers',
    400,
    -32_020,
    meta({}),
    { ...HEADERS, 'Mcp-Name': 'post_observations' },
  ],
  ['that does not say who asks', 400, -32_602, request('tools/call', { name: CALL.name }), HEADERS],
  ['of a version that is no text', 400, -32_602, meta({ [VERSION]: 7 }), HEADERS],
  ['of a client without a name', 400, -32_602, meta({ [CLIENT]: { version: '1' } }), HEADERS],
  [
    'of a version to come',
    400,
    -32_022,
    meta({ [VERSION]: '2027-01-01' }),
    { ...HEADERS, 'MCP-Protocol-Version': '2027-01-01' },
  ],
  ['in a batch', 400, -32_600, [meta({})], HEADERS],
])('refuses a message of the newest revision %s', async (_, status, code, message, headers) => {
  const answer = await post(service, message, headers)

  expect([answer.status, answer.body.error.code]).toEqual([status, code])
})

it.each<[string, object, Record<string, string>]>([
  ['with all of its headers', meta({}), HEADERS],
  ['with the tool in Base64', meta({}), { ...HEADERS, 'Mcp-Name': `=?base64?${btoa(CALL.name)}?=` }],
  [
    'without the name of the client',
    request('tools/call', { ...CALL, _meta: { ...META, [CLIENT]: undefined } }),
    HEADERS,
  ],
])('answers a message of the newest revision %s', async (_, message, headers) => {
  const { status, body } = await post(service, message, headers)

  expect(status).toBe(200)
  expect(body.result).toMatchObject({
    resultType: 'complete',
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'fieldnote' } },
  })
})

it('takes a notification of the newest revision without a word', async () => {
  const { status, body } = await post(service, notification('notifications/cancelled', { _meta: META }))

  expect([status, body]).toEqual([202, ''])
})

it.each([
  ['more than a hundred messages', Array(101).fill(request('ping'))],
  ['an introduction among others', [request('ping'), request('initialize', {}, 2)]],
])('refuses a batch of %s', async (_, messages) => {
  const { status, body } = await post(service, messages)

  expect([status, body.error.code]).toEqual([400, -32_600])
})
