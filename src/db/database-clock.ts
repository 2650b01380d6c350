// The time that every process goes by: the database's, carried on by this machine's monotonic clock. What one process
// writes as due, another finds due, whatever is wrong with the clock of either or done to it while they run.
import type { Tx } from './pool.ts'

export type Clock = { now: () => Date; stop(): void }

const ASK_EVERY_MS = 10_000
/** An answer that was longer on its way says too little, unless this clock is off by more. */
const PRECISE_MS = 500

export async function followDatabaseClock(db: Tx): Promise<Clock> {
  let ahead = await askAhead(db) // of the monotonic clock
  const timer = setInterval(() => {
    askAhead(db).then(
      (asked) => {
        const isBetter = asked.within <= PRECISE_MS || Math.abs(asked.ms - ahead.ms) > asked.within
        if (isBetter) ahead = asked
      },
      () => {}, // the database is away; until it answers, this goes on as it went
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
