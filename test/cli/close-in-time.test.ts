// A process that was told to stop ends in time.
import { expect, it } from 'vitest'
import { closeInTime } from '../../src/cli/close-in-time.ts'
import { explain } from '../../src/cli/explain.ts'

it('ends a process that does not close in time, with one line that says so', async () => {
  const stuck = new Promise<void>(() => {})

  const error = await closeInTime(stuck, 20).catch((late: unknown) => late)

  expect(explain(error)).toMatch(/^Stopping took longer than .*[.]$/)
})

it('waits for a process that closes in time, and passes on what went wrong', async () => {
  await expect(closeInTime(Promise.resolve('closed'), 20)).resolves.toBe('closed')
  await expect(closeInTime(Promise.reject(new Error('broken')), 20)).rejects.toThrow('broken')
})
