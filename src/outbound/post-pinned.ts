// Posts to an address that the team named: to the very host that was checked, with an end to waiting, and never by a
// redirect.
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP } from 'node:net'
import { PrivateAddress, pinAddress, type Resolve } from './pinned-address.ts'

export type Reach = {
  /** Whether addresses of this machine and its network may be posted to. */
  allowPrivate: boolean
  resolve?: Resolve
  timeoutMs?: number
}

type Post = { url: string; body: string; headers: Record<string, string> }

const TIMEOUT_MS = 10_000

/** The status of the answer; what else it says is not read. */
export async function postPinned(
  { url: address, body, headers }: Post,
  { allowPrivate, resolve: byName, timeoutMs = TIMEOUT_MS }: Reach,
): Promise<number> {
  const url = new URL(address)
  const pinned = await pinAddress(url, allowPrivate, byName).catch((error) => {
    throw inWords(error, timeoutMs)
  })
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const request = url.protocol === 'https:' ? overHttps : overHttp
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        ...(isIP(host) === 0 && url.protocol === 'https:' && { servername: host }),
        lookup: (_name, options, done) =>
          options.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family),
      },
      resolve,
    )
    sent.once('error', (error) => reject(inWords(error, timeoutMs)))
    sent.end(body)
  })
  answer.destroy()
  return answer.statusCode ?? 0
}

function inWords(error: Error & { code?: string }, timeoutMs: number): Error {
  if (error instanceof PrivateAddress)
    return new Error(
      'the address is of a private network: whoever runs the service can allow that with ALLOW_PRIVATE_TARGETS',
    )
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return new Error(`no answer within ${timeoutMs / 1000} seconds`)
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') return new Error('the host was not found')
  if (error.code === 'ECONNREFUSED') return new Error('the host refused the connection')
  return error
}
