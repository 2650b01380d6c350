// A listener to the live feed, as a browser's EventSource is one, that keeps everything it hears.

import { atEnd } from '../../closings.ts'
import { eventually } from '../../eventually.ts'
import { ADMIN_TOKEN, type Loose } from '../../service.ts'

type Heard = { event: string; id?: string; data: Loose }

export type Listener = {
  status: number
  headers: Headers
  heard: Heard[]
  of(event: string): Heard[]
  /** Comments: what keeps a quiet connection open. */
  beats(): number
  /** Resolves when so many of this event were heard. */
  hears(event: string, count?: number): Promise<Heard[]>
  ended: Promise<void>
  close(): void
}

type Options = { lastEventId?: string; query?: string; caller?: Record<string, string> }

const OPERATOR = { Authorization: `Bearer ${ADMIN_TOKEN}` }

export async function listen(
  url: string,
  projectId: string,
  { lastEventId, query = '', caller = OPERATOR }: Options = {},
): Promise<Listener> {
  const leave = new AbortController()
  const response = await fetch(`${url}/api/projects/${projectId}/events${query}`, {
    signal: leave.signal,
    headers: {
      ...caller,
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    },
  })
  atEnd(async () => leave.abort())
  let text = ''
  const read = async () => {
    for await (const chunk of response.body as ReadableStream<Uint8Array>) text += decoder.decode(chunk)
  }
  const decoder = new TextDecoder()
  const ended = read().catch(() => {})
  const heard = () => text.split('\n\n').slice(0, -1).flatMap(parseEvent)
  const of = (event: string) => heard().filter((one) => one.event === event)
  return {
    status: response.status,
    headers: response.headers,
    get heard() {
      return heard()
    },
    of,
    beats: () => text.split('\n\n').filter((block) => block === ':').length,
    async hears(event, count = 1) {
      await eventually(() => {
        if (of(event).length < count) throw new Error(`${of(event).length} of ${count} ${event} so far`)
      })
      return of(event)
    },
    ended,
    close: () => leave.abort(),
  }
}

function parseEvent(block: string): Heard[] {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)))
  if (fields.event === undefined) return []
  return [{ event: fields.event, ...(fields.id && { id: fields.id }), data: JSON.parse(fields.data) }]
}
