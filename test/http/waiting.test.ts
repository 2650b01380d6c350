// The order in which callers wait, whoever gives up meanwhile.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createWaiting, type Waiter, type Waiting } from '../../src/http/connections/waiting.ts'

const waiterSince = (since: number): Waiter => ({ weight: 1, since, hasLeft: false, go: () => {} })

function join(waiting: Waiting, count: number): Waiter[] {
  const all = Array.from({ length: count }, (_, since) => waiterSince(since))
  for (const one of all) waiting.join(one)
  return all
}

describe('a line', () => {
  it('is first come, first served, and counts who is still there', () => {
    const waiting = createWaiting()
    const [first, second, third] = join(waiting, 3)

    expect(waiting.first()).toBe(first)
    expect([waiting.leave(first as Waiter), waiting.leave(first as Waiter)]).toEqual([true, false])
    waiting.leave(third as Waiter)

    expect(waiting.first()).toBe(second)
    expect(waiting.count()).toBe(1)
  })

  it('asks once of each whether it is to be refused, in the same order', () => {
    const waiting = createWaiting()
    const [first, second, third] = join(waiting, 3)

    expect(waiting.undecided()).toBe(first)
    waiting.keep()
    waiting.leave(second as Waiter)

    expect(waiting.undecided()).toBe(third)
    expect(waiting.first()).toBe(first)
    waiting.keep()
    expect(waiting.undecided()).toBeUndefined()
  })

  it('keeps its order over thousands that come and go, and the places of those that were decided', () => {
    const waiting = createWaiting()
    const all = join(waiting, 5_000)
    for (let kept = 0; kept < 4_000; kept++) waiting.keep()

    for (const [at, one] of all.entries()) {
      expect(waiting.first()).toBe(one)
      expect(waiting.undecided()).toBe(all[Math.max(4_000, at)])
      waiting.leave(one)
      waiting.join(waiterSince(5_000 + at))
    }

    expect(waiting.first()?.since).toBe(5_000)
    expect(waiting.undecided()?.since).toBe(5_000)
    expect(waiting.count()).toBe(5_000)
  })
  it('forgets who gave up, wherever in it, while nobody goes on', async () => {
    const waiting = createWaiting()
    const [patient] = join(waiting, 1)
    const gone = join(waiting, 2_000).map((one) => {
      waiting.leave(one)
      return new WeakRef(one)
    })

    await collectGarbage()

    expect(gone.filter((one) => one.deref() !== undefined).length).toBeLessThan(1_100)
    expect([waiting.first(), waiting.count()]).toEqual([patient, 1])
  })
})

/** What a WeakRef was made of in this turn of the event loop stays until its end. */
async function collectGarbage(): Promise<void> {
  await new Promise(setImmediate)
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
