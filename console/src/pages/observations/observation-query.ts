// Converts the address's parameters to the server's query.

import { formatDate } from '../../format.ts'
import type { QueryFor } from '../../operations.ts'
import type { Filters } from '../../search-parameters.ts'

/** Up to and including today, in the viewer's time zone. Saved views with one of these move with the calendar. */
const PERIODS = { today: 1, '7d': 7, '30d': 30, '90d': 90 } as const
export type Period = keyof typeof PERIODS
export const PERIOD_LABELS: Record<Period, string> = {
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
}

/** All filters, in display order. */
export const NARROWING = [
  'q',
  'sentiment',
  'tag',
  'period',
  'from',
  'to',
  'issue',
  'user_id',
  'interaction_id',
  'source',
  'import',
] as const

export const NO_FILTERS: Filters = Object.fromEntries(NARROWING.map((name) => [name, undefined]))

export const isPeriod = (text: string | undefined): text is Period => text !== undefined && text in PERIODS

export function observationsQuery(filters: Filters): QueryFor<['observations']> {
  const { q, sentiment, tag, issue, user_id, interaction_id, source, from, to, period } = filters
  const bounds = isPeriod(period)
    ? { from: startOfDay(1 - PERIODS[period]) }
    : { from: begin(from), to: end(to) }
  return { q, sentiment, tag, issue, user_id, interaction_id, source, import: filters.import, ...bounds }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A moment unchanged, or the start of a day such as 2026-03-14 in the viewer's time zone. */
const begin = (text: string | undefined) => (text && DAY.test(text) ? momentOf(text) : text)
/** Includes the whole last day: up to the start of the next. */
const end = (text: string | undefined) => (text && DAY.test(text) ? momentOf(text, 1) : text)

function momentOf(day: string, plusDays = 0): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + plusDays).toISOString()
}

function startOfDay(plusDays: number): string {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + plusDays).toISOString()
}

/** The active period in words. */
export function periodWords({ period, from, to }: Filters): string | undefined {
  if (isPeriod(period)) return PERIOD_LABELS[period]
  if (!from && !to) return undefined
  const [first, last] = [from && dayWords(from), to && dayWords(lastMoment(to))]
  if (first && last) return first === last ? first : `${first} – ${last}`
  return first ? `since ${first}` : `until ${last}`
}

/** The end is exclusive: up to the start of a day means up to the previous day. */
function lastMoment(to: string): string {
  const moment = Date.parse(to)
  return DAY.test(to) || Number.isNaN(moment) ? to : new Date(moment - 1).toISOString()
}

function dayWords(text: string): string {
  const moment = begin(text) ?? ''
  return Number.isNaN(Date.parse(moment)) ? text : formatDate(moment)
}
