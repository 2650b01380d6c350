import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { COMMAND_LINE } from '../../src/domain/audit/audit.ts'
import { createKey } from '../../src/domain/projects/manage-keys.ts'
import { createProject } from '../../src/domain/projects/manage-projects.ts'
import { batch, send, startService, type TestService } from '../service.ts'
import { post, request } from './endpoint.ts'

const CALL = request('tools/call', { name: 'post_observations', arguments: batch() })
const UNKNOWN = '0199c0de-7a11-7000-8000-000000000001'

describe('access to the MCP endpoint', () => {
  let service: TestService
  let foreignKey: string
  beforeAll(async () => {
    service = await startService()
    const { id } = await createProject(service.deps, COMMAND_LINE, 'Other project', null)
    foreignKey = (await createKey(service.deps, COMMAND_LINE, id, { name: 'Other key' })).key
  })

  it.each([
    ['no key', {}],
    ['an unknown key', { Authorization: 'ApiKey fnk_wrong' }],
    ['an empty key', { Authorization: 'Bearer ' }],
  ])('answers %s with 401, the same body and the scheme to use', async (_, headers) => {
    const { status, headers: sent, body } = await send(service.mcpUrl, 'POST', CALL, headers)

    expect(status).toBe(401)
    expect(body).toEqual({ detail: 'missing or invalid API key' })
    const metadata = service.mcpUrl.replace('/mcp/', '/.well-known/oauth-protected-resource/mcp/')
    expect(sent.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}", scope="agent", ApiKey`)
    expect(await service.count('observation')).toBe(0)
  })

  it.each([
    ['an unknown project', UNKNOWN],
    ['a malformed project id', 'not-a-uuid'],
    ['a key of another project', ''],
  ])('answers %s with the same 404', async (_, id) => {
    const key = id ? service.key : foreignKey
    const mcpUrl = id ? service.mcpUrl.replace(service.projectId, id) : service.mcpUrl

    const { status, body } = await post({ mcpUrl, key }, CALL)

    expect([status, body]).toEqual([404, { detail: 'project not found' }])
    expect(await service.count('observation')).toBe(0)
  })

  it.each(['GET', 'DELETE', 'PUT', 'PATCH'])('answers %s with 405 and what is allowed', async (method) => {
    const headers = { Authorization: `ApiKey ${service.key}`, Accept: 'text/event-stream' }

    for (const url of [service.mcpUrl, service.mcpUrl.slice(0, -1)]) {
      const { status, headers: sent, body } = await send(url, method, undefined, headers)

      expect([status, body]).toEqual([405, { detail: 'method not allowed; use POST' }])
      expect(sent.get('allow')).toBe('POST')
    }
  })

  it.each([
    ['GET', undefined],
    ['POST', 'not even JSON'],
  ])('checks the key, then the project, before anything else of a %s', async (method, body) => {
    const headers = { 'Content-Type': 'text/plain', Origin: 'https://evil.example' }

    const keyless = await send(service.mcpUrl, method, body, headers)
    const foreign = await send(service.mcpUrl, method, body, { ...headers, 'X-Api-Key': foreignKey })

    expect([keyless.status, foreign.status]).toEqual([401, 404])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'answers a body of type %s with 415',
    async (type) => {
      const { status, body } = await post(service, JSON.stringify(CALL), { 'Content-Type': type })

      expect([status, body]).toEqual([415, { detail: 'send the body as Content-Type: application/json' }])
      expect(await service.count('observation')).toBe(0)
    },
  )

  it('answers a compressed body with 415 that names the encoding', async () => {
    const raw = gzipSync(JSON.stringify(CALL))

    const { status, body } = await post(service, raw, { 'Content-Encoding': 'gzip' })

    expect([status, body]).toEqual([
      415,
      { detail: 'Content-Encoding gzip is not supported; send the body without Content-Encoding' },
    ])
    expect(await service.count('observation')).toBe(0)
  })

  it('takes a charset beside the content type', async () => {
    const headers = { 'Content-Type': 'application/json; charset=utf-8' }

    const { status } = await post(service, request('ping'), headers)

    expect(status).toBe(200)
  })

  it('answers a body over 8 MiB with 413', async () => {
    const { status, body } = await post(service, ' '.repeat(8 * 1024 * 1024 + 1))

    expect([status, body]).toEqual([413, { detail: 'the body is larger than 8388608 bytes' }])
  })

  it.each([
    ['GET', '/.well-known/openid-configuration'],
    ['GET', '/.well-known/oauth-protected-resource/mcp/v1/project/not-a-uuid/'],
    ['GET', `/.well-known/oauth-protected-resource/v1/project/${UNKNOWN}/`],
    ['GET', `/.well-known/oauth-authorization-server/mcp/v1/project/${UNKNOWN}/`],
    ['POST', '/register'],
    ['GET', '/register'],
    ['GET', '/authorize'],
    ['POST', '/token'],
  ])('%s %s is a real 404: there is nothing to discover', async (method, path) => {
    const { status, headers, body } = await send(
      service.url + path,
      method,
      method === 'POST' ? {} : undefined,
    )

    expect([status, body]).toEqual([404, { detail: 'not found' }])
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

describe('a rate limit', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ rateLimitPerMinute: 1 })
  })

  it('holds for MCP calls, and says when to try again', async () => {
    await post(service, CALL)

    const { status, headers, body } = await post(service, CALL)

    expect([status, Object.keys(body)]).toEqual([429, ['detail']])
    expect(headers.get('retry-after')).toBe('60')
    expect(await service.count('observation')).toBe(1)
  })
})
