import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { batch, startService, type TestService } from '../service.ts'
import { callTool, forgetAll, notification, post, postModern, request } from './endpoint.ts'

describe('the MCP transport', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  beforeEach(() => forgetAll(service))

  it.each(['application/json, text/event-stream', 'text/event-stream', 'application/json', '*/*'])(
    'answers JSON without a session to a caller that accepts %s',
    async (Accept) => {
      const call = request('tools/call', { name: 'post_observations', arguments: batch() })

      const { status, headers, body } = await post(service, call, { Accept })

      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(headers.get('mcp-session-id')).toBeNull()
      expect(body.result.structuredContent.results).toHaveLength(1)
      expect(await service.count('observation')).toBe(1)
    },
  )

  it('answers JSON without a session in the newest revision, too', async () => {
    const { status, headers, body } = await postModern(service, 'tools/call', {
      name: 'post_observations',
      arguments: batch(),
    })

    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('mcp-session-id')).toBeNull()
    expect(body.result.structuredContent.results).toHaveLength(1)
    expect(await service.count('observation')).toBe(1)
  })

  it('answers JSON even when the caller asks for progress', async () => {
    const _meta = { progressToken: 'p1' }

    const { headers, body } = await post(
      service,
      request('tools/call', { name: 'post_observations', arguments: batch(), _meta }),
    )

    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body.result.isError).toBeUndefined()
  })

  it('writes nothing to the console', async () => {
    const written: unknown[] = []
    const { warn } = console
    console.warn = (...words: unknown[]) => void written.push(words)

    await postModern(service, 'tools/list')
    await post(service, request('tools/list'))

    console.warn = warn
    expect(written).toEqual([])
  })

  it('serves a call without a handshake, and ignores a session that it never gave', async () => {
    const call = request('tools/call', { name: 'get_service_guidelines' }, 'first-ever')

    const { status, body } = await post(service, call, { 'Mcp-Session-Id': 'from-elsewhere' })

    expect([status, body.id]).toEqual([200, 'first-ever'])
  })

  it.each([
    ['broken JSON', '{"jsonrpc": "2.0", '],
    ['no body', ''],
    ['text that is not UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ])('answers %s with a JSON-RPC parse error', async (_, raw) => {
    const { status, headers, body } = await post(service, raw)

    expect(status).toBe(400)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32700, message: expect.stringContaining('not valid JSON') },
    })
  })

  it.each([
    ['a notification', notification('notifications/initialized')],
    ['a response', { jsonrpc: '2.0', id: 7, result: {} }],
    ['a batch of notifications', [notification('notifications/initialized')]],
  ])('accepts %s with 202 and no body', async (_, message) => {
    const { status, headers, body } = await post(service, message)

    expect([status, body]).toEqual([202, ''])
    expect(headers.get('content-length')).toBe('0')
  })

  it('answers a batch with a list, one response per request', async () => {
    const call = { name: 'post_observations', arguments: batch() }
    const messages = [request('ping', {}, 1), notification('notifications/initialized')]

    const { status, body } = await post(service, [...messages, request('tools/call', call, 2)], {
      'MCP-Protocol-Version': '2025-03-26',
    })

    expect(status).toBe(200)
    expect(body.map(({ id }: { id: number }) => id).sort()).toEqual([1, 2])
    expect(await service.count('observation')).toBe(1)
  })

  it('answers a batch of one with a list of one', async () => {
    const { body } = await post(service, [request('ping')])

    expect(body).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
  })

  it('names the revisions it speaks to a caller of another', async () => {
    const { status, body } = await post(service, request('tools/list'), {
      'MCP-Protocol-Version': '1999-01-01',
    })

    expect(status).toBe(400)
    expect(body.error.message).toMatch(/2025-11-25.*2024-11-05/)
  })

  it('answers initialize, which the newest revision does not have, with method not found', async () => {
    const { status, body } = await postModern(service, 'initialize')

    expect([status, body.error.code]).toEqual([404, -32601])
  })

  it.each(['subscriptions/listen', 'prompts/list', 'resources/list', 'resources/subscribe', 'tasks/list'])(
    '%s, which is not offered, is a method not found in both eras',
    async (method) => {
      const params = { notifications: { toolsListChanged: true } }

      const modern = await postModern(service, method, params)
      const legacy = await post(service, request(method, params))

      const error = { code: -32601, message: 'Method not found' }
      expect([modern.status, modern.body]).toEqual([404, { jsonrpc: '2.0', id: 1, error }])
      expect([legacy.status, legacy.body]).toEqual([200, { jsonrpc: '2.0', id: 1, error }])
    },
  )

  it.each([
    ['nothing', undefined, 'params must be an object with protocolVersion, capabilities and clientInfo'],
    [
      'nothing in it',
      {},
      'protocolVersion must be a string such as "2025-11-25"; capabilities must be an object, which may be empty; clientInfo must be an object with name and version',
    ],
    [
      'no capabilities',
      { protocolVersion: '2025-06-18', clientInfo: { name: 'x', version: '1' } },
      'capabilities must be an object, which may be empty',
    ],
    [
      'no version of the client',
      { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x' } },
      'clientInfo.version must be a string',
    ],
  ])('answers an initialize with %s by saying what is missing', async (_, params, words) => {
    const { status, body } = await post(service, request('initialize', params, 'first'))

    const error = { code: -32602, message: `Invalid initialize request: ${words}` }
    expect([status, body]).toEqual([200, { jsonrpc: '2.0', id: 'first', error }])
  })

  it('says how long the list of tools may be kept', async () => {
    const { body } = await postModern(service, 'tools/list')

    expect(body.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'private' })
  })

  it('serves concurrent calls of both eras, each with its own answer', async () => {
    const calls = Array.from({ length: 40 }, (_, index) => {
      const call = { name: 'post_observations', arguments: batch({ user_id: `user-${index}` }) }
      return index % 2 ? postModern(service, 'tools/call', call) : post(service, request('tools/call', call))
    })

    const answers = await Promise.all(calls)

    expect(answers.map(({ body }) => body.result.structuredContent.results[0].user_id)).toEqual(
      calls.map((_, index) => `user-${index}`),
    )
    expect(await service.count('observation')).toBe(40)
  })

  it('is served with and without the last slash', async () => {
    const mcpUrl = service.mcpUrl.slice(0, -1)

    const result = await callTool({ ...service, mcpUrl }, 'post_observations', batch())

    expect(result.isError).toBeUndefined()
    expect(await service.count('observation')).toBe(1)
  })
})
