import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answer, batch, makeStudy, startService, type TestService } from '../service.ts'
import { CLIENTS, connectV1 } from './clients.ts'
import { callTool, forgetAll, notification, post, request } from './endpoint.ts'

const TOOLS = ['get_service_guidelines', 'get_active_studies', 'post_observations', 'post_research_answer']

let service: TestService
beforeAll(async () => {
  service = await startService()
})
beforeEach(() => forgetAll(service))

const stored = async () => ({
  observations: (await service.db.query('SELECT source, title FROM observation')).rows,
  answers: (await service.db.query('SELECT source, study_id, user_id, answer FROM answer')).rows,
})

describe('MCP clients', () => {
  it.each(CLIENTS)('$client uses all four tools', async ({ connect }) => {
    const study = await makeStudy(service)
    const client = await connect(service.mcpUrl, { Authorization: `Bearer ${service.key}` })

    const names = await client.toolNames()
    const guidelines = await client.call('get_service_guidelines', { user_id: 'user-42' })
    const list = await client.call('get_active_studies', { user_id: 'user-42' })
    const created = await client.call('post_observations', batch())
    const answered = await client.call('post_research_answer', answer({ study_index: 0 }))
    await client.close()

    expect(names).toEqual(TOOLS)
    expect(Object.keys(guidelines.structuredContent)).toEqual(['observations', 'research'])
    expect(list.structuredContent.studies).toMatchObject([{ id: study.id, answer: null }])
    expect(JSON.parse(created.content[0].text)).toEqual(created.structuredContent.results)
    expect(JSON.parse(answered.content[0].text)).toEqual(answered.structuredContent)
    expect(await stored()).toEqual({
      observations: [{ source: 'mcp', title: 'Export stops early' }],
      answers: [{ source: 'mcp', study_id: study.id, user_id: 'user-42', answer: answer().answer }],
    })
  })

  it.each(CLIENTS)('$client gets a refusal as a tool result that the model can read', async ({ connect }) => {
    const client = await connect(service.mcpUrl, { Authorization: `Bearer ${service.key}` })

    const refused = await client.call('post_observations', batch({ user_id: ' ' }))
    await client.close()

    expect(refused.isError).toBe(true)
    expect(JSON.parse(refused.content[0].text)).toEqual([
      { loc: ['body', 'user_id'], msg: 'must not be blank', type: 'blank' },
    ])
    expect(await service.count('observation')).toBe(0)
  })

  it.each(CLIENTS)('$client cannot connect without a valid key', async ({ connect }) => {
    const attempt = connect(service.mcpUrl, { Authorization: 'Bearer wrong' })

    await expect(attempt).rejects.toThrow()
  })
})

describe('protocol revisions', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'a client of revision %s initializes and uses all four tools',
    async (protocolVersion) => {
      await makeStudy(service)
      const hello = { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } }
      const headers = {
        'MCP-Protocol-Version': protocolVersion,
        Accept: 'application/json, text/event-stream',
      }

      const initialized = await post(service, request('initialize', hello))
      const ready = await post(service, notification('notifications/initialized'), headers)
      const results = []
      for (const [name, args] of [
        ['get_service_guidelines', {}],
        ['get_active_studies', { user_id: 'user-42' }],
        ['post_observations', batch()],
        ['post_research_answer', answer({ study_index: 0 })],
      ])
        results.push(await post(service, request('tools/call', { name, arguments: args }), headers))

      expect(initialized.body.result).toMatchObject({
        protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'fieldnote' },
        instructions: expect.stringContaining('get_service_guidelines'),
      })
      expect(ready.status).toBe(202)
      expect(results.map(({ status, body }) => [status, body.result.isError])).toEqual(
        Array(4).fill([200, undefined]),
      )
      expect(await service.count('observation')).toBe(1)
      expect(await service.count('answer')).toBe(1)
    },
  )

  it('a client of an unknown revision is offered the newest that has a handshake', async () => {
    const hello = {
      protocolVersion: '1999-01-01',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    }

    const { status, body } = await post(service, request('initialize', hello))

    expect([status, body.result.protocolVersion]).toEqual([200, '2025-11-25'])
  })
})

describe('ways to send the key', () => {
  it.each([
    ['Authorization: ApiKey', (key: string) => ({ Authorization: `ApiKey ${key}` })],
    ['Authorization: Bearer', (key: string) => ({ Authorization: `Bearer ${key}` })],
    ['Authorization: bearer, in lower case', (key: string) => ({ Authorization: `bearer ${key}` })],
    ['X-Api-Key', (key: string) => ({ 'X-Api-Key': key })],
    [
      'X-Api-Key beside another Authorization',
      (key: string) => ({ Authorization: 'Basic eDp5', 'X-Api-Key': key }),
    ],
  ])('%s opens the project', async (_, headers) => {
    const client = await connectV1(service.mcpUrl, headers(service.key))

    const created = await client.call('post_observations', batch())
    await client.close()

    expect(created.isError).toBeUndefined()
    expect(await service.count('observation')).toBe(1)
  })

  it('a revoked key opens nothing', async () => {
    const keys = `/projects/${service.projectId}/keys` as const
    const { body: made } = await service.admin('POST', keys, { name: 'Soon revoked' })
    await service.admin('DELETE', `${keys}/${made.id}`)

    const attempt = callTool({ ...service, key: made.key }, 'post_observations', batch())

    await expect(attempt).rejects.toThrow('401')
    expect(await service.count('observation')).toBe(0)
  })
})
