// A member's browser and an MCP client's requests, step by step, as tests of OAuth use them.
import { createHash, randomBytes } from 'node:crypto'
import { type Loose, type Person, send, type TestService } from '../../service.ts'

export const CALLBACK = 'https://client.example/callback'

export const pkce = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** A client that registers itself; what it is not told it leaves out. */
export async function register(service: TestService, metadata: object = {}) {
  const { status, body } = await send(`${service.url}/oauth2/register`, 'POST', {
    client_name: 'Test client',
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: 'none',
    ...metadata,
  })
  if (status !== 201) throw new Error(`not registered: ${status} ${JSON.stringify(body)}`)
  return body
}

export type Asking = Record<string, string | undefined>

/** Where the browser is sent by an authorization request. */
export async function authorize(service: TestService, asking: Asking, person?: Person): Promise<URL> {
  const query = new URLSearchParams({ response_type: 'code', code_challenge_method: 'S256', state: 'xyz' })
  for (const [name, value] of Object.entries(asking)) if (value !== undefined) query.set(name, value)
  const response = await fetch(`${service.url}/oauth2/authorize?${query}`, {
    redirect: 'manual',
    headers: person ? { Cookie: person.headers.Cookie } : {},
  })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`no redirect: ${response.status} ${await response.text()}`)
  return new URL(location)
}

type Decision = { accept?: boolean; project_id?: string; scopes?: string[] }

/** What the consent page does; answers where the browser goes next. */
export async function decide(person: Person, page: URL, decision: Decision = {}) {
  const query = page.search.slice(1)
  return person.call('POST', '/oauth/decision', { query, accept: true, ...decision })
}

export const token = (service: TestService, form: Asking, headers: Record<string, string> = {}) =>
  post(service, '/oauth2/token', form, headers)

export async function post(
  service: TestService,
  path: string,
  form: Asking,
  headers: Record<string, string> = {},
) {
  const set = Object.entries(form).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return send(service.url + path, 'POST', new URLSearchParams(set).toString(), {
    'Content-Type': 'application/x-www-form-urlencoded',
    ...headers,
  })
}

type Wanted = { scope?: string; resource?: string; decision?: Decision; client?: Loose }

/** From nothing to tokens. */
export async function connect(service: TestService, person: Person, wanted: Wanted = {}) {
  const client = wanted.client ?? (await register(service))
  const { verifier, challenge } = pkce()
  const resource = wanted.resource ?? service.mcpUrl
  const asking = {
    client_id: client.client_id,
    redirect_uri: client.redirect_uris[0],
    code_challenge: challenge,
    resource,
    scope: wanted.scope,
  }
  const page = await authorize(service, asking, person)
  const { status, body } = await decide(person, page, wanted.decision)
  if (status !== 200) throw new Error(`not decided: ${status} ${JSON.stringify(body)}`)
  const code = new URL(body.redirect_to).searchParams.get('code') ?? undefined
  const got = await token(service, {
    grant_type: 'authorization_code',
    client_id: client.client_id,
    redirect_uri: asking.redirect_uri,
    code,
    code_verifier: verifier,
    resource,
  })
  if (got.status !== 200) throw new Error(`no token: ${got.status} ${JSON.stringify(got.body)}`)
  return { ...got.body, client, redirect: new URL(body.redirect_to) }
}

export const refresh = (service: TestService, { client, refresh_token }: Loose, more: Asking = {}) =>
  token(service, { grant_type: 'refresh_token', client_id: client.client_id, refresh_token, ...more })

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

/** A call of the agents' endpoint with a token. */
export const callMcp = (
  service: TestService,
  accessToken: string,
  url = service.mcpUrl,
  body: object = LIST,
) => send(url, 'POST', body, { Authorization: `Bearer ${accessToken}` })
