// Posts batches, a few at a time, and hands back every one that could not be stored.
import { FieldnoteError } from './errors.ts'
import { type UnsentBatch, withoutRefused } from './observation-batches.ts'
import { batchToSend } from './observations.ts'
import type { PostOptions } from './request.ts'

export type Poster = { observeMany(batch: UnsentBatch, options: PostOptions): Promise<unknown> }

/** Told of every batch that could not be stored, its key included: nothing is dropped silently. */
export type OnError = (error: Error, unsent: UnsentBatch) => unknown

/** Posts at a time. */
const LANES = 4

/** Browsers let 64 KiB of bodies outlive a page, those of others in the page included. */
const KEEPALIVE_BYTES = 60_000

export function createBatchSender(client: Poster, onError: OnError) {
  const ready: UnsentBatch[] = []
  const sending = new Set<Promise<void>>()
  let waiting = 0
  let keepaliveBytes = 0
  let leaving = new AbortController()

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => sending.delete(tracked))
    sending.add(tracked)
  }

  async function sendReady(): Promise<void> {
    for (let unsent = ready.shift(); unsent; unsent = ready.shift()) await send(unsent)
  }

  const outlivesPage = (unsent: UnsentBatch): boolean => keepaliveBytes + bytesOf(unsent) <= KEEPALIVE_BYTES

  async function send(unsent: UnsentBatch): Promise<void> {
    const keepalive = outlivesPage(unsent)
    const held = keepalive ? bytesOf(unsent) : 0
    keepaliveBytes += held
    const lastTry = leaving.signal
    const signal = keepalive ? undefined : lastTry // a page that closes would cut it off without a word
    const failed = await client.observeMany(unsent, { keepalive, signal, lastTry }).then(
      () => null,
      (error: Error) => error,
    )
    keepaliveBytes -= held
    if (failed) await sendGoodOnes(unsent, failed)
    else waiting -= unsent.observations.length
  }

  /** A batch is stored whole or not at all: one bad item must not cost the others. */
  async function sendGoodOnes(unsent: UnsentBatch, error: Error): Promise<void> {
    const parts = error instanceof FieldnoteError ? withoutRefused(unsent, error) : null
    await handBack(error, parts?.bad ?? unsent)
    if (parts) await send(parts.good)
  }

  async function handBack(error: Error, unsent: UnsentBatch): Promise<void> {
    await giveBack(onError, error, unsent)
    waiting -= unsent.observations.length
  }

  function admit(batches: UnsentBatch[]): void {
    for (const { observations } of batches) waiting += observations.length
  }

  return {
    start(batches: UnsentBatch[]): void {
      admit(batches)
      ready.push(...batches)
      while (ready.length > 0 && sending.size < LANES) track(sendReady())
    },
    /** How many observations are neither stored nor handed back yet. */
    waiting: (): number => waiting,
    /** When everything is stored or handed back. */
    async settled(): Promise<void> {
      while (sending.size > 0) await Promise.all(sending)
    },
    /** Each gets one try that may outlive the page; what is too much for that is handed back while it still can be. */
    leave(batches: UnsentBatch[]): void {
      admit(batches)
      leaving.abort(new Error('the page was closed before this was stored'))
      const tooMuch = new Error('too much to send from a page that is being closed')
      for (const unsent of [...ready.splice(0), ...batches])
        track(outlivesPage(unsent) ? send(unsent) : handBack(tooMuch, unsent))
      leaving = new AbortController() // the page may be shown again
    },
  }
}

/** What the callback throws is reported as an error that nobody caught, and stops nothing here. */
export async function giveBack(onError: OnError, error: Error, unsent: UnsentBatch): Promise<void> {
  try {
    await onError(error, unsent)
  } catch (fault) {
    queueMicrotask(() => {
      throw fault
    })
  }
}

const bytesOf = ({ idempotencyKey: _, ...batch }: UnsentBatch): number =>
  new TextEncoder().encode(JSON.stringify(batchToSend(batch))).length
