// Tells the outside: makes messages of events and digests that are due, and sends them, until stopped.
import type { Config } from '../config.ts'
import type { Deps } from '../domain/deps.ts'
import { formDigest, formMessages } from '../domain/integrations/form-messages.ts'
import { finishOverdueStudies } from '../domain/research/finish-studies.ts'
import { deliverOne } from '../outbound/deliver.ts'
import { openMailer } from '../outbound/mailer.ts'
import type { Outlets } from '../outbound/send-message.ts'

/** A receiver may take ten seconds: one that hangs must not hold up the others, nor the making of messages. */
const SENDERS = 3
const IDLE_MS = 1_000

export type Delivering = { stop(): Promise<void> }

/** Connections that it may hold at a time. */
export const DELIVERY_CONNECTIONS = SENDERS + 1

export function startDelivering(
  config: Config,
  baseUrl: string,
  deps: Deps,
  onError: (error: unknown) => void,
): Delivering {
  const outlets = outletsOf(config, baseUrl)
  const stopping = new AbortController()
  const run = async (step: () => Promise<boolean>) => {
    while (!stopping.signal.aborted) {
      const worked = await step().catch((error: unknown) => {
        onError(error)
        return false
      })
      if (!worked) await rest(stopping.signal)
    }
  }
  const sender = () => run(() => deliverOne(deps, outlets))
  const running = [run(() => formOnce(deps)), ...Array.from({ length: SENDERS }, sender)]
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

/** Makes messages, and sends one. False when there is nothing to do. */
export async function deliverOnce(deps: Deps, outlets: Outlets): Promise<boolean> {
  const formed = await formOnce(deps)
  return (await deliverOne(deps, outlets)) || formed
}

async function formOnce(deps: Deps): Promise<boolean> {
  await finishOverdueStudies(deps)
  const formed = await formMessages(deps)
  return (await formDigest(deps)) || formed
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
