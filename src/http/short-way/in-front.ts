// The short way: ordinary requests of agents are answered before the framework sees them, whose hooks and objects cost more
// than most answers do. Whatever is out of the ordinary at the door goes the framework's way; what was let in is answered
// here, refusals and faults included, with the same answer, log line and metric as there (test/http/short-way/).
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { WatchBody } from '../bodies/slow-bodies.ts'
import type { OperationFacts } from '../operation.ts'
import type { Answering } from './answers.ts'
import type { Enter } from './visits.ts'

/** Whether it was taken: then it is answered. */
export type Way = (request: IncomingMessage, response: ServerResponse) => boolean

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** What every kind of request on it needs. */
export type ShortWay = {
  enter: Enter
  watchBody: WatchBody
  answersTo(operation: Pick<OperationFacts, 'method' | 'path'>): Answering
}

/** To be called before anything else listens for requests. */
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
