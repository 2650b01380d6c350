// The Idempotency-Key header, and the header that marks a replayed response.
import type { IncomingHttpHeaders } from 'node:http'
import { idempotencyHeader } from '../contract/idempotency.ts'
import type { Violation } from '../contract/refusal.ts'
import type { Outcome } from '../domain/once.ts'

type Sent = { headers: IncomingHttpHeaders }

export const idempotencyViolations = ({ headers }: Sent): Violation[] => idempotencyHeader.violations(headers)

export const idempotencyKeyOf = ({ headers }: Sent): string | undefined =>
  headers['idempotency-key'] as string | undefined

/** Says that this is the first response again and that nothing was stored this time. */
export const replayHeader = ({ replayed }: Outcome<unknown>): Record<string, string> =>
  replayed ? { 'Idempotent-Replayed': 'true' } : {}
