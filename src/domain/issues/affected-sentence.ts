// The last sentence of an issue's summary: how many are affected, and since when. It is made when the issue is read, from
// its counters, so that it is never behind them.
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

/** "Reported by 14 users since March 3." Days are those of UTC, as in the trend. */
export function affectedSentence(issue: Affected, now: Date): string {
  const { kind, user_count, first_seen, last_seen } = issue
  if (user_count === 0 || !first_seen) return ''
  const users = user_count === 1 ? '1 user' : `${user_count.toLocaleString('en-US')} users`
  const isOneDay = last_seen !== null && dayOf(last_seen) === dayOf(first_seen)
  return `${VERBS[kind]} by ${users} ${isOneDay ? 'on' : 'since'} ${inWords(first_seen, now)}.`
}

/** The text, and how many are affected; nothing of either while nothing is written yet. */
export const withAffected = (text: string, issue: Affected, now: Date): string =>
  text === '' ? '' : `${text} ${affectedSentence(issue, now)}`.trim()

/** Without the year while that is the present one. */
function inWords(at: Date, now: Date): string {
  const isThisYear = at.getUTCFullYear() === now.getUTCFullYear()
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return at.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC', ...year })
}
