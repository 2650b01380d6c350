// Whether the database can store anything: it may be read-only, like a standby, or its disk may be full.
import type pg from 'pg'
import { troubleOf } from './error-codes.ts'
import { watchQueries } from './watch-queries.ts'

const unwritable = new WeakSet<pg.Pool>()

/** Free space cannot be queried over SQL, so a failure is remembered until a write works again. */
export function noteFailedWrites(db: pg.Pool): void {
  watchQueries(db, {
    answered: (_, error) => {
      if (error && troubleOf(error) === 'unwritable') unwritable.add(db)
    },
  })
}

export async function isWritable(db: pg.Pool): Promise<boolean> {
  const { rows } = await db.query<{ writable: boolean }>(
    "SELECT current_setting('transaction_read_only') = 'off' AS writable",
  )
  if (!rows[0]?.writable) return false
  if (!unwritable.has(db)) return true
  await db.query(WRITE_A_LITTLE)
  unwritable.delete(db)
  return true
}

/** Needs a few new pages on the disk, and leaves nothing. */
const WRITE_A_LITTLE = `CREATE TEMP TABLE space_left ON COMMIT DROP AS
  SELECT repeat('x', 1000) AS text FROM generate_series(1, 100)`
