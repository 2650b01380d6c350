// Processes go by the database's time: what one writes as due is due for all.
import { afterEach, expect, it, vi } from 'vitest'
import { followDatabaseClock } from '../../src/db/database-clock.ts'
import type { Tx } from '../../src/db/pool.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

/** Nothing of a database but its clock. */
function databaseAt(time: () => number): Tx {
  const answer = async () => ({ rows: [{ ms: time() }] })
  return { query: answer as unknown as Tx['query'] }
}

afterEach(() => void vi.useRealTimers())

it('goes by the database, whatever is done to the clock of the process', async () => {
  vi.useFakeTimers()
  const began = Date.now()
  const clock = await followDatabaseClock(databaseAt(() => began + HOUR))
  vi.setSystemTime(began - 24 * HOUR)

  vi.advanceTimersByTime(1_000)

  expect(clock.now().getTime() - began).toBe(HOUR + 1_000)
  clock.stop()
})

it('follows when the database is set, and goes on while it is away', async () => {
  vi.useFakeTimers()
  let time: () => number = () => 1_000 * HOUR
  const clock = await followDatabaseClock(databaseAt(() => time()))
  time = () => 2_000 * HOUR
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(clock.now().getTime()).toBe(2_000 * HOUR)

  time = () => {
    throw new Error('away')
  }
  await vi.advanceTimersByTimeAsync(MINUTE)

  expect(clock.now().getTime()).toBe(2_000 * HOUR + MINUTE)
  clock.stop()
})
