// Real MCP clients that get their own token: discovery, registration, the member's consent, refresh; by the SDK's code.
import * as v2 from '@modelcontextprotocol/client'
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as V1Transport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { decide } from '../accounts/oauth/flow.ts'
import { batch, type Loose, type Person, signIn, startService, type TestService } from '../service.ts'
import { MODERN } from './endpoint.ts'
import { teamUrl } from './team/asking.ts'

const INFO = { name: 'test', version: '1.0.0' }
const CALLBACK = 'http://localhost:8123/callback'

/** What a host keeps for the SDK, in memory; `sentTo` is where it would open a browser. */
function memory() {
  const kept: Loose = {}
  const provider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'SDK client', redirect_uris: [CALLBACK] },
    state: () => 'state-of-the-client',
    clientInformation: () => kept.client,
    saveClientInformation: (client: Loose) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: Loose) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url: URL) => {
      kept.sentTo = url
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (state: Loose) => {
      kept.discovered = state
    },
    discoveryState: () => kept.discovered,
    invalidateCredentials: () => {
      kept.tokens = undefined
    },
  }
  return { kept, provider }
}

type Connected = { call(name: string, args: object): Promise<Loose>; close(): Promise<void> }
type Generation = {
  connect(url: string, provider: Loose): Promise<Connected>
  finish(url: string, provider: Loose, answer: URL): Promise<void>
}

const v1Transport = (url: string, authProvider: Loose) => new V1Transport(new URL(url), { authProvider })
const v2Transport = (url: string, authProvider: Loose) =>
  new v2.StreamableHTTPClientTransport(new URL(url), { authProvider })

const V1: Generation = {
  async connect(url, provider) {
    const client = new V1Client(INFO)
    await client.connect(v1Transport(url, provider) as Parameters<typeof client.connect>[0])
    return {
      call: (name, args) => client.callTool({ name, arguments: args as Loose }),
      close: () => client.close(),
    }
  },
  finish: (url, provider, answer) =>
    v1Transport(url, provider).finishAuth(answer.searchParams.get('code') ?? ''),
}

const secondGeneration = (options: v2.ClientOptions): Generation => ({
  async connect(url, provider) {
    const client = new v2.Client(INFO, options)
    await client.connect(v2Transport(url, provider))
    return {
      call: (name, args) => client.callTool({ name, arguments: args as Loose }),
      close: () => client.close(),
    }
  },
  finish: (url, provider, answer) => v2Transport(url, provider).finishAuth(answer.searchParams as never),
})

const GENERATIONS: [string, Generation][] = [
  ['v1', V1],
  ['v2', secondGeneration({})],
  [`v2 at revision ${MODERN}`, secondGeneration({ versionNegotiation: { mode: { pin: MODERN } } })],
]

describe.each(GENERATIONS)('the official SDK, %s', (_, sdk) => {
  let service: TestService
  let person: Person
  beforeAll(async () => {
    service = await startService()
    person = await signIn(service, { role: 'editor' })
  })

  /** The browser: to the authorization page, the member's yes, and back to the client. */
  async function consent(sentTo: URL): Promise<URL> {
    const there = await fetch(sentTo, { redirect: 'manual', headers: { Cookie: person.headers.Cookie } })
    const { body } = await decide(person, new URL(there.headers.get('location') ?? ''))
    return new URL(body.redirect_to)
  }

  async function connected(url: string) {
    const { kept, provider } = memory()
    await expect(sdk.connect(url, provider)).rejects.toThrow(/unauthorized/i)
    const answer = await consent(kept.sentTo)
    await sdk.finish(url, provider, answer)
    return { kept, provider, answer }
  }

  it.each([
    ['with its slash', (url: string) => url],
    ['without', (url: string) => url.slice(0, -1)],
  ])('connects to the address %s by itself, and posts', async (_, address) => {
    const before = await service.count('observation')
    const url = address(service.mcpUrl)
    const { kept, provider, answer } = await connected(url)

    const client = await sdk.connect(url, provider)
    const result = await client.call('post_observations', batch())

    expect(result.isError).toBeFalsy()
    expect(await service.count('observation')).toBe(before + 1)
    expect(answer.searchParams.get('state')).toBe('state-of-the-client')
    expect(kept.sentTo.searchParams.get('resource')).toBe(url)
    expect(kept.tokens.refresh_token).toMatch(/^fnr_/)
    await client.close()
  })

  it('connects to the team’s address by itself, reads, and writes', async () => {
    const url = teamUrl(service)
    const { kept, provider } = await connected(url)
    const client = await sdk.connect(url, provider)

    const overview = await client.call('get_overview', {})
    const study = await client.call('create_study', { question: 'Why do you export?' })

    expect([overview.isError, study.isError]).toEqual([undefined, undefined])
    expect(kept.sentTo.searchParams.get('scope').split(' ')).toEqual(
      expect.arrayContaining(['team:read', 'team:write']),
    )
    expect((await person.call('GET', '/grants')).body.items[0]?.scopes).toEqual(['team:read', 'team:write'])
    await client.close()
  })

  it('gets a new token by itself when the old one does not count anymore', async () => {
    const { kept, provider } = await connected(service.mcpUrl)
    const first = kept.tokens.access_token
    kept.tokens = { ...kept.tokens, access_token: 'fno_expired' }

    const client = await sdk.connect(service.mcpUrl, provider)
    const result = await client.call('get_active_studies', { user_id: 'user-42' })

    expect(result.isError).toBeFalsy()
    expect(kept.tokens.access_token).not.toBe(first)
    await client.close()
  })

  it('asks the member again once access was taken back', async () => {
    const { kept, provider } = await connected(service.mcpUrl)
    for (const { id } of (await person.call('GET', '/grants')).body.items)
      await person.call('DELETE', `/grants/${id}`)
    kept.sentTo = undefined

    await expect(sdk.connect(service.mcpUrl, provider)).rejects.toThrow(/unauthorized/i)

    expect(kept.sentTo.pathname).toBe('/oauth2/authorize')
  })
})
