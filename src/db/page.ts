// Key-set pages: newest first by id, so that a page never shifts while rows arrive.

/** Rows strictly before this id (null: from the newest), at most this many. */
export type Page = { before: string | null; limit: number }

/** The condition that selects a page; the parameter of this number holds `before`. */
export const pageOf = (column: string, parameter: number): string =>
  `($${parameter}::uuid IS NULL OR ${column} < $${parameter})`
