// How long connections that nothing needs are kept.
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createPool, PATIENT, type Patience } from '../../src/db/pool.ts'
import { startService, type TestService } from '../service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterEach(() => void vi.useRealTimers())

/** How many of three are left so long after they were given back. */
async function left(patience: Patience | undefined, afterMs: number): Promise<number> {
  const pool = createPool(service.connection, 3, patience)
  const clients = await Promise.all([1, 2, 3].map(() => pool.connect()))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const client of clients) client.release()
  vi.advanceTimersByTime(afterMs)
  const count = pool.totalCount
  vi.useRealTimers()
  await pool.end()
  return count
}

it('a pool for work in the background gives its connections back within seconds', async () => {
  expect(await left(PATIENT, 2_000)).toBe(0)
})

it('a pool for calls keeps its connections for the next call', async () => {
  expect(await left(undefined, 9_000)).toBe(3)
})
