// The set-ups that the Connect page offers: well-formed, complete, and accepted by the service.
import { beforeAll, describe, expect, it } from 'vitest'
import { CLIENTS } from '../../../console/src/pages/connect/clients.ts'
import type { Connection } from '../../../console/src/pages/connect/connection.ts'
import { startService, type TestService } from '../../service.ts'

const connection: Connection = {
  projectId: '0199c0de-7a11-7000-8000-000000000001',
  mcpUrl: 'https://notes.example.com/mcp/v1/project/0199c0de-7a11-7000-8000-000000000001/',
  restUrl: 'https://notes.example.com/v1/project/0199c0de-7a11-7000-8000-000000000001/',
  key: 'fnk_the-key',
}

/** What each form of the header looks like in a set-up. */
const SIGNS: Record<string, string> = {
  'Authorization: ApiKey …': 'ApiKey ',
  'X-Api-Key: …': '"X-Api-Key": ',
  'Authorization: Bearer …': '"authorization_token": ',
}

const snippetsOf = (id: string, changed: Partial<Connection> = {}) =>
  CLIENTS.find((client) => client.id === id)?.snippets({ ...connection, ...changed }) ?? []

const snippets = CLIENTS.flatMap((client) =>
  client.snippets(connection).map((snippet) => ({ name: `${client.name}, ${snippet.place}`, ...snippet })),
)

describe('a set-up', () => {
  it.each(snippets)('$name leads to this project, with its key or a question for it', ({ code }) => {
    expect(code.includes(connection.mcpUrl) || code.includes(connection.restUrl)).toBe(true)
    expect(code.includes(connection.key) || code.includes('promptString')).toBe(true)
  })

  it.each(snippets.filter(({ language }) => language === 'json'))('$name is JSON', ({ code }) => {
    expect(JSON.parse(code)).toBeTypeOf('object')
  })

  it.each(CLIENTS)('of $name says how the key is sent, and sends it so', ({ header, snippets }) => {
    for (const { code } of snippets(connection)) expect(code).toContain(SIGNS[header])
  })
})

describe('mcp-remote', () => {
  const argumentsOf = (mcpUrl: string): string[] =>
    JSON.parse(snippetsOf('mcp-remote', { mcpUrl })[0]?.code ?? '').mcpServers.fieldnote.args

  it('gets arguments without spaces', () => {
    expect(argumentsOf(connection.mcpUrl).filter((argument) => argument.includes(' '))).toEqual([])
  })

  it.each([
    ['https://notes.example.com/mcp/', false],
    ['http://127.0.0.1:4000/mcp/', false],
    ['http://notes.internal/mcp/', true],
  ])('is told that %s may be plain: %s', (url, told) => {
    expect(argumentsOf(url).includes('--allow-http')).toBe(told)
  })
})

describe('curl', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  it('sends what the service stores', async () => {
    const [, body = ''] = snippetsOf('curl')[0]?.code.match(/-d '([\s\S]*)'$/) ?? []

    const answer = await service.call('POST', '/observations/', JSON.parse(body))

    expect(answer.status).toBe(201)
  })
})
