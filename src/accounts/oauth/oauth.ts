// OAuth for MCP clients. All of our code reaches better-auth's OAuth provider through here; it is loaded when first
// needed.
import type { FastifyRequest } from 'fastify'
import { servesOauth } from '../../contract/accounts/oauth-address.ts'
import type { Deps } from '../../domain/deps.ts'
import { keepOne, ownHeaders, sessionSecret } from '../accounts.ts'
import { callBetterAuth } from '../call-better-auth.ts'
import type { FetchPublic } from './fetch-public.ts'

const loadProvider = () => import('./provider.ts')
const loadFetch = () => import('./fetch-public.ts')

export type OauthOptions = {
  deps: Deps
  baseUrl(): string
  mcpUrl(projectId: string): string
  teamUrl(projectId: string): string
  warn(message: string): void
  /** Fetches client documents; over the network by default. */
  fetchPublic?: FetchPublic | undefined
}

/** A request for the provider, below the public address. */
type Handed = {
  path: string
  query?: URLSearchParams
  form?: URLSearchParams
  json?: object
  /** With the caller's session cookie. */
  asMember?: true
}

export type Oauth = {
  baseUrl(): string
  mcpUrl(projectId: string): string
  teamUrl(projectId: string): string
  /** Why OAuth is not served; null if it is. */
  missing(): string | null
  serve(request: FastifyRequest, handed: Handed): Promise<Response>
}

export function openOauth({ deps, baseUrl, mcpUrl, teamUrl, warn, fetchPublic }: OauthOptions): Oauth {
  const provider = keepOne(async () => {
    const [{ createOauthProvider }, network, secret] = await Promise.all([
      loadProvider(),
      loadFetch(),
      sessionSecret(deps),
    ])
    const fetching = fetchPublic ?? network.fetchPublic
    return createOauthProvider({ deps, baseUrl: baseUrl(), secret, fetchPublic: fetching, warn })
  })
  return {
    baseUrl,
    mcpUrl,
    teamUrl,
    missing: () => (servesOauth(baseUrl()) ? null : MISSING),
    async serve(request, handed) {
      const { handler } = await provider()
      return callBetterAuth(() => handler(handOver(request, baseUrl(), handed)))
    },
  }
}

const MISSING = 'OAuth is not served here: set BASE_URL to the https address of this service'

function handOver(request: FastifyRequest, baseUrl: string, handed: Handed): Request {
  const { path, query, form, json, asMember } = handed
  const headers = ownHeaders(request, baseUrl)
  const { authorization } = request.headers
  if (!asMember) headers.delete('cookie')
  if (form && authorization) headers.set('authorization', authorization)
  const url = `${baseUrl}${path}${query ? `?${query}` : ''}`
  if (form) return new Request(url, { method: 'POST', headers, body: form })
  if (!json) return new Request(url, { headers })
  headers.set('content-type', 'application/json')
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(json) })
}
