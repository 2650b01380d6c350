// The last sentence of an issue's summary: how many users are affected, and since when. It is built from the counters
// when the issue is read, so it is never out of date.
import { dayOf } from '../../contract/date-time.ts'
import type { IssueKind } from '../../contract/labels.ts'

export type Affected = {
  kind: IssueKind
  user_count: number
  first_seen: Date | null
  last_seen: Date | null
}

const VERBS: Record<IssueKind, string> = {
  problem: 'Reported',
  request: 'Requested',
  question: 'Asked',
  praise: 'Praised',
}

/** "Reported by 14 users since March 3." Days are UTC days, as in the trend. */
export function affectedSentence(issue: Affected, now: Date): string {
  const { kind, user_count, first_seen, last_seen } = issue
  if (user_count === 0 || !first_seen) return ''
  const users = user_count === 1 ? '1 user' : `${user_count.toLocaleString('en-US')} users`
  const isOneDay = last_seen !== null && dayOf(last_seen) === dayOf(first_seen)
  return `${VERBS[kind]} by ${users} ${isOneDay ? 'on' : 'since'} ${inWords(first_seen, now)}.`
}

/** Appends the sentence to the text. Empty while the text is empty. */
export const withAffected = (text: string, issue: Affected, now: Date): string =>
  text === '' ? '' : `${text} ${affectedSentence(issue, now)}`.trim()

/** Leaves out the current year. */
function inWords(at: Date, now: Date): string {
  const isThisYear = at.getUTCFullYear() === now.getUTCFullYear()
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return at.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC', ...year })
}
