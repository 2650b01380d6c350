// When a key or a token expires: in the future, or never.
import { parseDateTime } from '../contract/date-time.ts'
import { invalid } from '../contract/refusal.ts'

/** Null: never. */
export function readExpiry(wanted: string | null | undefined, noun: 'key' | 'token', now: Date): Date | null {
  const end = wanted ? parseDateTime(wanted) : null
  if (!end || end > now) return end
  const msg = `must be in the future, not ${wanted}: such a ${noun} would never work`
  throw invalid([{ loc: ['body', 'expires_at'], msg, type: 'expires_at' }])
}
