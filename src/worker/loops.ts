// The loops beside the digest: one makes observations from imported rows, the others make messages from events and due
// digests, and send them.
import type { Config } from '../config.ts'
import type { Deps } from '../domain/deps.ts'
import { importStep } from '../domain/imports/import-step.ts'
import { formDigest, formMessages } from '../domain/integrations/form-messages.ts'
import { finishOverdueStudies } from '../domain/research/finish-studies.ts'
import { deliverOne } from '../outbound/deliver.ts'
import { openMailer } from '../outbound/mailer.ts'
import type { Outlets } from '../outbound/send-message.ts'

const IDLE_MS = 1_000

/** Runs one step after another until stopped; after a step without work it waits. */
export type Loop = {
  /** Lets the current step finish. */
  stop(): Promise<void>
}

/** A step returns whether it did anything. `pause` returns how long to wait after one that did, given how long it took. */
function startLoop(
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

/** A receiver may take ten seconds: one that hangs must not delay the others or the making of messages. */
const SENDERS = 3

/** Connections delivering may hold at a time. */
export const DELIVERY_CONNECTIONS = SENDERS + 1

export function startDelivering(
  config: Config,
  baseUrl: string,
  deps: Deps,
  onError: (error: unknown) => void,
): Loop {
  const outlets = outletsOf(config, baseUrl)
  const slow = new Set<string>()
  const steps = [
    () => formOnce(deps),
    ...Array.from({ length: SENDERS }, (_, n) => () => deliverOne(deps, outlets, { slow, waits: n === 0 })),
  ]
  const loops = steps.map((step) => startLoop(step, onError))
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

const outletsOf = ({ mail, allowPrivateTargets }: Config, baseUrl: string): Outlets => ({
  baseUrl,
  mailer: openMailer(mail),
  reach: { allowPrivate: allowPrivateTargets },
})

/** Makes messages. False when there is nothing to do. */
export async function formOnce(deps: Deps): Promise<boolean> {
  await finishOverdueStudies(deps)
  const formed = await formMessages(deps)
  return (await formDigest(deps)) || formed
}

/** Connections importing may hold at a time. */
export const IMPORT_CONNECTIONS = 1

/** Stores imported rows, and undoes imports. Pauses after each step for as long as it took, so that the database is free for agents half of the time. */
export const startImporting = (deps: Deps, onError: (error: unknown) => void): Loop =>
  startLoop(
    () => importStep(deps),
    onError,
    (tookMs) => tookMs,
  )
