// /api/projects/{project_id}/events
import type { FastifyRequest } from 'fastify'
import { EventsQuery } from '../../contract/projects/events.ts'
import { Refusal } from '../../contract/refusal.ts'
import { AnyText } from '../../contract/schema.ts'
import { isUuid } from '../../contract/validate.ts'
import {
  EVENT_STREAM,
  EVENT_STREAM_HEADERS,
  type EventStream,
  openEventStream,
} from '../../http/event-stream.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation, Watching } from '../operation.ts'

const eventsQuery = listQuery(EventsQuery)

const BEAT_EVERY_MS = 15_000
const CHECK_EVERY_MS = 30_000

export const eventOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'viewer',
    path: '/api/projects/{project_id}/events',
    operationId: 'watch_project',
    summary: 'Watch a project',
    description: `Server-sent events, for \`EventSource\`. \`ready\`: from here on nothing is missed. \`observation\`: one
arrived; the data is the list item, the id its id. \`many\`: \`{count}\` more arrived than are sent one by one. \`digest\`:
\`{version, digested_count, pending, failed}\`, when issues, tags or counts may have changed. A connection that was lost
goes on after the last event; an observation may then come twice. The stream ends when the caller loses access.`,
    tag: 'Admin: observations',
    query: EventsQuery,
    success: {
      status: 200,
      description: 'Events until the caller disconnects.',
      schema: AnyText(),
      mediaType: EVENT_STREAM,
    },
    async handle({ projectId, watches, stillAllowed }, request) {
      const after = lastSeen(request)
      if (request.method === 'HEAD') return { headers: EVENT_STREAM_HEADERS }
      const stream = openEventStream()
      const stop = watches.watch(projectId, after, {
        ready: () => stream.send('ready', {}),
        observation: (row) => stream.send('observation', row, row.id),
        many: (count) => stream.send('many', { count }),
        digest: (state) => stream.send('digest', state),
        end: stream.end,
      })
      const beat = setInterval(stream.beat, BEAT_EVERY_MS)
      const check = setInterval(() => endWhenRefused(stream, stillAllowed), CHECK_EVERY_MS)
      stream.body.once('close', () => {
        stop()
        clearInterval(beat)
        clearInterval(check)
      })
      return { body: stream.body, headers: EVENT_STREAM_HEADERS }
    },
  },
]

/** On reconnecting, the browser's own header is newer than the address it was given. */
function lastSeen(request: FastifyRequest): string | null {
  const { after = null } = eventsQuery(request)
  const sent = request.headers['last-event-id']
  return typeof sent === 'string' && isUuid(sent) ? sent.toLowerCase() : (after?.toLowerCase() ?? null)
}

/** Other errors say nothing about the caller; the next check may succeed. */
function endWhenRefused(stream: EventStream, stillAllowed: Watching['stillAllowed']): void {
  stillAllowed().catch((error) => {
    if (error instanceof Refusal && error.kind !== 'unavailable') stream.end()
  })
}
