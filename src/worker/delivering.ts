// Makes messages from events and due digests, and sends them, until stopped.
import type { Config } from '../config.ts'
import type { Deps } from '../domain/deps.ts'
import { formDigest, formMessages } from '../domain/integrations/form-messages.ts'
import { finishOverdueStudies } from '../domain/research/finish-studies.ts'
import { deliverOne } from '../outbound/deliver.ts'
import { openMailer } from '../outbound/mailer.ts'
import type { Outlets } from '../outbound/send-message.ts'
import { type Loop, startLoop } from './loop.ts'

/** A receiver may take ten seconds: one that hangs must not delay the others or the making of messages. */
const SENDERS = 3

/** Connections it may hold at a time. */
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
