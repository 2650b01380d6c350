// Numbers and times in the viewer's format and time zone; words in English, like the rest of the console.
import { DAY_MS } from '../../src/contract/date-time.ts'
import { serverNow } from './server-clock.ts'

const number = new Intl.NumberFormat()
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const utcDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const dayInYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
// In words of English sentences; a past week is not always "last week".
const relative = new Intl.RelativeTimeFormat('en')
const relativeDay = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

export const formatNumber = (value: number): string => number.format(value)
/** 12.3K where 12,345 does not fit. */
export function formatCompact(value: number): string {
  return value < 10_000 ? number.format(value) : compact.format(value)
}
export const formatPercent = (share: number): string => percent.format(share)
export const formatDateTime = (iso: string): string => dateTime.format(new Date(iso))
/** A date without a time is midnight UTC, and is shown as that date everywhere. */
export const formatDateOrTime = (iso: string): string =>
  iso.endsWith('T00:00:00.000Z') ? utcDate.format(new Date(iso)) : formatDateTime(iso)
export const formatExact = (iso: string): string => exact.format(new Date(iso))
export const formatDate = (iso: string): string => date.format(new Date(iso))
/** A UTC day, such as 2026-03-14. */
export const formatDay = (day: string): string => dayInYear.format(new Date(`${day}T00:00:00Z`))

const STEPS: [seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [31_536_000, 'year'],
  [2_592_000, 'month'],
  [604_800, 'week'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
]

export function formatAgo(iso: string, now = serverNow()): string {
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000)
  const step = STEPS.find(([size]) => Math.abs(seconds) >= size)
  if (!step) return 'just now'
  const [size, unit] = step
  return (unit === 'day' ? relativeDay : relative).format(Math.trunc(seconds / size), unit)
}

/** `plural(3, 'user')` → "3 users". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** `withArticle('editor')` → "an editor". */
export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** `capitalized('very negative')` → "Very negative". */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** The last `days` days up to today as `2026-03-14`, in UTC, oldest first, so that charts have no gaps. */
export function lastDays(days: number, until = serverNow()): string[] {
  return Array.from({ length: days }, (_, i) =>
    new Date(until - (days - 1 - i) * DAY_MS).toISOString().slice(0, 10),
  )
}
