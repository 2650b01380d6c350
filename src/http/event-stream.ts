// Server-sent events: a response that stays open, written event by event.
import { Readable } from 'node:stream'

export const EVENT_STREAM = 'text/event-stream'

export const EVENT_STREAM_HEADERS = {
  'Content-Type': EVENT_STREAM,
  'Cache-Control': 'no-store, no-transform',
  Connection: 'close', // a kept connection would delay stopping the service
  'X-Accel-Buffering': 'no', // nginx would buffer events until it has a full buffer
}

/** A reader that falls this far behind is disconnected; it reconnects and resumes after its last event. */
const BYTES_BEHIND = 4 * 1024 * 1024
const RECONNECT_MS = 2_000

export type EventStream = {
  body: Readable
  send(event: string, data: unknown, id?: string): void
  /** Keeps proxies from closing a quiet stream. */
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
      // If the reader has stopped reading, the end would never reach it and stopping would wait.
      if (body.readableFlowing === false) body.destroy()
      else if (!body.destroyed) body.push(null)
    },
  }
}
