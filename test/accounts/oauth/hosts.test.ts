// Stand-ins for claude.ai, ChatGPT and editors: what they are known to send, and where others tripped over it.
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Loose, type Person, send, signIn, startService, type TestService } from '../../service.ts'
import { authorize, callMcp, connect, decide, pkce, refresh, register, token } from './flow.ts'

/** Documents that the stand-ins publish, by address; everything else is unreachable. */
const published = new Map<string, () => Response>()
const fetched: string[] = []
const publish = (address: string, document: object) => published.set(address, () => Response.json(document))

let service: TestService
let person: Person
beforeAll(async () => {
  service = await startService({ fetchPublic })
})

async function fetchPublic(address: string): Promise<Response> {
  fetched.push(address)
  const answer = published.get(address)
  if (!answer) throw new Error('unreachable')
  return answer()
}

beforeEach(async () => {
  person = await signIn(service, { role: 'editor' })
  published.clear()
  fetched.length = 0
})

const CLAUDE = 'https://claude.ai/oauth/mcp-oauth-client-metadata'
const CLAUDE_DOCUMENT = {
  client_id: CLAUDE,
  client_name: 'Claude',
  client_uri: 'https://claude.ai',
  logo_uri: 'https://claude.ai/logo.png',
  redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
  grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}

/** A client known by its document. */
const documented = (document: Loose) => ({
  client_id: document.client_id,
  redirect_uris: document.redirect_uris,
})

describe('claude.ai', () => {
  it.each(CLAUDE_DOCUMENT.redirect_uris)('connects by its document, called back at %s', async (callback) => {
    publish(CLAUDE, CLAUDE_DOCUMENT)

    const got = await connect(service, person, { client: { client_id: CLAUDE, redirect_uris: [callback] } })

    expect((await callMcp(service, got.access_token)).status).toBe(200)
    expect((await refresh(service, got)).status).toBe(200)
    const { body } = await person.call('GET', '/grants')
    expect(body.items).toMatchObject([{ client_name: 'Claude', client_host: 'claude.ai' }])
  })

  it('has its document read once an hour, and its logo never', async () => {
    const address = 'https://claude.ai/oauth/another-document'
    publish(address, { ...CLAUDE_DOCUMENT, client_id: address })

    const got = await connect(service, person, {
      client: documented({ ...CLAUDE_DOCUMENT, client_id: address }),
    })
    await refresh(service, got)

    expect(fetched).toEqual([address])
  })

  describe('connected, while its document is to be read again', () => {
    let got: Loose
    beforeEach(async () => {
      publish(CLAUDE, CLAUDE_DOCUMENT)
      got = await connect(service, person, { client: documented(CLAUDE_DOCUMENT) })
      await service.db.query("UPDATE oauth_client SET updated_at = now() - interval '2 hours'")
    })

    it.each([403, 429, 503])('stays so when the answer is %d', async (status) => {
      published.set(CLAUDE, () => new Response('not now', { status }))

      expect((await refresh(service, got)).status).toBe(200)
    })

    it('is no client anymore when the document was taken away', async () => {
      published.set(CLAUDE, () => new Response('gone', { status: 404 }))

      const { status, body } = await refresh(service, got)

      expect([status, body.error]).toEqual([400, 'invalid_client'])
    })
  })

  it('stays connected while strangers name more documents than are fetched', async () => {
    const busy = await startService({ fetchPublic })
    publish(CLAUDE, CLAUDE_DOCUMENT)
    const member = await signIn(busy, { role: 'editor' })
    const got = await connect(busy, member, { client: documented(CLAUDE_DOCUMENT) })
    await busy.db.query("UPDATE oauth_client SET updated_at = now() - interval '2 hours'")
    const asking = { redirect_uri: 'https://stranger.example/', code_challenge: pkce().challenge }
    for (let n = 0; n < 61; n++)
      await authorize(busy, { ...asking, client_id: `https://stranger.example/${n}` }).catch(() => {})
    fetched.length = 0

    expect((await refresh(busy, got)).status).toBe(200)
    expect(fetched).toEqual([])
  })

  it('registers itself where it does not use its document', async () => {
    const client = await register(service, {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'agent claudeai openid',
      client_uri: 'https://claude.ai',
      logo_uri: 'https://claude.ai/logo.png',
      contacts: [],
    })

    expect(client).toMatchObject({
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      token_endpoint_auth_method: 'none',
    })
    expect(client.client_secret).toBeUndefined()
    const got = await connect(service, person, { client, scope: 'agent offline_access' })
    expect((await callMcp(service, got.access_token)).status).toBe(200)
  })
})

describe('ChatGPT', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }
  const CALLBACK = 'https://chatgpt.com/connector/oauth/k3yQ'

  const assertion = (clientId: string, audience: string, claims: object = {}): string => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const now = Math.floor(Date.now() / 1000)
    const payload = {
      iss: clientId,
      sub: clientId,
      aud: audience,
      jti: randomUUID(),
      iat: now,
      exp: now + 60,
    }
    const signed = `${part({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${part({ ...payload, ...claims })}`
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`
  }

  const proof = (clientId: string, audience = `${service.url}/oauth2/token`, claims?: object) => ({
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion(clientId, audience, claims),
  })

  async function codeFor(clientId: string) {
    const { verifier, challenge } = pkce()
    const asking = {
      client_id: clientId,
      redirect_uri: CALLBACK,
      code_challenge: challenge,
      resource: service.mcpUrl,
    }
    const { body } = await decide(person, await authorize(service, asking, person))
    const code = new URL(body.redirect_to).searchParams.get('code') ?? ''
    return {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: CALLBACK,
      code,
      code_verifier: verifier,
      resource: service.mcpUrl,
    }
  }

  let documents = 0
  function publishClient(metadata: object): string {
    const client_id = `https://chatgpt.com/oauth/client-${++documents}.json`
    publish(client_id, { client_id, client_name: 'ChatGPT', redirect_uris: [CALLBACK], ...metadata })
    return client_id
  }

  it.each([
    ['keys in its document', () => ({ jwks })],
    ['keys at an address of its own', () => ({ jwks_uri: 'https://chatgpt.com/oauth/jwks.json' })],
  ])('proves itself by private_key_jwt, with %s', async (_, keys) => {
    publish('https://chatgpt.com/oauth/jwks.json', jwks)
    const clientId = publishClient({ token_endpoint_auth_method: 'private_key_jwt', ...keys() })

    const got = await token(service, { ...(await codeFor(clientId)), ...proof(clientId) })
    const renewed = await token(service, {
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: got.body.refresh_token,
      ...proof(clientId, service.url),
    })

    expect([got.status, renewed.status]).toEqual([200, 200])
    expect((await callMcp(service, renewed.body.access_token)).status).toBe(200)
  })

  it.each([
    ['nothing', () => ({})],
    ['a proof for somebody else', (id: string) => proof(id, 'https://elsewhere.example/token')],
    ['an expired proof', (id: string) => proof(id, undefined, { exp: Math.floor(Date.now() / 1000) - 5 })],
    [
      'a proof by another key',
      (id: string) => ({ ...proof(id), client_assertion: `${proof(id).client_assertion}x` }),
    ],
  ])('with private_key_jwt is refused with %s', async (_, prove) => {
    const clientId = publishClient({ token_endpoint_auth_method: 'private_key_jwt', jwks })

    const { status, body } = await token(service, { ...(await codeFor(clientId)), ...prove(clientId) })

    expect([400, 401]).toContain(status)
    expect(body.error).toBe('invalid_client')
  })

  it('can use a proof once', async () => {
    const clientId = publishClient({ token_endpoint_auth_method: 'private_key_jwt', jwks })
    const same = proof(clientId)
    const first = await token(service, { ...(await codeFor(clientId)), ...same })

    const second = await token(service, { ...(await codeFor(clientId)), ...same })

    expect([first.status, second.status]).toEqual([200, 400])
  })

  it('comes as a public client too', async () => {
    const clientId = publishClient({ token_endpoint_auth_method: 'none' })

    const { status } = await token(service, await codeFor(clientId))

    expect(status).toBe(200)
  })

  it('registers itself, and echoes the resource', async () => {
    const client = await register(service, {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    })
    const { verifier, challenge } = pkce()
    const [redirect_uri] = client.redirect_uris
    const { client_id, client_secret } = client
    const asking = { client_id, redirect_uri, code_challenge: challenge, resource: service.mcpUrl }
    const { body } = await decide(person, await authorize(service, asking, person))
    const code = new URL(body.redirect_to).searchParams.get('code') ?? ''
    const form = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code }

    const { status } = await token(service, { ...form, code_verifier: verifier, resource: service.mcpUrl })

    expect(status).toBe(200)
  })
})

describe('an editor on the member’s computer', () => {
  it.each([
    ['MCP SDK, on any port', ['http://localhost:3118/callback'], 'http://localhost:52001/callback'],
    ['VS Code', ['http://127.0.0.1/', 'https://vscode.dev/redirect'], 'http://127.0.0.1:33418/'],
    [
      'Cursor',
      ['cursor://anysphere.cursor-mcp/oauth/callback'],
      'cursor://anysphere.cursor-mcp/oauth/callback',
    ],
    ['both kinds', ['http://localhost:1/cb', 'com.example.app:/cb', 'zed://oauth'], 'zed://oauth'],
  ])('%s registers without saying that it is native', async (_, redirect_uris, callback) => {
    const client = await register(service, { redirect_uris, token_endpoint_auth_method: 'none' })

    expect(client.redirect_uris).toEqual(redirect_uris)
    const got = await connect(service, person, { client: { ...client, redirect_uris: [callback] } })
    expect(got.redirect.href.startsWith(callback)).toBe(true)
    expect((await callMcp(service, got.access_token)).status).toBe(200)
  })

  it.each([
    'javascript:alert(1)',
    'jar:https://client.example!/callback',
    'ms-settings:network',
    'ms-msdt:/id',
    'search-ms://query',
    'view-source:https://client.example/',
    'shell:startup',
    'nothing-but-a-name:callback',
    'data:text/html,x',
    'http://client.example/callback',
    'https://client.example/#fragment',
    'not an address',
  ])('cannot be called back at %s', async (uri) => {
    const { status, body } = await send(`${service.url}/oauth2/register`, 'POST', { redirect_uris: [uri] })

    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  })
})

describe('a name that a client gives itself', () => {
  it.each([
    ['\u202EedualC', 'edualC'],
    ['Claude\u0000\n\u200B   (official)', 'Claude (official)'],
    ['x'.repeat(500), 'x'.repeat(80)],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['\u2066\u2069', 'Unnamed application'],
  ])('%j is shown as %j', async (client_name, shown) => {
    const client = await register(service, { client_name: client_name.replace('\u0000', '') })
    const asking = {
      client_id: client.client_id,
      redirect_uri: client.redirect_uris[0],
      resource: service.mcpUrl,
    }
    const page = await authorize(service, { ...asking, code_challenge: pkce().challenge }, person)

    const { body } = await person.call('POST', '/oauth/request', { query: page.search.slice(1) })

    expect(body.client_name).toBe(shown)
  })
})

describe('a document', () => {
  const asking = (client_id: string) => ({
    client_id,
    redirect_uri: 'https://claude.ai/api/mcp/auth_callback',
    code_challenge: pkce().challenge,
    resource: service.mcpUrl,
  })
  let documents = 0
  const address = () => `https://client.example/document-${++documents}`

  it.each([
    ['names another client', { client_id: CLAUDE }],
    ['holds a secret', { client_secret: 'x' }],
    ['wants a shared secret', { token_endpoint_auth_method: 'client_secret_post' }],
    ['has no address to call back', { redirect_uris: [] }],
    ['has only addresses that run something', { redirect_uris: ['javascript:alert(1)'] }],
    ['is too long', { filler: 'x'.repeat(20_000) }],
    ['wants private_key_jwt without keys', { token_endpoint_auth_method: 'private_key_jwt' }],
    [
      'has its keys at somebody else’s',
      { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://other.example/k' },
    ],
  ])('that %s is refused', async (_, wrong) => {
    const client_id = address()
    publish(client_id, { ...CLAUDE_DOCUMENT, client_id, ...wrong })

    await expect(refusalOf(client_id)).resolves.toBe(true)
  })

  it.each([
    ['is not there', () => new Response('', { status: 404 })],
    ['leads elsewhere', () => new Response('', { status: 302, headers: { Location: CLAUDE } })],
    ['is no JSON', () => new Response('<html>')],
    ['is a list', () => Response.json([])],
    ['fails', () => new Response('', { status: 500 })],
  ])('that %s is refused', async (_, answer) => {
    const client_id = address()
    published.set(client_id, answer)

    await expect(refusalOf(client_id)).resolves.toBe(true)
  })

  /** No code, no way to the callback: an error of ours, or a refusal. */
  async function refusalOf(client_id: string): Promise<boolean> {
    const query = new URLSearchParams({
      ...asking(client_id),
      response_type: 'code',
      code_challenge_method: 'S256',
    })
    const response = await fetch(`${service.url}/oauth2/authorize?${query}`, {
      redirect: 'manual',
      headers: { Cookie: person.headers.Cookie },
    })
    const location = response.headers.get('location')
    const { rows } = await service.db.query('SELECT 1 FROM oauth_client WHERE client_id = $1', [client_id])
    const refused = response.status === 400 || new URL(location ?? '').searchParams.has('error')
    return rows.length === 0 && refused && !location?.startsWith('https://')
  }

  it.each([
    'https://localhost/client.json',
    'https://127.0.0.1/client.json',
    'https://[::1]/client.json',
    'https://10.0.0.8/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.1.1/client.json',
    'https://[::ffff:10.0.0.8]/client.json',
    'https://metadata.google.internal/x',
    'https://user:password@client.example/client.json',
    'https://client.example/a/../client.json',
    'https://client.example/client.json#x',
    'https://client.example/',
    'http://client.example/client.json',
  ])('at %s is never fetched', async (client_id) => {
    publish(client_id, { ...CLAUDE_DOCUMENT, client_id })

    expect(await refusalOf(client_id)).toBe(true)
    expect(fetched).toEqual([])
  })
})
