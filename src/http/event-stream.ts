// Server-sent events: a response that stays open, written event by event.
import { Readable } from 'node:stream'

export const EVENT_STREAM = 'text/event-stream'

export const EVENT_STREAM_HEADERS = {
  'Content-Type': EVENT_STREAM,
  'Cache-Control': 'no-store, no-transform',
  Connection: 'close', // kept for another request, it would keep a service that stops from ending
  'X-Accel-Buffering': 'no', // nginx would hold events back until it has a bufferful of them
}

/** A reader that falls this far behind is let go; it connects again and goes on from its last event. */
const BYTES_BEHIND = 4 * 1024 * 1024
const RECONNECT_MS = 2_000

export type EventStream = {
  body: Readable
  send(event: string, data: unknown, id?: string): void
  /** Keeps proxies from taking a quiet stream for a dead one. */
  beat(): void
  end(): void
}

export function openEventStream(): EventStream {
  const body = new Readable({ read() {} })
  const write = (text: string) => {
    if (body.destroyed || body.readableEnded) return
    if (body.readableLength > BYTES_BEHIND) body.destroy()
    else body.push(text)
  }
  let ended = false
  write(`retry: ${RECONNECT_MS}\n\n`)
  return {
    body,
    send(event, data, id) {
      if (!ended)
        write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`)
    },
    beat() {
      if (!ended) write(':\n\n')
    },
    end() {
      if (ended) return
      ended = true
      // A pipe pauses it while the reader does not read, who would keep the end of a service waiting.
      if (body.readableFlowing === false) body.destroy()
      else if (!body.destroyed) body.push(null)
    },
  }
}
