// Reads dates as other tools export them: in UTC if they have no zone, at midnight if they have no time.
import { parseDateTime } from '../../contract/date-time.ts'
import type { DateOrder } from '../../contract/labels.ts'

const TIME = String.raw`(?:[ T,]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?: ?([AaPp])\.?[Mm]\.?)?)?(?: ?(?:Z|UTC|GMT))?`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`)
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${TIME}$`)
const NAMED_DAY_FIRST = new RegExp(String.raw`^(\d{1,2})\.?[ -]([A-Za-z]{3})[a-z]*\.?,?[ -](\d{4})${TIME}$`)
const NAMED_MONTH_FIRST = new RegExp(String.raw`^([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})${TIME}$`)
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Null if it is not a valid date. */
export function readDate(text: string, order: DateOrder): Date | null {
  return parseDateTime(text) ?? fromEpoch(text) ?? fromParts(text, order)
}

/** Seconds or milliseconds since 1970. */
function fromEpoch(text: string): Date | null {
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000)
  return /^\d{13}$/.test(text) ? new Date(Number(text)) : null
}

function fromParts(text: string, order: DateOrder): Date | null {
  const [yearFirst, yearLast] = [YEAR_FIRST.exec(text), YEAR_LAST.exec(text)]
  if (yearFirst) return toDate(yearFirst[1], yearFirst[2], yearFirst[3], yearFirst.slice(4))
  if (yearLast && order === 'day_first')
    return toDate(yearLast[3], yearLast[2], yearLast[1], yearLast.slice(4))
  if (yearLast) return toDate(yearLast[3], yearLast[1], yearLast[2], yearLast.slice(4))
  const [dayFirst, monthFirst] = [NAMED_DAY_FIRST.exec(text), NAMED_MONTH_FIRST.exec(text)]
  if (dayFirst) return toDate(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1], dayFirst.slice(4))
  if (monthFirst) return toDate(monthFirst[3], monthNumber(monthFirst[1]), monthFirst[2], monthFirst.slice(4))
  return null
}

const monthNumber = (name = ''): string => String(MONTHS.indexOf(name.toLowerCase()) + 1)

type Part = string | undefined

function toDate(year: Part, month: Part, day: Part, [hour, minute, second, half]: Part[]): Date | null {
  const hours = half === undefined ? Number(hour ?? 0) : afterMidnight(Number(hour), half)
  if (hours === null) return null
  const two = (part: Part | number) => String(part ?? 0).padStart(2, '0')
  return parseDateTime(`${year}-${two(month)}-${two(day)}T${two(hours)}:${two(minute)}:${two(second)}Z`)
}

function afterMidnight(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

/** The order of day and month: the first unambiguous date decides, otherwise the month comes first. */
export function orderOf(dates: string[]): DateOrder {
  const parts = dates.flatMap((date) => {
    const found = YEAR_LAST.exec(date)
    return found ? [{ first: Number(found[1]), dotted: date.includes('.') }] : []
  })
  // With dots, the day comes first everywhere.
  return parts.some(({ first, dotted }) => first > 12 || dotted) ? 'day_first' : 'month_first'
}

/** Recognized by its values, whatever the column's name. Plain numbers may be anything. */
export function areDates(values: string[]): boolean {
  const filled = values.filter((value) => value !== '')
  const order = orderOf(filled)
  return filled.length > 0 && filled.every((value) => !/^\d+$/.test(value) && readDate(value, order) !== null)
}
