// What a failed call throws: a class and a stable code for each kind of failure.
import type { Violation } from './generated/api.ts'

export type ErrorCode =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'internal'
  | 'unavailable'
  | 'timed_out'
  | 'no_answer'

type Facts = {
  call: string
  /** The HTTP status, or why there is none. */
  status: number | 'timed_out' | 'no_answer'
  detail: string | Violation[]
  retryAfterMs?: number | null
  requestId?: string | null
  cause?: unknown
}

export class FieldnoteError extends Error {
  override readonly name: string = 'FieldnoteError'
  readonly code: ErrorCode
  /** The HTTP status; null when no answer came. */
  readonly status: number | null
  /** The service's own words, or for 400 the list of everything that was wrong. */
  readonly detail: string | Violation[]
  /** How long the service asked to wait, where it did. */
  readonly retryAfterMs: number | null
  /** The service's name of this request, for its logs. */
  readonly requestId: string | null

  constructor({ call, status, detail, retryAfterMs = null, requestId = null, cause }: Facts) {
    const answered = typeof status === 'number'
    super(`${call}: ${answered ? `${status} ` : ''}${inWords(detail)}`, { cause })
    this.code = codeOf(status)
    this.status = answered ? status : null
    this.detail = detail
    this.retryAfterMs = retryAfterMs
    this.requestId = requestId
  }
}

/** What was sent cannot be taken as it is: 400, 405, 413, 415. */
export class InvalidError extends FieldnoteError {
  override readonly name = 'InvalidError'
}

/** 401: no key or token, or not a valid one. */
export class UnauthorizedError extends FieldnoteError {
  override readonly name = 'UnauthorizedError'
}

/** 403: the token's owner may not do this. */
export class ForbiddenError extends FieldnoteError {
  override readonly name = 'ForbiddenError'
}

/** 404 */
export class NotFoundError extends FieldnoteError {
  override readonly name = 'NotFoundError'
}

/** 409: the state of things forbids it; `detail` says which. */
export class ConflictError extends FieldnoteError {
  override readonly name = 'ConflictError'
}

/** 429 */
export class RateLimitedError extends FieldnoteError {
  override readonly name = 'RateLimitedError'
}

/** 5xx: the service failed, or is away. */
export class UnavailableError extends FieldnoteError {
  override readonly name = 'UnavailableError'
}

/** The call timed out, or no answer of the service arrived. */
export class NoAnswerError extends FieldnoteError {
  override readonly name = 'NoAnswerError'
}

type Kind = [ErrorCode, typeof FieldnoteError]

const KINDS = new Map<Facts['status'], Kind>([
  [401, ['unauthorized', UnauthorizedError]],
  [403, ['forbidden', ForbiddenError]],
  [404, ['not_found', NotFoundError]],
  [405, ['method_not_allowed', InvalidError]],
  [408, ['timed_out', NoAnswerError]],
  [409, ['conflict', ConflictError]],
  [413, ['too_large', InvalidError]],
  [415, ['unsupported_media_type', InvalidError]],
  [429, ['rate_limited', RateLimitedError]],
  [500, ['internal', UnavailableError]],
  ['timed_out', ['timed_out', NoAnswerError]],
  ['no_answer', ['no_answer', NoAnswerError]],
])

const kindOf = (status: Facts['status']): Kind =>
  KINDS.get(status) ?? (Number(status) < 500 ? ['invalid', InvalidError] : ['unavailable', UnavailableError])

const codeOf = (status: Facts['status']): ErrorCode => kindOf(status)[0]

export function errorOf(facts: Facts): FieldnoteError {
  const [, ErrorClass] = kindOf(facts.status)
  return new ErrorClass(facts)
}

const inWords = (detail: string | Violation[]): string =>
  typeof detail === 'string' ? detail : detail.map(({ loc, msg }) => `${loc.join('.')} ${msg}`).join('; ')
