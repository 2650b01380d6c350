// Key-set pages: newest first by id, so that a page never shifts while rows arrive.

/** Rows strictly before this id (null: from the newest), at most this many. */
export type Page = { before: string | null; limit: number }

/** The condition that selects a page; the parameter of this number holds `before`. */
export const pageOf = (column: string, parameter: number): string =>
  `($${parameter}::uuid IS NULL OR ${column} < $${parameter})`

/** The next possible id: a page before it begins with this one. Null after the last, where every page begins. */
export function idAfter(id: string): string | null {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0')
  return next.length > 32 ? null : next.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The most rows that one statement deletes by age: about 50 ms. */
export const SOME = 'LIMIT 1000 FOR UPDATE SKIP LOCKED'
