// Turns any error into an answer with exactly one property, `detail`; what HTTP itself refuses as well.

import { type IncomingMessage, maxHeaderSize, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LIMITS } from '../contract/limits.ts'
import { REFUSAL_STATUS, Refusal } from '../contract/refusal.ts'
import { needsTheOperator, unavailable } from '../domain/unavailable.ts'

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'not found' }))
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // An export may have set this before its first row failed.
  reply.removeHeader('Content-Disposition').type('application/json; charset=utf-8')
  const { status, headers, body } = answerTo(error, () => request.log, request.routeOptions?.bodyLimit)
  return reply.code(status).headers(headers).send(body)
}

type ErrorAnswer = { status: number; headers: Record<string, string>; body: { detail: unknown } }

/** Logs what the operator has to know. */
function answerTo(error: Error, log: () => FastifyBaseLogger, bodyBytes?: number): ErrorAnswer {
  const refusal = toRefusal(error, bodyBytes)
  if (!refusal) {
    log().error({ err: logged(error) }, 'request failed')
    return { status: 500, headers: {}, body: { detail: 'internal error' } }
  }
  if (needsTheOperator(error)) log().warn({ err: logged(error) }, 'the database cannot store')
  const { kind, headers, detail } = refusal
  return { status: REFUSAL_STATUS[kind], headers, body: { detail } }
}

/** The refusal that an error stands for; undefined for a fault of ours. */
function toRefusal(error: FastifyError | Error, bodyBytes: number = LIMITS.bodyBytes): Refusal | undefined {
  if (error instanceof Refusal) return error
  const code = (error as FastifyError).code
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('too_large', `the body is larger than ${bodyBytes} bytes`)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refusal('unsupported_media_type', 'send the body as Content-Type: application/json')
  if (code?.startsWith('FST_') && (error as FastifyError).statusCode === 400)
    return new Refusal('invalid', error.message)
  return unavailable(error)
}

/** Enough to locate a fault, without anything a user said. */
export function logged(error: unknown): { type: string; code?: string; message?: string; at: string[] } {
  const thrown = error instanceof Error ? error : new Error() // anything can be thrown
  const { name, code, message, stack = '' } = thrown as Error & { code?: string }
  const at = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: name,
    ...(code !== undefined && { code }),
    ...(isAboutTheSchema(code) && { message }),
    at: at.map((line) => line.trim()),
  }
}

/** In these, PostgreSQL names tables and columns. Most others, and JavaScript's own, may quote values. */
const isAboutTheSchema = (code: unknown): boolean =>
  typeof code === 'string' && /^42|^3[DF]|^53|^57/.test(code)

// Answers what HTTP itself refuses, before there is a request, in the same form as every other refusal.

type ClientError = Error & { code?: string }

const REFUSALS = new Map<string, [status: number, detail: string]>(
  Object.entries({
    ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request took too long to arrive'],
    HPE_HEADER_OVERFLOW: [431, `the headers are larger than ${maxHeaderSize} bytes`],
    HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions are too large'],
  }),
)

/** How long to keep reading and discarding after a refusal. */
const LINGER_MS = 1_000

/**
 * Closes the connection once the caller has closed its side, or after a moment. Closing it while bytes are still on
 * their way would reset it, and the answer might be lost.
 */
export function answerClientError({ code = '' }: ClientError, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return
  if (!socket.writable || isAnswering(socket)) return void socket.destroy()
  const [status, detail] = REFUSALS.get(code) ?? [400, 'this is not a valid HTTP request']
  const close = () => socket.destroy()
  socket.once('end', close).end(response(status, detail)).resume()
  const late = setTimeout(close, LINGER_MS).unref()
  socket.once('close', () => clearTimeout(late))
}

/** Cases in which Node would answer with a bare status. */
export function refuseUnusualHttp(app: FastifyInstance): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, answer: ServerResponse) => {
    const { status, headers, body } = UNEXPECTED
    answer.writeHead(status, headers).end(body)
  })
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      throw new Refusal('invalid', 'the Host header is missing', { Connection: 'close' })
    done()
  })
}

/** The refusal must not be written into another answer that has begun on the connection. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: { headersSent: boolean } }
  return answer?.headersSent === true
}

function refusal(status: number, detail: string) {
  const body = JSON.stringify({ detail })
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  return { status, headers, body }
}

const UNEXPECTED = refusal(417, 'the only supported expectation is 100-continue')

function response(status: number, detail: string): string {
  const { headers, body } = refusal(status, detail)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `${[`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head].join('\r\n')}\r\n\r\n${body}`
}
