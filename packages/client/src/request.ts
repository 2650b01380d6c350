// One call: its tries, the waits between them, and how an answer or a failure is read.
import type { Answered, CallOptions } from './call.ts'
import type { Connection } from './connection.ts'
import { errorOf, FieldnoteError } from './errors.ts'
import type { Violation } from './generated/api.ts'

export type PostOptions = CallOptions & {
  /** Lets a browser finish the request after the page is gone; up to 64 KiB at a time. */
  keepalive?: boolean | undefined
  /** Once aborted, the try under way is the last. */
  lastTry?: AbortSignal | undefined
}

export type Request = PostOptions & {
  /** For messages. */
  name: string
  method: string
  /** After the service's address, with its query. */
  path: string
  body?: unknown
  /** A post that is repeated under its key within a day stores nothing more. */
  idempotencyKey?: string | undefined
  /** Instead of a body. */
  upload?: { file: Blob; type: string } | undefined
  /** The answer is handed over unread: an export, a stream of events. */
  unread?: boolean
}

/** The answer's JSON, nothing where there is none, or the answer itself where it was asked for unread. */
export async function request(connection: Connection, call: Request): Promise<Answered<unknown>> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt(connection, call)
    } catch (error) {
      if (!(error instanceof FieldnoteError) || !mayRepeat(call, error)) throw error
      const wait = error.retryAfterMs ?? backOff(failures)
      const last = failures >= connection.retries || wait > connection.maxWaitMs
      if (last || !(await waited(wait, call))) throw error
    }
  }
}

/** While agents post, the service takes a file in slowly; it ends the request itself after an hour. */
const UPLOAD_MS = 3_600_000

const timeoutOf = (connection: Connection, { timeoutMs, upload }: Request): number =>
  timeoutMs ?? (upload ? Math.max(UPLOAD_MS, connection.timeoutMs) : connection.timeoutMs)

async function attempt(connection: Connection, call: Request): Promise<Answered<unknown>> {
  call.signal?.throwIfAborted()
  const limit = new AbortController()
  const timeoutMs = timeoutOf(connection, call)
  const timer = setTimeout(() => limit.abort(), timeoutMs)
  const abort = () => limit.abort()
  call.signal?.addEventListener('abort', abort)
  try {
    const response = await send(connection, call, limit.signal)
    return { data: await answerOf(response, call), response }
  } catch (error) {
    call.signal?.throwIfAborted()
    if (error instanceof FieldnoteError) throw error
    const timedOut = limit.signal.aborted
    const status = timedOut ? 'timed_out' : 'no_answer'
    const detail = timedOut ? `no answer within ${timeoutMs} ms` : messageOf(error)
    throw errorOf({ call: call.name, status, detail, cause: error })
  } finally {
    clearTimeout(timer)
    if (!call.unread) call.signal?.removeEventListener('abort', abort) // else it also ends the reading
  }
}

function send(connection: Connection, call: Request, signal: AbortSignal): Promise<Response> {
  const json = call.body !== undefined && { type: 'application/json', content: JSON.stringify(call.body) }
  const sent = call.upload ? { type: call.upload.type, content: call.upload.file } : json
  const send = connection.fetch ?? fetch // not as a method: browsers insist on it
  return send(connection.url + call.path, {
    method: call.method,
    headers: {
      Accept: 'application/json',
      Authorization: connection.authorization,
      ...(!inBrowser() && { 'User-Agent': USER_AGENT }),
      ...(sent && { 'Content-Type': sent.type }),
      ...(call.idempotencyKey !== undefined && { 'Idempotency-Key': call.idempotencyKey }),
    },
    ...(sent && { body: sent.content }),
    ...(call.keepalive && { keepalive: true }),
    signal,
  })
}

export const USER_AGENT = 'fieldnote-client/0.1.0'

/** A page names its browser; a header of ours would only make other origins ask before each call. */
function inBrowser(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } }
  return navigator?.userAgent?.startsWith('Mozilla/') ?? false
}

async function answerOf(response: Response, { name, unread }: Request): Promise<unknown> {
  const json = response.headers.get('Content-Type')?.includes('application/json') ?? false
  if (response.ok && response.status === 204) return undefined
  if (response.ok && unread) return response
  if (response.ok && json) return response.json()
  const text = await response.text()
  // A page for people, from something in between: the service has not seen the call.
  if (response.ok) throw new TypeError('the answer is not JSON; is this the address of a Fieldnote service?')
  throw errorOf({
    call: name,
    status: response.status,
    detail: (json && detailOf(text)) || response.statusText || 'no reason given',
    retryAfterMs: retryAfterMs(response.headers.get('Retry-After')),
    requestId: response.headers.get('X-Request-Id'),
  })
}

function detailOf(text: string): string | Violation[] | undefined {
  try {
    return (JSON.parse(text) as { detail?: string | Violation[] }).detail
  } catch {
    return undefined
  }
}

/** Seconds, or a date. */
function retryAfterMs(header: string | null): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

/** A call that is told when to come back was not done. Otherwise it may have been: only reading, or a post under a key. */
function mayRepeat({ method, idempotencyKey }: Request, error: FieldnoteError): boolean {
  const refused = (error.status === 429 || error.status === 503) && error.retryAfterMs !== null
  const harmless = method === 'GET' || idempotencyKey !== undefined
  return refused || (harmless && mayPass(error))
}

/** The next try may go better: nothing was wrong with the call itself. */
export const mayPass = ({ status }: FieldnoteError): boolean =>
  status === null || status === 408 || status === 429 || status >= 500

/** Twice as long each time, up to 8 seconds, and never the same for two callers. */
export const backOff = (failures: number): number =>
  Math.min(8_000, 250 * 2 ** failures) * (0.5 + Math.random() / 2)

/** False when there is to be no further try. */
export function waited(ms: number, { signal, lastTry }: PostOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (lastTry?.aborted) return resolve(false)
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', aborted)
      lastTry?.removeEventListener('abort', noMore)
      settle()
    }
    const aborted = end(() => reject(signal?.reason))
    const noMore = end(() => resolve(false))
    const timer = setTimeout(
      end(() => resolve(true)),
      ms,
    )
    signal?.addEventListener('abort', aborted)
    lastTry?.addEventListener('abort', noMore)
  })
}

/** `fetch failed` says nothing; its cause does. */
function messageOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  const reason = cause?.message || cause?.code
  return [message ?? String(error), reason].filter(Boolean).join(': ')
}
