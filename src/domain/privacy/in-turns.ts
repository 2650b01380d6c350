// Long work on texts that lets others be served in between.
import { setImmediate as othersServed } from 'node:timers/promises'

const TURN_MS = 20

/** Runs work that yields now and then, and pauses only when its turn has been long. */
export async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  let since = performance.now()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - since < TURN_MS) continue
    await othersServed()
    since = performance.now()
  }
}
