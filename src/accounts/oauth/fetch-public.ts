// Fetches a document that a stranger named: over https, from public addresses only, and never by a redirect. The name
// is resolved once and the connection goes to the very address that was checked, so that the name cannot change its
// mind in between. Who calls limits time and size.
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { pinAddress } from '../../outbound/pinned-address.ts'

type Options = { headers: Headers; signal: AbortSignal }

export type FetchPublic = (address: string, options: Options) => Promise<Response>

export async function fetchPublic(address: string, { headers, signal }: Options): Promise<Response> {
  const url = new URL(address)
  if (url.protocol !== 'https:') throw new Error('only https addresses are fetched')
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const pinned = await pinAddress(url, false)
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent: false,
        signal,
        headers: Object.fromEntries(headers),
        ...(isIP(host) === 0 && { servername: host }),
        lookup: (_name, _options, done) => done(null, [pinned]),
      },
      (answer) => resolve(asResponse(answer)),
    )
    sent.once('error', reject)
    sent.end()
  })
}

function asResponse(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 500
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) if (value) headers.set(name, String(value))
  const empty = [204, 205, 304].includes(status)
  return new Response(empty ? null : (Readable.toWeb(answer) as ReadableStream), { status, headers })
}
