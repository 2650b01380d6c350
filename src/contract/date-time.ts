// Strict RFC 3339 date-times: `Date.parse` accepts bare dates and turns February 30 into a day in March.

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** The UTC day, such as 2026-03-14. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:([Zz])|([+-])(\d\d):(\d\d))?$/

// Outside these years, PostgreSQL and JSON parsers format dates differently.
const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** Null when the text is not a valid date-time. Without a time zone, it is read as UTC. */
export function parseDateTime(text: string): Date | null {
  const match = DATE_TIME.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as Six
  const offset = offsetMinutes(match[9], match[10], match[11])
  if (!isRealDate(year, month, day) || hour > 23 || minute > 59 || second > 60 || offset === null) return null
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'))
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, day)
  at.setUTCHours(hour, minute - offset, second, milliseconds)
  if (second === 60 && !(at.getUTCHours() === 0 && at.getUTCMinutes() === 0)) return null
  return at.getTime() < EARLIEST || at.getTime() > LATEST ? null : at
}

type Six = [number, number, number, number, number, number]

function offsetMinutes(sign?: string, hours?: string, minutes?: string): number | null {
  if (!sign) return 0
  if (Number(hours) > 23 || Number(minutes) > 59) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

function isRealDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  const probe = new Date(0)
  probe.setUTCFullYear(year, month, 0)
  return day <= probe.getUTCDate()
}
