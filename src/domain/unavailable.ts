// A database that is away is not the caller's fault and not a bug: say so, and when to try again.
import { Refusal } from '../contract/refusal.ts'
import { isUnreachable } from '../db/pool.ts'

export const unavailable = (error: unknown): Refusal | undefined =>
  isUnreachable(error) ? databaseAway() : undefined

export const databaseAway = (): Refusal =>
  new Refusal('unavailable', 'the database is not reachable at the moment; try again shortly', {
    'Retry-After': '1',
  })
