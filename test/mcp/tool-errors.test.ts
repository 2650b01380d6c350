import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { batch, startService, type TestService } from '../service.ts'
import { post, postModern, request } from './endpoint.ts'

describe('JSON-RPC errors', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  it('an unknown tool is an error that names it, in both eras', async () => {
    const call = { name: 'delete_everything', arguments: {} }

    const legacy = await post(service, request('tools/call', call))
    const modern = await postModern(service, 'tools/call', call)

    const error = { code: -32602, message: 'Unknown tool: delete_everything' }
    expect(legacy.body).toEqual({ jsonrpc: '2.0', id: 1, error })
    expect(modern.body).toEqual({ jsonrpc: '2.0', id: 1, error })
  })

  it.each([
    ['a call without parameters', undefined],
    ['a call without a name', { arguments: {} }],
    ['arguments that are a list', { name: 'post_observations', arguments: [batch()] }],
    ['arguments that are text', { name: 'post_observations', arguments: JSON.stringify(batch()) }],
  ])('%s is an error of its parameters', async (_, params) => {
    const { body } = await post(service, request('tools/call', params))

    expect(body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32602, message: expect.stringContaining('Invalid tools/call request') },
    })
    expect(await service.count('observation')).toBe(0)
  })

  it.each(['nonsense', 'resources/list', 'prompts/list', 'logging/setLevel'])(
    'the method %s, which is not offered, is an error',
    async (method) => {
      const { body } = await post(service, request(method, { level: 'info' }, 'seven'))

      expect(body).toEqual({
        jsonrpc: '2.0',
        id: 'seven',
        error: { code: -32601, message: 'Method not found' },
      })
    },
  )

  it.each([
    ['an object that is no message', { hello: 1 }, null],
    ['another JSON-RPC version', { ...request('ping'), jsonrpc: '1.0' }, 1],
    ['an id of null', { ...request('ping'), id: null }, null],
    ['a number', 5, null],
    ['null', 'null', null],
    ['an empty batch', [], null],
    ['a batch with something else in it', [request('ping'), { hello: 1 }], null],
  ])('%s is an invalid request', async (_, body, id) => {
    const response = await post(service, body)

    expect(response.status).toBe(400)
    expect(response.body).toEqual({
      jsonrpc: '2.0',
      id,
      error: { code: -32600, message: expect.any(String) },
    })
  })
})

describe('a fault of the service', () => {
  const lines: string[] = []
  let service: TestService
  beforeAll(async () => {
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    service = await startService({ log })
  })

  it('is an internal error without SQL; the log has the cause and not what the user said', async () => {
    const call = { name: 'post_observations', arguments: batch() }
    await service.db.query('ALTER TABLE observation RENAME TO observation_away')

    const legacy = await post(service, request('tools/call', call))
    const modern = await postModern(service, 'tools/call', call)

    const error = { code: -32603, message: 'internal error' }
    expect(legacy.body).toEqual({ jsonrpc: '2.0', id: 1, error })
    expect(modern.body).toEqual({ jsonrpc: '2.0', id: 1, error })
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('relation \\"observation\\" does not exist')
    expect(lines[0]).toContain(legacy.headers.get('x-request-id'))
    expect(lines.join()).not.toContain('Export stops early')
  })
})
