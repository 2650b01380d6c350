// Who fetched which version of the guidelines, over REST and MCP, counted without a write in the way of the fetch.
import { beforeEach, describe, expect, it } from 'vitest'
import { COMMAND_LINE } from '../../../src/domain/audit/audit.ts'
import { createKey } from '../../../src/domain/projects/manage-keys.ts'
import { callMcp, connect } from '../../accounts/oauth/flow.ts'
import { callTool } from '../../mcp/endpoint.ts'
import { type Loose, send, signIn, startService, type TestService } from '../../service.ts'

let service: TestService
let guidelines: string
beforeEach(async () => {
  service = await startService()
  guidelines = `/projects/${service.projectId}/guidelines` as const
})

const fetches = async () => (await service.admin('GET', guidelines)).body.fetches
const fetchAs = (key: string) =>
  send(`${service.url}/v1/project/${service.projectId}/service-guidelines/`, 'GET', undefined, {
    'X-Api-Key': key,
  })

describe('fetches of the guidelines', () => {
  it('are counted per version, by agents and in all', async () => {
    const { key: second } = await createKey(service.deps, COMMAND_LINE, service.projectId, { name: 'Second' })
    await service.call('GET', '/service-guidelines/')
    await service.admin('PUT', guidelines, { observations: 'Ours' })
    await service.call('GET', '/service-guidelines/')
    await callTool(service, 'get_service_guidelines')
    service.clock.now = new Date('2026-03-14T10:00:00Z')
    await fetchAs(second)

    await service.keyUses.flush(service.db)

    expect(await fetches()).toEqual([
      { version: 1, agents: 2, fetches: 3, last_fetched_at: '2026-03-14T10:00:00.000Z' },
      { version: 0, agents: 1, fetches: 1, last_fetched_at: '2026-03-14T09:30:00.000Z' },
    ])
  })

  it('are counted for connected apps too, and stay so when one is disconnected', async () => {
    const person = await signIn(service, { role: 'editor' })
    const { access_token } = await connect(service, person)
    const call = { method: 'tools/call', params: { name: 'get_service_guidelines' } }
    const fetching = { jsonrpc: '2.0', id: 1, ...call }
    await service.call('GET', '/service-guidelines/')
    await callMcp(service, access_token, service.mcpUrl, fetching)
    await callMcp(service, access_token, service.mcpUrl, fetching)
    const [grant] = (await person.call('GET', '/grants')).body.items
    await person.call('DELETE', `/grants/${grant?.id}`)

    await service.keyUses.flush(service.db)

    expect(await fetches()).toMatchObject([{ version: 0, agents: 2, fetches: 3 }])
  })

  it('add up over flushes', async () => {
    for (let round = 0; round < 3; round++) {
      await service.call('GET', '/service-guidelines/')
      await service.keyUses.flush(service.db)
    }

    expect(await fetches()).toMatchObject([{ version: 0, agents: 1, fetches: 3 }])
  })

  it('are not lost when the database fails for a moment', async () => {
    await service.call('GET', '/service-guidelines/')
    const broken = { query: () => Promise.reject(new Error('gone')) } as unknown as TestService['db']

    await expect(service.keyUses.flush(broken)).rejects.toThrow('gone')

    await service.keyUses.flush(service.db)
    expect(await fetches()).toMatchObject([{ version: 0, fetches: 1 }])
  })
})

describe('a version', () => {
  it('says who wrote it, in the list and in the audit log', async () => {
    await service.admin('PUT', guidelines, { observations: 'Ours', research: 'Asking' })
    await service.admin('PUT', guidelines, { research: null })

    const { body } = await service.admin('GET', `${guidelines}/versions`)

    expect(body.items.map(({ created_by }: Loose) => created_by)).toEqual(['admin token', 'admin token'])
    const { body: audit } = await service.admin('GET', `/projects/${service.projectId}/audit`)
    const changes = audit.items.filter(({ action }) => action === 'guidelines.changed')
    expect(changes.map(({ facts }) => facts)).toEqual([
      { version: 2, research: 'default' },
      { version: 1, observations: 'own', research: 'own' },
    ])
  })
})
