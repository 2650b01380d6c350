// What every failed call is thrown as.
import type { Violation } from './generated/api.ts'

export type { Violation }

type Facts = {
  call: string
  status: number | null
  detail: string | Violation[]
  timedOut?: boolean
  retryAfterMs?: number | null
  requestId?: string | null
  cause?: unknown
}

export class FieldnoteError extends Error {
  override readonly name = 'FieldnoteError'
  /** The HTTP status; null when no answer came, because of a time-out or the network. */
  readonly status: number | null
  /** The service's own words, or for 400 the list of everything that was wrong. */
  readonly detail: string | Violation[]
  readonly timedOut: boolean
  /** How long the service asked to wait, where it did. */
  readonly retryAfterMs: number | null
  /** The service's name of this request, for its logs. */
  readonly requestId: string | null

  constructor({
    call,
    status,
    detail,
    timedOut = false,
    retryAfterMs = null,
    requestId = null,
    cause,
  }: Facts) {
    super(`${call}: ${status === null ? '' : `${status} `}${inWords(detail)}`, { cause })
    this.status = status
    this.detail = detail
    this.timedOut = timedOut
    this.retryAfterMs = retryAfterMs
    this.requestId = requestId
  }
}

const inWords = (detail: string | Violation[]): string =>
  typeof detail === 'string' ? detail : detail.map(({ loc, msg }) => `${loc.join('.')} ${msg}`).join('; ')
