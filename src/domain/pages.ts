// Cursors: opaque to callers, the last seen key to us.

import { parseDateTime } from '../contract/date-time.ts'
import { LIMITS } from '../contract/limits.ts'
import type { PageQuery, Total } from '../contract/pages.ts'
import { invalid } from '../contract/refusal.ts'
import { isUuid } from '../contract/validate.ts'
import type { Page } from '../db/page.ts'

export type Paged<T> = { items: T[]; next_cursor: string | null }

/** Reads one row more than the page holds, which shows whether there is a next page. */
export async function page<Row, T>(
  query: PageQuery,
  read: (page: Page) => Promise<Row[]>,
  keyOf: (row: Row) => string,
  show: (row: Row) => T,
): Promise<Paged<T>> {
  const limit = query.limit ?? LIMITS.pageSize
  const rows = await read({ before: decode(query.cursor), limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next_cursor = rows.length > limit && last !== undefined ? encode(keyOf(last)) : null
  return { items: shown.map(show), next_cursor }
}

type NextPage = { limit: number; cursor?: string }

/** Every row of a list, read a page at a time. */
export async function* all<T>(read: (page: NextPage) => Promise<Paged<T>>): AsyncGenerator<T> {
  let cursor: string | null = null
  do {
    const page: Paged<T> = await read({ limit: LIMITS.pageSizeMax, ...(cursor !== null && { cursor }) })
    yield* page.items
    cursor = page.next_cursor
  } while (cursor !== null)
}

const encode = (key: string): string => Buffer.from(key.replaceAll('-', ''), 'hex').toString('base64url')

function decode(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const hex = Buffer.from(cursor, 'base64url').toString('hex')
  const key = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  if (isUuid(key)) return key
  throw noSuchCursor()
}

const noSuchCursor = () =>
  invalid([{ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' }])

/** A position in a list that is sorted by something other than the id; the id decides between equals. */
export type Place = { key: string; id: string }

export const encodePlace = (sort: string, { key, id }: Place): string =>
  Buffer.from(JSON.stringify([sort, key, id])).toString('base64url')

/**
 * Whether PostgreSQL can have written the key in a cursor: any other text would make the statement fail like a fault of
 * ours.
 */
export const isCount = (key: string): boolean => /^\d{1,9}$/.test(key)
export const isMoment = (key: string): boolean => key.endsWith('+00') && parseDateTime(`${key}:00`) !== null

/** Only a cursor of the same order, with a key and an id that the list can have. */
export function decodePlace(cursor: string, sort: string, isPlace: (place: Place) => boolean): Place {
  try {
    const [of, key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (of === sort && typeof key === 'string' && typeof id === 'string' && !id.includes('\0'))
      if (isPlace({ key, id })) return { key, id }
  } catch {
    // Not one of ours: refused below like any other wrong cursor.
  }
  throw noSuchCursor()
}

/**
 * A page of a list that is short enough to be read as a whole, in any order. The next page begins after the last item
 * of this one or, if that item is gone by then, at its former position.
 */
export function pageOfFew<T extends { id: string }>(
  { limit = LIMITS.pageSize, cursor }: PageQuery,
  items: T[],
): Paged<T> {
  const from = cursor === undefined ? 0 : placeAfter(cursor, items)
  const shown = items.slice(from, from + limit)
  const end = from + shown.length
  const last = shown.at(-1)
  const more = last !== undefined && end < items.length
  return { items: shown, next_cursor: more ? encodePlace(FEW, { key: String(end - 1), id: last.id }) : null }
}

/** The order named in the cursors of such lists. */
const FEW = 'place'

function placeAfter(cursor: string, items: { id: string }[]): number {
  const last = decodePlace(cursor, FEW, ({ key, id }) => isCount(key) && isUuid(id))
  const at = items.findIndex(({ id }) => id === last.id)
  return at < 0 ? Number(last.key) : at + 1
}

/** `counted` stopped at one more than the limit, so that "at least" and "exactly" differ. */
export const totalOf = (counted: number): Total => ({
  count: Math.min(counted, LIMITS.listTotal),
  at_least: counted > LIMITS.listTotal,
})
