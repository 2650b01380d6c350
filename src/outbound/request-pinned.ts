// One request to an address that others named: to the very host that was checked, never by a redirect, and over when its
// signal says so, whatever is answered.
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP } from 'node:net'
import { pinAddress, type Resolve } from './pinned-address.ts'

export type Reached = {
  /** Whether addresses of this machine and its network may be asked. */
  allowPrivate: boolean
  resolve?: Resolve
}

type Sent = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string; signal: AbortSignal }

export async function requestPinned(
  url: URL,
  { body, signal, ...sent }: Sent,
  { allowPrivate, resolve: byName }: Reached,
): Promise<IncomingMessage> {
  const pinned = await Promise.race([pinAddress(url, allowPrivate, byName), endOf(signal)])
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = (isSecure ? overHttps : overHttp)(
      url,
      {
        ...sent,
        agent: false,
        signal,
        ...(isSecure && isIP(host) === 0 && { servername: host }),
        lookup: (_name, options, done) =>
          options.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family),
      },
      resolve,
    )
    // Left to itself, Node hangs up on whoever wants to go on in another protocol, and tells nobody: not even when time is up.
    request.once('upgrade', (answer, socket) => {
      socket.destroy()
      resolve(answer)
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** Looking a name up cannot be called off, only waited for no longer. */
const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
