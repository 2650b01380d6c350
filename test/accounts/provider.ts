// A small OpenID Connect provider on loopback: discovery, authorization with PKCE, tokens signed with a key of its own.
import { createHash, createSign, generateKeyPairSync, type JsonWebKey, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from '../closings.ts'

export type Identity = { sub: string; email: string; email_verified: boolean; name: string }

export type Provider = {
  issuer: string
  /** Who the person in front of the browser turns out to be. */
  identity: Identity
  /** What was asked for last. */
  asked: URLSearchParams
}

const CLIENT = { id: 'fieldnote', secret: 'provider-secret' }

export const settingsFor = ({ issuer }: { issuer: string }) => ({
  issuer,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  name: 'Example SSO',
})

export async function startProvider(identity: Identity): Promise<Provider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk: JsonWebKey = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, URLSearchParams>()
  const provider: Provider = { issuer: '', identity, asked: new URLSearchParams() }

  const sign = (claims: object): string => {
    const parts = [{ alg: 'RS256', typ: 'JWT', kid: 'one' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    const signature = createSign('RSA-SHA256').update(parts.join('.')).sign(privateKey)
    return [...parts, signature.toString('base64url')].join('.')
  }

  const routes: Record<string, (url: URL, body: URLSearchParams, response: ServerResponse) => void> = {
    '/.well-known/openid-configuration': (_url, _body, response) =>
      json(response, 200, {
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
      }),
    '/keys': (_url, _body, response) => json(response, 200, { keys: [jwk] }),
    '/authorize': ({ searchParams }, _body, response) => {
      const code = randomUUID()
      codes.set(code, searchParams)
      provider.asked = searchParams
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString()
      response.writeHead(302, { Location: back.href }).end()
    },
    '/token': (_url, body, response) => {
      const asked = codes.get(body.get('code') ?? '')
      const proof = createHash('sha256')
        .update(body.get('code_verifier') ?? '')
        .digest('base64url')
      if (!asked || proof !== asked.get('code_challenge'))
        return json(response, 400, { error: 'invalid_grant' })
      const now = Math.floor(Date.now() / 1000)
      const times = { iat: now, exp: now + 300 }
      const parties = { iss: provider.issuer, aud: CLIENT.id, nonce: asked.get('nonce') }
      const id_token = sign({ ...provider.identity, ...times, ...parties })
      json(response, 200, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token })
    },
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', provider.issuer)
    const route = routes[url.pathname]
    if (!route) return json(response, 404, {})
    route(url, new URLSearchParams(await textOf(request)), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => void server.close())
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
