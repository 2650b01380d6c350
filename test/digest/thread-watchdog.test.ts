// A thread of the digest that hangs is ended and started again.
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, vi } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { runDigestThread } from '../../src/worker/run-digest-thread.ts'
import { atEnd } from '../closings.ts'

const LIMITS = { beatMs: 20, missedBeats: 50, turnMs: 1_000 }
/** However long a thread takes to start here, it is not taken for one that hangs. */
const PATIENT = { ...LIMITS, beatMs: 5_000 }
const BEATING = (turnMs: number) => `
  import { parentPort } from 'node:worker_threads'
  const beats = setInterval(() => parentPort.postMessage({ turnMs: ${turnMs} }), 20)
  parentPort.postMessage({ fault: { type: 'Started' } })
  parentPort.on('message', () => { clearInterval(beats); parentPort.close() })`

function run(code: string, limits: typeof LIMITS & { startMs?: number } = LIMITS) {
  const faults: { type?: string; message?: string }[] = []
  const file = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  const task = { config: loadConfig({}), connection: {}, baseUrl: 'http://localhost' }
  const told = new EventEmitter()
  const onError = (fault: object) => {
    faults.push(fault)
    told.emit('fault')
  }
  const worker = runDigestThread(task, onError, limits, file)
  return { faults, worker, nextFault: () => once(told, 'fault') }
}

it.each([
  ['that gives no sign of life', `for (;;);`, 'does not respond', LIMITS],
  ['whose batch does not end', BEATING(5_000), 'takes too long', PATIENT],
])('a thread %s is ended and started again', async (_, code, reason, limits) => {
  const { faults, worker } = run(code, limits)

  await expect.poll(() => faults.filter(({ type }) => type === 'StuckThread').length).toBeGreaterThan(1)

  expect(faults.find(({ type }) => type === 'StuckThread')?.message).toContain(reason)
  void worker.stop() // a thread that hangs is not waited for here
})

/** The beats that the watchdog counts are ours; `expect.poll` would let them pass while it waits. Those of the thread are its own. */
function holdWatchdog(): void {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  atEnd(async () => {
    vi.useRealTimers()
  })
}

const ALL_BUT_ONE = (LIMITS.missedBeats - 1) * LIMITS.beatMs

it('a thread gets longer to start where the process itself took long', async () => {
  holdWatchdog()
  const { faults, worker, nextFault } = run(BEATING(5), { ...LIMITS, startMs: 60_000 })
  atEnd(() => worker.stop())
  vi.advanceTimersByTime(4 * ALL_BUT_ONE)

  await nextFault()

  expect(faults).toEqual([{ type: 'Started' }])
})

it('a thread that has started is watched as closely as any, however long the process took to start', async () => {
  holdWatchdog()
  const beatsOnce = `
    import { parentPort } from 'node:worker_threads'
    parentPort.postMessage({ turnMs: 5 })
    parentPort.postMessage({ fault: { type: 'Started' } })
    parentPort.on('message', () => parentPort.close())`
  const { faults, worker, nextFault } = run(beatsOnce, { ...LIMITS, startMs: 3_600_000 })
  atEnd(() => worker.stop())
  await nextFault()

  vi.advanceTimersByTime(LIMITS.missedBeats * LIMITS.beatMs)

  expect(faults.at(-1)?.message).toContain('does not respond')
})

const SLOW = 'const until = Date.now() + 1_500; while (Date.now() < until);'

it('a thread that did not start in time gets longer the next time', async () => {
  const { faults, worker } = run(`${SLOW} ${BEATING(5)}`)
  atEnd(() => worker.stop())

  await expect.poll(() => faults.map(({ type }) => type)).toContain('Started')

  expect(faults[0]?.message).toContain('does not respond')
})

it('a thread that works is left alone', async () => {
  holdWatchdog()
  const beatsWhenWoken = `
    import { parentPort } from 'node:worker_threads'
    const beat = () => {
      parentPort.postMessage({ turnMs: 5 })
      parentPort.postMessage({ fault: { type: 'Beat' } })
    }
    beat()
    parentPort.on('message', (order) => (order === 'stop' ? parentPort.close() : beat()))`
  const { faults, worker, nextFault } = run(beatsWhenWoken)
  atEnd(() => worker.stop())
  await nextFault()

  for (const _ of ['once', 'again']) {
    vi.advanceTimersByTime(ALL_BUT_ONE)
    const beaten = nextFault()
    worker.wake()
    await beaten
  }

  expect(faults).toEqual([{ type: 'Beat' }, { type: 'Beat' }, { type: 'Beat' }])
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
  const worker = runDigestThread(task, () => {}, PATIENT, file)

  const [socket] = await once(silent, 'connection')
  socket.resume() // its end comes after whatever was sent before it
  atEnd(async () => {
    socket.destroy()
  })
  await worker.stop()

  await expect.poll(() => socket.readyState).toBe('closed')
})
