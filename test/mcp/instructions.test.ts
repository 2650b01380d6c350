// What a model sees of the service before it has called anything.
import * as v2 from '@modelcontextprotocol/client'
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '../service.ts'
import { MODERN } from './endpoint.ts'

const INFO = { name: 'test', version: '1.0.0' }

describe('the instructions', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
    await service.admin('PATCH', `/projects/${service.projectId}`, {
      name: 'Ledger app',
      about: 'An invoicing app for freelancers',
    })
  })

  const requestInit = () => ({ headers: { Authorization: `Bearer ${service.key}` } })

  async function ofOlderRevisions(): Promise<string | undefined> {
    const client = new V1Client(INFO)
    const transport = new StreamableHTTPClientTransport(new URL(service.mcpUrl), {
      requestInit: requestInit(),
    })
    await client.connect(transport as Parameters<typeof client.connect>[0])
    const instructions = client.getInstructions()
    await client.close()
    return instructions
  }

  async function ofTheNewest(): Promise<string | undefined> {
    const client = new v2.Client(INFO, { versionNegotiation: { mode: { pin: MODERN } } })
    await client.connect(
      new v2.StreamableHTTPClientTransport(new URL(service.mcpUrl), { requestInit: requestInit() }),
    )
    const instructions = client.getInstructions()
    await client.close()
    return instructions
  }

  it.each([
    ['older revisions', ofOlderRevisions],
    [MODERN, ofTheNewest],
  ])('of %s name the product and say when to post, in few words', async (_, read) => {
    const instructions = await read()

    expect(instructions).toContain('the team of Ledger app')
    expect(instructions).toContain('An invoicing app for freelancers.')
    expect(instructions).toMatch(/get_service_guidelines once/)
    expect(instructions).toMatch(/post_observations, without being asked, whenever .* when that topic closes/)
    expect(instructions?.length).toBeLessThan(1_200)
  })

  it('are without a line about the product where the team wrote none', async () => {
    await service.admin('PATCH', `/projects/${service.projectId}`, { about: null })

    const instructions = await ofOlderRevisions()

    expect(instructions).toContain('what you learn about its users. At the start')
  })
})
