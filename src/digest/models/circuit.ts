// A circuit breaker: a failing model is not asked for a while, and then tried once.
import { ModelFault } from './model-fault.ts'

export type Circuit = {
  /** Runs `work`, or throws a ModelFault at once while the circuit is open. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** When the pause ends, on the given clock; null while the circuit is closed. For status pages. */
  pausedUntil(): number | null
}

const FAULTS_TO_OPEN = 3
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 300_000

/** `now` in milliseconds. Only ModelFaults count: any other error is a bug here. */
export function createCircuit(now: () => number): Circuit {
  let faults = 0
  let openUntil: number | null = null
  let pause = FIRST_PAUSE_MS
  let trying = false

  function admit(): boolean {
    if (openUntil === null) return false
    if (trying || now() < openUntil) throw new ModelFault('unreachable', 'paused after repeated faults')
    trying = true
    return true
  }

  function close(): void {
    faults = 0
    openUntil = null
    pause = FIRST_PAUSE_MS
  }

  function open(): void {
    openUntil = now() + pause
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    const isProbe = admit()
    // Calls from before the circuit opened may end later. They neither close it nor extend the pause.
    const counts = () => isProbe || openUntil === null
    try {
      const result = await work()
      if (counts()) close()
      return result
    } catch (error) {
      if (error instanceof ModelFault && counts()) {
        faults += 1
        if (faults >= FAULTS_TO_OPEN) open()
      }
      throw error
    } finally {
      if (isProbe) trying = false
    }
  }

  return { run, pausedUntil: () => openUntil }
}
