// The short way: ordinary requests of agents are answered before Fastify sees them, because its hooks and objects cost more than
// most answers do. A request with anything unusual about it is left to Fastify. One that was admitted here is also answered
// here, refusals and faults included, with the same answer, log line and metric as there (test/http/short-way/).
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { WatchBody } from '../bodies/slow-bodies.ts'
import type { OperationFacts } from '../operation.ts'
import type { Answering } from './answers.ts'
import type { Enter } from './visits.ts'

/** True when the request was taken, and will be answered; false leaves it to the next way, and at last to the framework. */
export type Way = (request: IncomingMessage, response: ServerResponse) => boolean

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** What the ways of all kinds of requests share. */
export type ShortWay = {
  enter: Enter
  watchBody: WatchBody
  answersTo(operation: Pick<OperationFacts, 'method' | 'path'>): Answering
}

/** Call it before anything else listens for requests: it takes the place of the framework's listener. */
export function answerInFront(app: FastifyInstance, ways: Way[]): void {
  const [framework] = app.server.listeners('request') as [Handler]
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.server.removeListener('request', framework)
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (closing || !ways.some((take) => take(request, response))) framework(request, response)
  })
}
