// Collects observations and posts them in batches: on demand, after a while, when there are many, and at the end.
import { createBatchSender, giveBack, type OnError, type Poster } from './batch-sender.ts'
import { batchesOf, type Collected, type UnsentBatch } from './observation-batches.ts'
import type { SingleObservation } from './observations.ts'
import { onEnd } from './page-or-process.ts'

export type { UnsentBatch }

export type QueueOptions = {
  /** Told of every batch that could not be stored, its key included: nothing is dropped silently. */
  onError: OnError
  /** How many observations are collected before they are sent. 50 unless set. */
  maxItems?: number
  /** How long an observation waits at most before it is sent. 5 seconds unless set. */
  intervalMs?: number
  /** How many may be on their way; what comes on top goes to `onError`. 10,000 unless set. */
  maxWaiting?: number
}

export type ObservationQueue = {
  add(observation: SingleObservation): void
  /** Sends what was collected; settles when all of it is stored or was given to `onError`. */
  flush(): Promise<void>
  /** Flushes, and takes no more. */
  close(): Promise<void>
}

export function createObservationQueue(client: Poster, options: QueueOptions): ObservationQueue {
  const { onError, maxItems = 50, intervalMs = 5_000, maxWaiting = 10_000 } = options
  if (typeof onError !== 'function') throw new TypeError('onError is missing: it gets what cannot be stored')
  const sender = createBatchSender(client, onError)
  const collected: Collected[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  /** Only while something waits: a program may make queues as it pleases. */
  let stopListening: (() => void) | undefined

  function add(observation: SingleObservation): void {
    if (closed) throw new Error('the queue is closed')
    stopListening ??= onEnd({ idle: () => void flush(), leaving: () => sender.leave(take()) })
    const waiting = collected.length + sender.waiting()
    collected.push({ observation: { ...observation }, at: new Date().toISOString() })
    if (waiting >= maxWaiting) refuseLast(`${waiting} observations wait already`)
    else if (collected.length >= maxItems) void flush()
    else timer ??= unobtrusive(setTimeout(() => void flush(), intervalMs))
  }

  function refuseLast(reason: string): void {
    for (const unsent of batchesOf(collected.splice(-1))) void giveBack(onError, new Error(reason), unsent)
  }

  function take(): UnsentBatch[] {
    clearTimeout(timer)
    timer = undefined
    return batchesOf(collected.splice(0))
  }

  async function flush(): Promise<void> {
    sender.start(take())
    await sender.settled()
    if (collected.length > 0) return
    stopListening?.()
    stopListening = undefined
  }

  async function close(): Promise<void> {
    closed = true
    await flush()
  }

  return { add, flush, close }
}

/** A process with nothing else to do need not wait for it: the queue is told before it ends. */
function unobtrusive<Timer>(timer: Timer): Timer {
  ;(timer as { unref?(): void }).unref?.()
  return timer
}
