import { beforeEach, expect, test, vi } from 'vitest'
import { type Circuit, createCircuit } from '../../../src/digest/models/circuit.ts'
import { ModelFault } from '../../../src/digest/models/model-fault.ts'

let time = 0
let circuit: Circuit

beforeEach(() => {
  time = 1_000
  circuit = createCircuit(() => time)
})

const faulty = async (): Promise<never> => {
  throw new ModelFault('timeout', 'too late')
}
const fine = async () => 'fine'
const fail = async (times: number) => {
  for (let at = 0; at < times; at++) await circuit.run(faulty).catch(() => {})
}
const PAUSED = { kind: 'unreachable', message: 'paused after repeated faults' }

test('hands results and faults through', async () => {
  expect(await circuit.run(fine)).toBe('fine')
  await expect(circuit.run(faulty)).rejects.toMatchObject({ kind: 'timeout', message: 'too late' })
  expect(circuit.pausedUntil()).toBeNull()
})

test('pauses 30 seconds after three faults in a row, without asking', async () => {
  const work = vi.fn(fine)
  await fail(3)

  time += 29_999
  await expect(circuit.run(work)).rejects.toMatchObject(PAUSED)
  expect(work).not.toHaveBeenCalled()
  expect(circuit.pausedUntil()).toBe(31_000)

  time += 1
  expect(await circuit.run(work)).toBe('fine')
  expect(circuit.pausedUntil()).toBeNull()
})

test('an answer between faults starts the count again', async () => {
  await fail(2)
  await circuit.run(fine)
  await fail(2)

  expect(await circuit.run(fine)).toBe('fine')
})

test('doubles the pause after each probe that fails, up to 5 minutes', async () => {
  await fail(3)

  const pauses: number[] = []
  for (let probe = 0; probe < 6; probe++) {
    const until = circuit.pausedUntil() ?? time
    pauses.push((until - time) / 1000)
    time = until
    await fail(1)
  }

  expect(pauses).toEqual([30, 60, 120, 240, 300, 300])
})

test('starts at 30 seconds again after a probe that went well', async () => {
  await fail(3)
  time += 30_000
  await fail(1)
  time += 60_000
  await circuit.run(fine)

  await fail(2)
  expect(circuit.pausedUntil()).toBeNull()
  await fail(1)

  expect(circuit.pausedUntil()).toBe(time + 30_000)
})

test('lets one probe through at a time', async () => {
  await fail(3)
  time += 30_000
  const { promise, resolve } = deferred()

  const probe = circuit.run(() => promise)
  await expect(circuit.run(fine)).rejects.toMatchObject(PAUSED)
  resolve('late')

  expect(await probe).toBe('late')
  expect(await circuit.run(fine)).toBe('fine')
})

test('calls from before the pause neither end it nor lengthen it', async () => {
  const good = deferred()
  const bad = deferred()
  const early = [circuit.run(() => good.promise), circuit.run(() => bad.promise)]
  await fail(3)

  good.resolve('late')
  bad.reject(new ModelFault('timeout', 'too late'))
  await Promise.allSettled(early)

  expect(circuit.pausedUntil()).toBe(31_000)
  time = 31_000
  await fail(1)
  expect(circuit.pausedUntil()).toBe(91_000)
})

test('a bug is not counted, and leaves room for the next probe', async () => {
  const buggy = async () => {
    throw new RangeError('a bug')
  }
  for (let at = 0; at < 5; at++) await expect(circuit.run(buggy)).rejects.toThrow(RangeError)
  await fail(3)
  time += 30_000
  await expect(circuit.run(buggy)).rejects.toThrow(RangeError)

  expect(await circuit.run(fine)).toBe('fine')
})

function deferred() {
  let resolve: (value: string) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<string>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
