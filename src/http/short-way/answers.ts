// Answers on the short way, each with its log line and its metric.
import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { answerTo, logged } from '../errors.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Method, OperationFacts } from '../operation.ts'
import { JSON_TYPE, routerPath } from '../register.ts'
import type { Visit } from './visits.ts'

/** An answer as it is written. */
export type PlainAnswer = {
  status: number
  /** Alternating names and values. Putting an object together for each answer cost more than checking a post. */
  headers: readonly string[]
  /** A short text leaves in one write with the headers. A long one that is sent often is cheaper as a Buffer that is kept. */
  body: string | Buffer
  /** The text has one character for each byte (latin1), so it can be copied without encoding, and its length is known. */
  isBytes?: boolean
}

export const JSON_HEADERS = ['content-type', JSON_TYPE]

/** As alternating names and values; names in lower case, as the framework writes them. */
export const listed = (headers: Record<string, string>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name.toLowerCase(), value])

export type Answering = {
  answer(visit: Visit, answer: PlainAnswer): void
  /** Whatever went wrong, worded as on the framework's way. */
  fail(visit: Visit, error: unknown): void
  /** For log lines about one request before it is answered. */
  logOf(visit: Visit): FastifyBaseLogger
}

export const answersBy =
  (metrics: Metrics, log: FastifyBaseLogger) =>
  ({ method, path }: Pick<OperationFacts, 'method' | 'path'>): Answering =>
    answersOf(metrics, log, method, routerPath(path))

function answersOf(metrics: Metrics, log: FastifyBaseLogger, method: Method, route: string): Answering {
  const note = noteTogether(metrics, log, method, route)
  const write = ({ response, id, begun }: Visit, { status, headers, body, isBytes }: PlainAnswer) => {
    const length = isBytes ? body.length : Buffer.byteLength(body)
    response.writeHead(status, [
      'vary',
      'Origin',
      ...headers,
      'x-request-id',
      id,
      'content-length',
      String(length),
    ])
    send(response, body, length === body.length ? 'latin1' : 'utf8') // a byte for each character is copied, not encoded
    note({ id, status, ms: performance.now() - begun })
  }
  const answer: Answering['answer'] = (visit, said) => {
    const { response } = visit
    if (response.destroyed) return // the caller has left: as on the framework's way, no log line and no metric
    try {
      write(visit, said)
    } catch (error) {
      response.destroy()
      logOf(visit).error({ err: logged(error as Error) }, 'answer failed')
    }
  }
  const logOf: Answering['logOf'] = ({ id }) => log.child({ reqId: id })
  return {
    answer,
    logOf,
    fail(visit, error) {
      const { status, headers, body } = answerTo(error as Error, () => logOf(visit))
      answer(visit, { status, headers: [...JSON_HEADERS, ...listed(headers)], body: JSON.stringify(body) })
    },
  }
}

/** In one write: `end` alone would make two of the text and of the nothing behind it, which takes a tenth of the whole call. */
function send(response: ServerResponse, body: string | Buffer, encoding: 'latin1' | 'utf8'): void {
  const { socket } = response
  // Behind another answer on its connection it is kept until that one is written.
  if (typeof body !== 'string' || socket === null) return void response.end(body, encoding)
  socket.cork()
  response.write(body, encoding)
  socket.uncork()
  response.end()
}

type Answered = { id: string; status: number; ms: number }

/** Log lines and metrics of one turn of the event loop, when its answers are out: one after the other they take half the time. */
function noteTogether(
  metrics: Metrics,
  log: FastifyBaseLogger,
  method: Method,
  route: string,
): (answered: Answered) => void {
  const series = new Map<number, (seconds: number) => void>()
  const seriesOf = (status: number) => {
    const known = series.get(status)
    if (known) return known
    const made = metrics.requestObserver(method, route, status)
    series.set(status, made)
    return made
  }
  let answered: Answered[] = []
  const noteAll = () => {
    const all = answered
    answered = []
    for (const { id, status, ms } of all) {
      seriesOf(status)(ms / 1000)
      log.info({ reqId: id, method, route, status, ms: Math.round(ms * 10) / 10 }, 'request')
    }
  }
  return (one) => {
    if (answered.length === 0) setImmediate(noteAll)
    answered.push(one)
  }
}
