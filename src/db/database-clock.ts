// The clock of every process: the database's time, carried forward by this machine's monotonic clock. So processes
// agree on due times, whatever is wrong with a machine's clock.
import type { Tx } from './pool.ts'

export type Clock = { now: () => Date; stop(): void }

const ASK_EVERY_MS = 10_000
/** A slower answer is ignored unless this clock is off by more than the answer took. */
const PRECISE_MS = 500

export async function followDatabaseClock(db: Tx): Promise<Clock> {
  let ahead = await askAhead(db) // of the monotonic clock
  const timer = setInterval(() => {
    askAhead(db).then(
      (asked) => {
        const isBetter = asked.within <= PRECISE_MS || Math.abs(asked.ms - ahead.ms) > asked.within
        if (isBetter) ahead = asked
      },
      () => {}, // the database is unreachable; the clock continues as it was
    )
  }, ASK_EVERY_MS).unref()
  return {
    now: () => new Date(performance.now() + ahead.ms),
    stop: () => clearInterval(timer),
  }
}

/** By how much the database's time is ahead of the monotonic clock, and how long it took to ask. */
async function askAhead(db: Tx): Promise<{ ms: number; within: number }> {
  const asked = performance.now()
  const { rows } = await db.query<{ ms: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
  )
  const answered = performance.now()
  return { ms: (rows[0]?.ms ?? Date.now()) - (asked + answered) / 2, within: answered - asked }
}
