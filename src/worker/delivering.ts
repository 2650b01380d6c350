// Tells the outside: makes messages of events and digests that are due, and sends them, until stopped.
import type { Config } from '../config.ts'
import type { Deps } from '../domain/deps.ts'
import { formDigest, formMessages } from '../domain/integrations/form-messages.ts'
import { finishOverdueStudies } from '../domain/research/finish-studies.ts'
import { deliverOne } from '../outbound/deliver.ts'
import { openMailer } from '../outbound/mailer.ts'
import type { Outlets } from '../outbound/send-message.ts'

/** A receiver may take ten seconds: one that hangs must not hold up the others. */
const LOOPS = 3
const IDLE_MS = 1_000

export type Delivering = { stop(): Promise<void> }

/** Connections that it may hold at a time. */
export const DELIVERY_CONNECTIONS = LOOPS

export function startDelivering(
  config: Config,
  baseUrl: string,
  deps: Deps,
  onError: (error: unknown) => void,
): Delivering {
  const outlets = outletsOf(config, baseUrl)
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      const worked = await deliverOnce(deps, outlets).catch((error: unknown) => {
        onError(error)
        return false
      })
      if (!worked) await rest(stopping.signal)
    }
  }
  const running = Array.from({ length: LOOPS }, run)
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

const outletsOf = ({ mail, allowPrivateTargets }: Config, baseUrl: string): Outlets => ({
  baseUrl,
  mailer: openMailer(mail),
  reach: { allowPrivate: allowPrivateTargets },
})

/** False when there is nothing to do. */
export async function deliverOnce(deps: Deps, outlets: Outlets): Promise<boolean> {
  await finishOverdueStudies(deps)
  const formed = await formMessages(deps)
  const written = await formDigest(deps)
  const sent = await deliverOne(deps, outlets)
  return formed || written || sent
}

const rest = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, IDLE_MS)
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
