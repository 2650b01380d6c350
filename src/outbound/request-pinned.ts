// One request to an address that others entered: only to the checked host, without redirects, and over when its signal
// aborts, whatever the response.
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP } from 'node:net'
import { pinAddress, type Resolve } from './pinned-address.ts'

export type Reached = {
  /** Whether addresses of this machine and its network are allowed. */
  allowPrivate: boolean
  resolve?: Resolve
}

type PinnedRequest = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
}

export async function requestPinned(
  url: URL,
  { body, signal, ...sent }: PinnedRequest,
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
    // Without this handler, Node closes the connection on a protocol upgrade without any event, and not even the time
    // limit would end the wait.
    request.once('upgrade', (answer, socket) => {
      socket.destroy()
      resolve(answer)
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** A lookup cannot be canceled, but waiting for it can end. */
const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
