// A database that cannot work at the moment is neither the caller's fault nor a bug: say so, and when to try again.
import { Refusal } from '../contract/refusal.ts'
import { type Trouble, troubleOf } from '../db/error-codes.ts'

export function unavailable(error: unknown): Refusal | undefined {
  const trouble = troubleOf(error)
  return trouble && refusalOf(trouble)
}

export const databaseAway = (): Refusal => refusalOf('away')

const DETAILS: Record<Trouble, [detail: string, retryAfterSeconds: number]> = {
  away: ['the database is not reachable at the moment; try again shortly', 1],
  busy: ['the service has too much to do at the moment; try again shortly', 2],
  locked: ['the digest or somebody else is changing the same data at the moment; try again shortly', 1],
  unwritable: ['the database cannot store anything at the moment: it is read-only or its disk is full', 10],
}

export function refusalOf(trouble: Trouble): Refusal {
  const [detail, seconds] = DETAILS[trouble]
  return new Refusal('unavailable', detail, { 'Retry-After': String(seconds) })
}

/** Only an operator can resolve it. */
export const needsTheOperator = (error: unknown): boolean => troubleOf(error) === 'unwritable'
