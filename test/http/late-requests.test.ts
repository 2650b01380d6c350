// A request that has waited too long for its turn is told to come again, as many as that leaves time for.
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { whenKnown } from '../../src/domain/soon.ts'
import { TURN_LIMITS } from '../../src/http/connections/admission.ts'
import { createTurns } from '../../src/http/connections/turns.ts'
import type { Loose } from '../service.ts'
import { answerAnother, flood, type Server, startServer } from './flooded-server.ts'

/** Whoever waits at all is refused. */
const AT_ONCE_LATE = { lateMs: 0 }
const MINUTE = 60_000

it('refuses a request that has waited too long, and takes the next one on the same connection', async () => {
  const server = await startServer({ ...AT_ONCE_LATE, atOnce: 1 })
  const [busy] = await flood(server, 'a1')
  const late = await server.open()

  late.ask('/A/late', 'what is not read')

  await expect.poll(late.heard).toMatch(/^HTTP\/1.1 503 [\s\S]*Late\.$/)
  expect(server.begun()).toEqual(['a1'])
  server.finish('a1')
  await expect.poll(() => busy?.heard()).toContain('Done: a1.')
  late.ask('/A/again')
  await expect.poll(server.begun).toContain('again')
  server.finish('again')
  await expect.poll(late.heard).toContain('Done: again.')
})

it('refuses also on a connection from which nothing was read yet', async () => {
  const server = await startServer({ ...AT_ONCE_LATE, atOnce: 1 })
  const [busy, other] = [await server.open(), await server.open()]
  busy.ask('/A/busy')
  await expect.poll(server.begun).toEqual(['busy'])

  for (let asked = 1; asked <= 5; asked++) {
    other.ask(`/A/${asked}`)
    await expect.poll(() => other.heard().match(/Late\./g)?.length).toBe(asked)
  }

  expect(server.begun()).toEqual(['busy'])
})

it('refuses when it is time, also when nothing else happens', async () => {
  const server = await startServer({ lateMs: 5, atOnce: 1 })
  await flood(server, 'a1')
  const late = await server.open()

  late.ask('/A/late')

  await expect.poll(late.heard).toContain('Late.')
})

it('lets a few wait for as long as it takes, late or not', async () => {
  const server = await startServer({ ...AT_ONCE_LATE, atOnce: 1, patient: 2 })
  const [, second, third] = await flood(server, 'a1', 'a2', 'a3')
  await answerAnother(server, 'b1')
  expect([second?.heard(), third?.heard()]).toEqual(['', ''])

  const late = await server.open()
  late.ask('/A/a4')

  await expect.poll(() => `${second?.heard()}${third?.heard()}${late.heard()}`).toContain('Late.')
  expect(server.turns.waiting()).toBe(2)
})

it('keeps the place of requests that it could not refuse in time', async () => {
  const server = await startServer({ lateMs: 0, keptMs: -1, atOnce: 1 })
  const [, second] = await flood(server, 'a1', 'a2')

  server.finish('a1')

  await expect.poll(server.begun).toEqual(['a1', 'a2'])
  server.finish('a2')
  await expect.poll(() => second?.heard()).toContain('Done: a2.')
})

it('refuses late requests behind one that keeps its place, which then goes on before later ones', async () => {
  vi.useFakeTimers({ toFake: ['performance'] }) // of which polling takes some milliseconds
  onTestFinished(() => void vi.useRealTimers())
  const server = await startServer({ lateMs: MINUTE, keptMs: 2 * MINUTE, atOnce: 1 })
  const [, kept] = await flood(server, 'a1', 'kept')
  vi.advanceTimersByTime(3 * MINUTE)
  const [late] = await flood(server, 'late')
  vi.advanceTimersByTime(1.5 * MINUTE)
  await answerAnother(server, 'b1')
  await expect.poll(() => late?.heard()).toContain('Late.')
  await flood(server, 'later')

  server.finish('a1')

  await expect.poll(server.begun).toContain('kept')
  await answerAnother(server, 'b2')
  expect(server.begun()).toEqual(['a1', 'b1', 'kept', 'b2'])
  expect(kept?.heard()).toBe('')
})

it('does not refuse more than its part of what it answers', async () => {
  const few = { refusalsPerAnswer: 0, refusalsPerSecond: 1e-3 }
  const server = await startServer({ ...AT_ONCE_LATE, ...few, atOnce: 1 })
  const [, second] = await flood(server, 'a1', 'a2')

  await answerAnother(server, 'b1')

  expect(second?.heard()).toBe('')
  expect(server.turns.waiting()).toBe(1)
})

/** A server that refuses one request, and no more; `a2` keeps it busy. */
async function startWithOneRefusal(): Promise<Server> {
  const few = { refusalsPerAnswer: 1, refusalsPerSecond: 1e-3 }
  const server = await startServer({ ...AT_ONCE_LATE, ...few, atOnce: 1 })
  const [first] = await flood(server, 'a1')
  server.finish('a1')
  await expect.poll(() => first?.heard()).toContain('Done: a1.')
  await flood(server, 'a2')
  return server
}

it('reads nothing more of a connection after a refusal before its body was read', async () => {
  const server = await startWithOneRefusal()
  const late = await server.open()
  late.ask('/A/late', 'what is not read')
  await expect.poll(late.heard).toContain('Late.')
  let requests = 0
  server.app.server.on('request', () => requests++)

  late.ask('/A/again', 'what is not read either')

  const other = await server.open()
  other.ask('/B/b1')
  await expect.poll(server.begun).toContain('b1')
  expect(requests).toBe(1)
  expect(server.turns.waiting()).toBe(1)
})

it('does not refuse a request of another project for the line that its connection waits in', async () => {
  const server = await startWithOneRefusal()
  const proxy = await server.open()
  proxy.ask('/A/late')
  await expect.poll(proxy.heard).toContain('Late.')
  proxy.ask('/B/b1')

  await answerAnother(server, 'b2')

  await expect.poll(server.begun).toContain('b1')
  server.finish('b1')
  await expect.poll(proxy.heard).toContain('Done: b1.')
})

it('counts how long a request may have waited to be read, where many came at once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const turns = createTurns({
    ...TURN_LIMITS,
    alone: { ...TURN_LIMITS.alone, atOnce: 1 },
    amongOthers: { ...TURN_LIMITS.amongOthers, atOnce: 1 },
    patient: 0,
    lateMs: 70,
    keptMs: 82,
  })
  const told = new Map<string, boolean>()
  const read = (name: string) =>
    void whenKnown(turns.take(...requestAndAnswer(), 'A'), (isLate) => told.set(name, isLate))

  read('under way')
  read('first')
  vi.advanceTimersByTime(100) // so long the others of this turn were read
  await setImmediate()
  read('behind them')
  await setImmediate()
  vi.advanceTimersByTime(75)
  read('alone')
  await setImmediate()
  expect([...told]).toEqual([['under way', false]])
  vi.advanceTimersByTime(75)
  read('last')
  await setImmediate()

  expect([...told]).toEqual([
    ['under way', false],
    ['alone', true],
  ])
})

/** Of a connection on which nothing else is sent. */
function requestAndAnswer(): [IncomingMessage, ServerResponse] {
  const socket = Object.assign(new EventEmitter(), { isPaused: () => false })
  return [{ socket, headers: {} } as Loose, new EventEmitter() as Loose]
}
