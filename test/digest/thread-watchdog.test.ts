// A thread of the digest that hangs is ended and started again.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, vi } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { runDigestThread } from '../../src/worker/run-digest-thread.ts'
import { atEnd } from '../closings.ts'

const LIMITS = { beatMs: 20, missedBeats: 50, turnMs: 1_000 }
const LIMITS_OF_A_START = { ...LIMITS, beatMs: 5_000 }
const BEATING = (turnMs: number) => `
  import { parentPort } from 'node:worker_threads'
  const beats = setInterval(() => parentPort.postMessage({ turnMs: ${turnMs} }), 20)
  parentPort.postMessage({ fault: { type: 'Started' } })
  parentPort.on('message', () => { clearInterval(beats); parentPort.close() })`

function run(code: string, limits: typeof LIMITS & { startMs?: number } = LIMITS) {
  const faults: { type?: string; message?: string }[] = []
  const file = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  const task = { config: loadConfig({}), connection: {}, baseUrl: 'http://localhost' }
  const worker = runDigestThread(task, (fault) => faults.push(fault), limits, file)
  return { faults, worker }
}

it.each([
  ['that gives no sign of life', `for (;;);`, 'no sign of life'],
  ['whose batch does not end', BEATING(5_000), 'does not end'],
])('a thread %s is ended and started again', async (_, code, reason) => {
  const { faults, worker } = run(code)

  await expect.poll(() => faults.filter(({ type }) => type === 'StuckThread').length).toBeGreaterThan(1)

  expect(faults.find(({ type }) => type === 'StuckThread')?.message).toContain(reason)
  void worker.stop() // a thread that hangs is not waited for here
})

const SLOW = 'const until = Date.now() + 1_500; while (Date.now() < until);'

it('a thread gets longer to start where the process itself took long', async () => {
  const { faults, worker } = run(`${SLOW} ${BEATING(5)}`, { ...LIMITS, startMs: 60_000 })
  atEnd(() => worker.stop())

  await expect.poll(() => faults.length).toBeGreaterThan(0)

  expect(faults).toEqual([{ type: 'Started' }])
})

it('a thread that has started is watched as closely as any, however long the process took to start', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  atEnd(async () => {
    vi.useRealTimers()
  })
  const beatsOnce = `
    import { parentPort } from 'node:worker_threads'
    parentPort.postMessage({ turnMs: 5 })
    parentPort.postMessage({ fault: { type: 'Started' } })
    parentPort.on('message', () => parentPort.close())`
  const { faults, worker } = run(beatsOnce, { ...LIMITS, startMs: 3_600_000 })
  atEnd(() => worker.stop())
  await expect.poll(() => faults.map(({ type }) => type)).toContain('Started')

  vi.advanceTimersByTime(LIMITS.missedBeats * LIMITS.beatMs)

  expect(faults.at(-1)?.message).toContain('no sign of life')
})

it('a thread that did not start in time gets longer the next time', async () => {
  const { faults, worker } = run(`${SLOW} ${BEATING(5)}`)
  atEnd(() => worker.stop())

  await expect.poll(() => faults.map(({ type }) => type)).toContain('Started')

  expect(faults[0]?.message).toContain('no sign of life')
})

it('a thread that works is left alone', async () => {
  const { faults, worker } = run(BEATING(5))
  atEnd(() => worker.stop())

  await expect.poll(() => faults.length).toBeGreaterThan(0)

  expect(faults).toEqual([{ type: 'Started' }])
})

it('a thread that still waits for the database ends at once when it is told to', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  atEnd(async () => {
    silent.close()
  })
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const connection = { host: '127.0.0.1', port, connectionTimeoutMillis: 600_000 }
  const file = new URL('../../src/worker/digest-thread.ts', import.meta.url)
  const task = { config: loadConfig({}), connection, baseUrl: 'http://localhost' }
  const worker = runDigestThread(task, () => {}, LIMITS_OF_A_START, file)

  const [socket] = await once(silent, 'connection')
  socket.resume() // its end comes after whatever was sent before it
  atEnd(async () => {
    socket.destroy()
  })
  await worker.stop()

  await expect.poll(() => socket.readyState).toBe('closed')
})
