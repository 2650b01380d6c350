// Worker threads run the source: a test must never pass on what was built before the change that it tests.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { LIMITS } from '../src/contract/limits.ts'

const SOURCE = new URL('./source-thread.ts', import.meta.url)

it('runs TypeScript in a thread, with what it imports', async () => {
  const [told] = await once(new Worker(SOURCE), 'message')

  expect(told).toEqual({ from: SOURCE.href, bodyBytes: LIMITS.bodyBytes })
})

it('names the line of the source when it fails', async () => {
  const thread = new Worker(SOURCE, {
    workerData: 'fail',
    execArgv: [...process.execArgv, '--enable-source-maps'],
  })

  const [error] = await once(thread, 'error')

  expect(error.stack).toContain('source-thread.ts:7')
})
