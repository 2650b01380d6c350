// A project's live events, for as long as somebody iterates over them: a connection that was lost goes on after the last event.
import type { CallOptions } from './call.ts'
import type { Connection } from './connection.ts'
import { errorOf, FieldnoteError } from './errors.ts'
import type { ObservationDetail } from './generated/api.ts'
import { backOff, mayPass, request, waited } from './request.ts'

export type WatchEvent =
  /** The stream has begun, or begun again: from here on nothing is missed. */
  | { type: 'ready'; data: Record<string, never> }
  /** One arrived. After a lost connection the same one may come twice. */
  | { type: 'observation'; data: ObservationDetail }
  /** So many more arrived that they are counted, not sent. */
  | { type: 'many'; data: { count: number } }
  /** Issues, tags or counts may have changed. */
  | { type: 'digest'; data: { version: number; digested_count: number; pending: number; failed: number } }

export type Watch = (
  /** The id of the newest observation that you have: those stored since come first. */
  input?: { after?: string },
  options?: CallOptions,
) => AsyncGenerator<WatchEvent, void, undefined>

/** The service says something every 15 seconds, if only that it is there. */
const SILENCE_MS = 45_000

export const watchProject = (service: Connection, path: string): Watch =>
  async function* watch({ after } = {}, options = {}) {
    let last = after
    let hasBegun = false
    for (let failures = 0; ; failures++) {
      options.signal?.throwIfAborted()
      try {
        for await (const event of eventsFrom(service, last ? `${path}?after=${last}` : path, options)) {
          hasBegun = true
          failures = 0
          if (event.type === 'observation') last = event.data.id
          yield event
        }
      } catch (error) {
        options.signal?.throwIfAborted()
        // A stream that broke is no refusal; a service that was never reached may be the wrong address.
        if (error instanceof FieldnoteError && !(hasBegun && mayPass(error))) throw error
      }
      await waited(backOff(failures), options)
    }
  }

/** Of one connection, until it ends, breaks, or falls silent. */
async function* eventsFrom(service: Connection, path: string, options: CallOptions) {
  const connection = new AbortController()
  const end = () => connection.abort()
  options.signal?.addEventListener('abort', end)
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const call = { ...options, name: 'watch', method: 'GET', path, unread: true, signal: connection.signal }
    const { response } = await request(service, call)
    if (!response.headers.get('Content-Type')?.includes('text/event-stream'))
      throw errorOf({ call: 'watch', status: 'no_answer', detail: 'the answer is no stream of events' })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      timer = setTimeout(end, SILENCE_MS)
      const { done, value } = await reader.read()
      clearTimeout(timer)
      if (done) return
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) yield* eventIn(block)
    }
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', end)
    end()
  }
}

/** Comments, and the time to wait before connecting again, are no events. */
function* eventIn(block: string): Generator<WatchEvent> {
  const field = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]
  const [type, data] = [field('event'), field('data')]
  if (type !== undefined && data !== undefined) yield { type, data: JSON.parse(data) } as WatchEvent
}
