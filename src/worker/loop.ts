// Runs one step after another until stopped; after a step without work it waits.
const IDLE_MS = 1_000

export type Loop = {
  /** Lets the current step finish. */
  stop(): Promise<void>
}

/** A step returns whether it did anything. `pause` returns how long to wait after one that did, given how long it took. */
export function startLoop(
  step: () => Promise<boolean>,
  onError: (error: unknown) => void,
  pause: (tookMs: number) => number = () => 0,
): Loop {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      const started = performance.now()
      const worked = await step().catch((error: unknown) => {
        onError(error)
        return false
      })
      const restMs = worked ? pause(performance.now() - started) : IDLE_MS
      if (restMs > 0) await rest(restMs, stopping.signal)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const rest = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
