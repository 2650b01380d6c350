// Answers on the short way, each with its log line and its metric.
import type { FastifyBaseLogger } from 'fastify'
import { answerTo, logged } from '../errors.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Method, OperationFacts } from '../operation.ts'
import { JSON_TYPE, routerPath } from '../register.ts'
import type { Visit } from './visits.ts'

/** An answer as it is written. */
export type PlainAnswer = {
  status: number
  /** Names and values in turn: an object that is put together costs more than the check of a post. */
  headers: readonly string[]
  /** A short text leaves with the headers in one write; a long one that is sent often is better kept as bytes. */
  body: string | Buffer
  /** Where the text has a character for each byte: it is copied then, not encoded, and its length is known. */
  isBytes?: boolean
}

export const JSON_HEADERS = ['content-type', JSON_TYPE]

/** Names as the framework writes them. */
export const listed = (headers: Record<string, string>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name.toLowerCase(), value])

export type Answering = {
  answer(visit: Visit, answer: PlainAnswer): void
  /** Whatever went wrong, in the words that the framework's way has for it. */
  fail(visit: Visit, error: unknown): void
  /** For what is to be told of one request before it is answered. */
  logOf(visit: Visit): FastifyBaseLogger
}

export const answersBy =
  (metrics: Metrics, log: FastifyBaseLogger) =>
  ({ method, path }: Pick<OperationFacts, 'method' | 'path'>): Answering =>
    answersOf(metrics, log, method, routerPath(path))

function answersOf(metrics: Metrics, log: FastifyBaseLogger, method: Method, route: string): Answering {
  const series = new Map<number, (seconds: number) => void>()
  const seriesOf = (status: number) => {
    const known = series.get(status)
    if (known) return known
    const made = metrics.requestObserver(method, route, status)
    series.set(status, made)
    return made
  }
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
    response.end(body, length === body.length ? 'latin1' : 'utf8') // a byte for each character is copied, not encoded
    const ms = performance.now() - begun
    seriesOf(status)(ms / 1000)
    log.info({ reqId: id, method, route, status, ms: Math.round(ms * 10) / 10 }, 'request')
  }
  const answer: Answering['answer'] = (visit, said) => {
    const { response } = visit
    if (response.destroyed) return // nobody is left to hear it: as on the framework's way, nothing is told of it
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
