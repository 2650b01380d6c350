// Posts to an address that the team entered: only to the checked address (pinned-address.ts), with a time limit,
// without following redirects.
import { PrivateAddress } from './pinned-address.ts'
import { type Reached, requestPinned } from './request-pinned.ts'

export type Reach = Reached & { timeoutMs?: number }

type Post = { url: string; body: string; headers: Record<string, string> }

const TIMEOUT_MS = 10_000

/** Nothing else of the response is read. */
export type Answer = { status: number; retryAfter: string | undefined }

export async function postPinned(
  { url, body, headers }: Post,
  { timeoutMs = TIMEOUT_MS, ...reach }: Reach,
): Promise<Answer> {
  const sent = {
    method: 'POST' as const,
    headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  }
  const answer = await requestPinned(new URL(url), sent, reach).catch((error) => {
    throw inWords(error, timeoutMs)
  })
  answer.destroy()
  return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }
}

function inWords(error: Error & { code?: string }, timeoutMs: number): Error {
  if (error instanceof PrivateAddress)
    return new Error(
      'the address belongs to a private network: the operator can allow that with ALLOW_PRIVATE_TARGETS',
    )
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return new Error(`no answer within ${timeoutMs / 1000} seconds`)
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') return new Error('the host was not found')
  if (error.code === 'ECONNREFUSED') return new Error('the host refused the connection')
  return error
}
