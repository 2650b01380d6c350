// One address of an OpenAI-compatible server: the request, its time limit, one retry, and an answer in JSON.
import { setTimeout as sleep } from 'node:timers/promises'
import { retryAfterMs } from '../../domain/retry-after.ts'
import { faultOfStatus, ModelFault, nonsense } from './model-fault.ts'

export type RemoteModelSettings = { url: string; key: string | null; model: string; timeoutMs?: number }

export type ModelEndpoint = (body: object) => Promise<unknown>

type Reply = { status: number; retryAfter: string | null; text: string }

const DEFAULT_TIMEOUT_MS = 10_000
const DEFAULT_RETRY_MS = 250
// With a longer wait, the offline result is better.
const MAX_RETRY_MS = 2_000
// 64 embeddings of 3,072 dimensions take about 5 MB of JSON.
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** The time limit applies to each of the two attempts. Throws a TypeError for settings that can never work. */
export function createModelEndpoint(settings: RemoteModelSettings, path: string): ModelEndpoint {
  const url = endpointUrl(settings.url, path)
  const headers = requestHeaders(settings.key)
  const timeoutMs = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS
  return async (body) => {
    const text = JSON.stringify(body)
    let reply = await exchange(url, headers, text, timeoutMs)
    const delay = retryDelay(reply.status, reply.retryAfter, Date.now())
    if (delay !== null) {
      await sleep(delay)
      reply = await exchange(url, headers, text, timeoutMs)
    }
    if (reply.status < 200 || reply.status > 299) throw faultOfStatus(reply.status)
    return parseJson(reply.text)
  }
}

/** Accepts the base address, with or without a slash, or the full address. Keeps a query (`?api-version=`). */
export function endpointUrl(base: string, path: string): URL {
  const url = URL.canParse(base) ? new URL(base) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError('a model url must start with http(s)://')
  // `fetch` refuses such an address with an error that quotes the password.
  if (url.username || url.password) throw new TypeError('a model url must not hold a user or password')
  const root = url.pathname.replace(/(?<!\/)\/+$/, '')
  url.pathname = root.endsWith(`/${path}`) ? root : `${root}/${path}`
  return url
}

/** How long to wait before the one retry; null means no retry. */
export function retryDelay(status: number, retryAfter: string | null, now: number): number | null {
  if (status !== 429 && status < 500) return null
  const asked = retryAfterMs(retryAfter, now)
  if (asked === null) return DEFAULT_RETRY_MS
  return asked <= MAX_RETRY_MS ? asked : null
}

function requestHeaders(key: string | null): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' }
  const bare = key?.trim() ?? ''
  if (bare === '') return headers
  if (!/^[\x21-\x7e]+$/.test(bare)) throw new TypeError('a model key must be printable ASCII without spaces')
  return { ...headers, authorization: `Bearer ${bare}` }
}

async function exchange(
  url: URL,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<Reply> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    // A redirect would send users' text to an address that nobody configured, so it is treated as an answer.
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      text: response.ok ? await readText(response) : await discard(response),
    }
  } catch (error) {
    throw faultOfConnection(error, signal.aborted, timeoutMs)
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_ANSWER_BYTES) throw nonsense('the answer of the model server is too large')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

// A server's error may quote the request, so it is not read.
async function discard(response: Response): Promise<string> {
  await response.body?.cancel()
  return ''
}

function faultOfConnection(error: unknown, timedOut: boolean, timeoutMs: number): ModelFault {
  if (error instanceof ModelFault) return error
  if (timedOut) return new ModelFault('timeout', `the model server gave no answer within ${timeoutMs} ms`)
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  const name = String(cause?.code ?? code ?? '')
  const shown = /^[A-Z_]{2,40}$/.test(name) ? ` (${name})` : ''
  const kind = /TIMEDOUT|TIMEOUT/.test(name) ? 'timeout' : 'unreachable'
  return new ModelFault(kind, `the connection to the model server failed${shown}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw nonsense('the answer of the model server is not JSON')
  }
}
