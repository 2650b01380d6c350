// JSON that is small to send and costly to parse: refused before it is parsed, wherever bodies are read.
import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../src/contract/limits.ts'
import { ADMIN_TOKEN, batch, send, startService, type TestService } from '../service.ts'

const DEEP = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const FULL = 8 * 1024 * 1024 - 1024

const COSTLY: [name: string, json: string, reason: string][] = [
  ['nested 10,000 deep', `{"config":${DEEP(10_000)}}`, 'nested'],
  ['opened and never closed', '['.repeat(FULL), 'nested'],
  ['of millions of numbers', `[${'0,'.repeat(FULL / 2)}0]`, 'parts'],
  ['of millions of strings', '"a"'.repeat(FULL / 3), 'parts'],
  ['of millions of empty objects', `[${'{},'.repeat(FULL / 3)}{}]`, 'parts'],
]

describe('JSON', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  const WAYS: [
    name: string,
    post: (json: string) => ReturnType<typeof send>,
    detail: (body: object) => string,
  ][] = [
    ['REST', (json) => service.call('POST', '/observations/', json), detailOf],
    [
      'MCP',
      (json) => send(service.mcpUrl, 'POST', json, { 'X-Api-Key': service.key }),
      (body) => (body as { error: { message: string } }).error.message,
    ],
    [
      'the admin API',
      (json) =>
        send(`${service.url}/api/projects/${service.projectId}/tags`, 'POST', json, {
          Authorization: `Bearer ${ADMIN_TOKEN}`,
        }),
      detailOf,
    ],
  ]
  const cases = WAYS.flatMap(([way, post, detail]) =>
    COSTLY.map(([name, json, reason]) => ({ way, name, json, reason, post, detail })),
  )

  it.each(cases)('$name is refused by $way', async ({ json, reason, post, detail }) => {
    const { status, body } = await post(json)

    expect(status).toBe(400)
    expect(detail(body)).toContain(reason)
  })

  it.each([
    ['/api/auth/sign-in/email', 'POST'],
    ['/api/setup', 'POST'],
  ])('nested deep is refused by %s', async (path, method) => {
    const { status, body } = await send(service.url + path, method, DEEP(5_000))

    expect(status).toBe(400)
    expect(detailOf(body)).toContain('nested')
  })

  it('inside an argument of a tool is left unparsed, and named', async () => {
    const observations = DEEP(10_000)
    const params = { name: 'post_observations', arguments: batch({ observations }) }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }

    const { status, body } = await send(service.mcpUrl, 'POST', call, { 'X-Api-Key': service.key })

    expect(status).toBe(200)
    expect(body.result.isError).toBe(true)
    expect(body.result.content[0].text).toContain('must be an array')
  })

  it('that is as deep as it may be, with signs of structure in its strings, is taken', async () => {
    const extra = DEEP(LIMITS.jsonDepth - 1)
    const title = `\\"${'[{,'.repeat(100)}\\\\`
    const json = JSON.stringify(batch()).replace('{', `{"extra":${extra},"title":"${title}",`)

    const { status } = await service.call('POST', '/observations/', json)

    expect(status).toBe(201)
  })
})

const detailOf = (body: object): string => (body as { detail: string }).detail
