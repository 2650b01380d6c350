// Fetches a document whose address an unknown party supplied: https only, public addresses only, no redirects. The name
// is resolved once and the connection goes to the checked address. Callers limit time and size.
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { type Reached, requestPinned } from '../../outbound/request-pinned.ts'

type Options = { headers: Headers; signal: AbortSignal }

export type FetchPublic = (address: string, options: Options) => Promise<Response>

export async function fetchPublic(
  address: string,
  { headers, signal }: Options,
  reach: Reached = { allowPrivate: false },
): Promise<Response> {
  const url = new URL(address)
  if (url.protocol !== 'https:') throw new Error('only https addresses are allowed')
  const sent = { method: 'GET' as const, headers: Object.fromEntries(headers), signal }
  return asResponse(await requestPinned(url, sent, reach))
}

/** A server may answer with any three digits; a Response accepts only standard ones. */
function asResponse(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 0
  if (status < 200 || status > 599) {
    answer.destroy()
    throw new Error(`status ${status}`)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) if (value) headers.set(name, String(value))
  const empty = [204, 205, 304].includes(status)
  return new Response(empty ? null : (Readable.toWeb(answer) as ReadableStream), { status, headers })
}
