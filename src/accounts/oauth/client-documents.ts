// Clients whose id is an https address: the document there describes them and is cached for an hour.
import type { ClientDiscovery } from '@better-auth/oauth-provider'
import { registerClientMetadataDocument } from '@better-auth/oauth-provider/internal'
import { APIError } from 'better-auth/api'
import { cutText } from '../../contract/cut-text.ts'
import { LIMITS } from '../../contract/limits.ts'
import { isPublicHost } from '../../domain/integrations/target-address.ts'
import type { FetchPublic } from './fetch-public.ts'

const DOCUMENTS = 'document'

const FRESH_MS = 3_600_000
const STALE_MS = 24 * FRESH_MS // for clients already connected, while the document is unavailable
const TIMEOUT_MS = 5_000
const MOST_BYTES = 16 * 1024
const MOST_A_MINUTE = 60

type Resolve = ClientDiscovery['resolve']
type Client = NonNullable<Awaited<ReturnType<Resolve>>>

export function clientDocuments(fetchPublic: FetchPublic): ClientDiscovery {
  const underWay = new Map<string, Promise<Client>>()
  const take = budget(MOST_A_MINUTE)
  const resolve: Resolve = async (ctx, clientId, existing) => {
    const age = existing?.updatedAt
      ? Date.now() - new Date(existing.updatedAt).getTime()
      : Number.POSITIVE_INFINITY
    if (existing && age < FRESH_MS) return existing
    const begun = underWay.get(clientId)
    if (begun) return begun
    const renewed = read(fetchPublic, clientId, take).then(
      (metadata) => store(ctx, clientId, metadata, existing),
      (error) => {
        if (error instanceof APIError) throw error
        if (existing && age < STALE_MS) return existing
        throw error instanceof Passing ? refusal(error.message) : refusal('its document could not be fetched')
      },
    )
    underWay.set(clientId, renewed)
    return renewed.finally(() => underWay.delete(clientId))
  }
  return {
    id: DOCUMENTS,
    matches: (clientId) => clientId.startsWith('https://'),
    resolve,
    fetchClientMetadataResource: (url, init) =>
      fetchPublic(String(url), {
        headers: new Headers(init?.headers),
        signal: init?.signal ?? AbortSignal.timeout(TIMEOUT_MS),
      }),
    discoveryMetadata: { client_id_metadata_document_supported: true },
  }
}

/** A temporary failure, theirs or ours. Connected clients keep working. */
class Passing extends Error {}

const TAKEN_AWAY = [404, 410]

async function read(fetchPublic: FetchPublic, clientId: string, take: () => void): Promise<Metadata> {
  checkAddress(clientId)
  take()
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetchPublic(clientId, {
    headers: new Headers({ accept: 'application/json' }),
    signal,
  })
  if (response.status !== 200) {
    const reason = `its document has status ${response.status}`
    throw TAKEN_AWAY.includes(response.status) ? refusal(reason) : new Passing(reason)
  }
  return describedBy(clientId, await readText(response, signal))
}

/** As the specification requires, and without private hosts. */
function checkAddress(clientId: string): void {
  const url = URL.canParse(clientId) ? new URL(clientId) : null
  if (url?.protocol !== 'https:' || clientId.length > LIMITS.oauthQueryLength)
    throw refusal('it is not an https address')
  if (url.username || url.password || clientId.includes('#'))
    throw refusal('credentials and fragments are not allowed')
  if (url.pathname === '/' || url.href !== clientId) throw refusal('it needs a path in normalized form')
  if (!isPublicHost(url.hostname)) throw refusal('its host is not public')
}

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) return Buffer.concat(parts).toString('utf8')
    bytes += value.byteLength
    if (bytes > MOST_BYTES || signal.aborted) {
      await reader?.cancel()
      throw refusal(`its document is larger than ${MOST_BYTES} bytes or too slow`)
    }
    parts.push(value)
  }
}

type ProviderOptions = Parameters<typeof registerClientMetadataDocument>[1]
type Metadata = Parameters<typeof registerClientMetadataDocument>[2]['metadata']

const METHODS = ['none', 'private_key_jwt']

/** The fields we use; all others, such as a logo's address, are ignored. */
function describedBy(clientId: string, text: string): Metadata {
  const document = parsed(text)
  if (document.client_id !== clientId) throw refusal('its document names another client_id')
  if ('client_secret' in document) throw refusal('its document contains a secret')
  const method = document.token_endpoint_auth_method ?? 'none'
  if (!METHODS.includes(method as string))
    throw refusal(`its token_endpoint_auth_method must be ${METHODS.join(' or ')}`)
  const redirects = texts(document.redirect_uris).filter(isUsableRedirect)
  if (redirects.length === 0) throw refusal('its document has no usable redirect_uris')
  return {
    client_id: clientId,
    client_name:
      typeof document.client_name === 'string' ? cutText(document.client_name, LIMITS.nameLength) : undefined,
    redirect_uris: redirects,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
    ...(method === 'private_key_jwt' && { jwks: document.jwks, jwks_uri: document.jwks_uri }),
  } as Metadata
}

function parsed(text: string): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(text)
    if (document !== null && typeof document === 'object') return document as Record<string, unknown>
  } catch {}
  throw refusal('its document is not a JSON object')
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** Over https, or to an app on the member's own computer. */
function isUsableRedirect(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return (
    protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
  )
}

async function store(
  ctx: Parameters<Resolve>[0],
  clientId: string,
  metadata: Metadata,
  existing: Parameters<Resolve>[2],
): Promise<Client> {
  const provider = ctx.context.getPlugin('oauth-provider') as { options: ProviderOptions } | null
  if (!provider) throw new Error('the OAuth provider is missing')
  const { client } = await registerClientMetadataDocument(ctx, provider.options, {
    metadata,
    clientId,
    clientDiscoveryId: DOCUMENTS,
    ...(existing && { existingClient: existing }),
  })
  return client
}

/** Anyone can name addresses to fetch, so each process fetches a limited number per minute. */
function budget(most: number): () => void {
  let window = { since: 0, used: 0 }
  return () => {
    if (Date.now() - window.since >= 60_000) window = { since: Date.now(), used: 0 }
    window.used++
    if (window.used > most) throw new Passing('too many documents are being fetched; try again in a minute')
  }
}

const refusal = (reason: string) =>
  new APIError('BAD_REQUEST', { error: 'invalid_client', error_description: `client_id: ${reason}` })
