// Turns any error into an answer with exactly one property, `detail`.
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
