// The client on a service of the tests, and a `fetch` that goes wrong in chosen ways.
import { Fieldnote, type FieldnoteOptions, type SingleObservation } from '../../packages/client/src/client.ts'
import type { TestService } from '../service.ts'

export const clientOf = ({ url, projectId, key }: TestService, options: FieldnoteOptions = {}) =>
  new Fieldnote({ url, projectId, apiKey: key, ...options })

export const observed = (overrides: Partial<SingleObservation> = {}): SingleObservation => ({
  user: 'user-1',
  conversation: 'thread-7',
  sentiment: 'negative',
  title: 'Export stops early',
  description: 'Only 10,000 of 14,200 rows arrived.',
  ...overrides,
})

type Sent = { url: string; method: string; headers: Headers; body: string; keepalive: boolean }

/** Does its turn's step instead of, or around, the real `fetch`; after the last step everything goes through. */
export type Step = (real: () => Promise<Response>, signal: AbortSignal) => Promise<Response>

export function faultyFetch(...steps: Step[]) {
  const sent: Sent[] = []
  const faulty = (async (url: string, init: RequestInit) => {
    sent.push({
      url,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: String(init.body),
      keepalive: init.keepalive ?? false,
    })
    const step = steps[sent.length - 1]
    const real = () => fetch(url, init)
    return step ? step(real, init.signal as AbortSignal) : real()
  }) as unknown as typeof fetch
  return { fetch: faulty, sent }
}

/** The service does its work, and the answer never arrives. */
export const answerLost: Step = async (real) => {
  await (await real()).text()
  throw new TypeError('fetch failed', { cause: new Error('socket hang up') })
}

export const unreachable: Step = async () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
}

export const silent: Step = (_, signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

export const answering =
  (status: number, headers: Record<string, string> = {}, body: unknown = { detail: 'not now' }): Step =>
  async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/json', ...headers },
    })
