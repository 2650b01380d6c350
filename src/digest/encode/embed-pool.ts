// A few threads that turn texts into vectors, so that the API's thread never waits for a matrix product. Threads start
// with the first work and end when idle; they share the weights, which are read once.
import { Worker } from 'node:worker_threads'
import type { EmbedReply, EmbedRequest, EmbedThreadData } from './embed-thread.ts'
import { type EncoderWeights, loadEncoderWeights } from './encoder-weights.ts'

export type EmbedPool = {
  /** One unit vector per text, in order. */
  embed(texts: string[]): Promise<Float32Array[]>
  /** Finishes running work, refuses new work, and ends the threads. */
  close(): Promise<void>
}

export type EmbedPoolOptions = {
  threads: number
  idleMilliseconds?: number
  threadFile?: URL
  answerMilliseconds?: number
}

type Job = EmbedRequest & {
  resolve(vectors: Float32Array[]): void
  reject(error: Error): void
}

type Thread = {
  worker: Worker
  /** The part of the shared memory that belongs to this thread. */
  slot: number
  job: Job | undefined
  idle: NodeJS.Timeout | undefined
  /** Runs while a job is running. */
  limit: NodeJS.Timeout | undefined
}

/**
 * Texts that a thread takes at once: a few tenths of a second, so that a project with many texts does not block others.
 */
const BATCH = 8

/** Far more than a batch and the start of its thread take on the slowest machine. */
const ANSWER_MS = 120_000
/** Multiplies the limit on an emulated machine, where reading the weights alone takes a minute. */
const TIMES_READING = 20
const answerWithin = (readingMs: number): number => Math.max(ANSWER_MS, TIMES_READING * readingMs)

const ownThreadFile = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './embed-thread.ts' : './embed-thread.js', import.meta.url)

export function createEmbedPool(options: EmbedPoolOptions): EmbedPool {
  const { threads: most, idleMilliseconds = 30_000, threadFile = ownThreadFile() } = options
  let { answerMilliseconds = ANSWER_MS } = options
  const threads = new Set<Thread>()
  const ending = new Set<Promise<unknown>>()
  const waiting: Job[] = []
  const slots = Array.from({ length: most }, (_, slot) => slot)
  let closed = false
  let nextId = 0
  let loading: Promise<unknown> | undefined
  let ready: EncoderWeights | undefined

  const end = (thread: Thread): void => {
    clearTimeout(thread.idle)
    threads.delete(thread)
    const done = thread.worker.terminate().finally(() => ending.delete(done))
    ending.add(done)
  }
  const rest = (thread: Thread): void => {
    clearTimeout(thread.limit)
    thread.job = undefined
    thread.idle = setTimeout(() => end(thread), idleMilliseconds).unref()
    thread.worker.unref()
    dispatch()
  }
  const answer = (thread: Thread, reply: EmbedReply): void => {
    const { job } = thread
    if (!job || job.id !== reply.id) return
    if ('error' in reply) job.reject(new Error(`embedding failed: ${reply.error}`))
    else job.resolve(reply.vectors)
    rest(thread)
  }
  const fail = (thread: Thread, error: Error): void => {
    if (!threads.delete(thread)) return
    clearTimeout(thread.idle)
    clearTimeout(thread.limit)
    thread.job?.reject(error)
    dispatch()
  }
  const giveUp = (thread: Thread): void => {
    const done = thread.worker.terminate().finally(() => ending.delete(done))
    ending.add(done)
    fail(thread, new Error('an embedding thread did not answer'))
  }
  const start = (weights: EncoderWeights): Thread => {
    const slot = slots.find((one) => ![...threads].some((thread) => thread.slot === one)) as number
    const workerData: EmbedThreadData = { weights, slot }
    const worker = new Worker(threadFile, { workerData })
    const thread: Thread = { worker, slot, job: undefined, idle: undefined, limit: undefined }
    worker.on('message', (reply: EmbedReply) => answer(thread, reply))
    worker.on('error', (error: Error) => fail(thread, error))
    worker.on('exit', (code) => fail(thread, new Error(`an embedding thread ended with code ${code}`)))
    threads.add(thread)
    return thread
  }
  const dispatch = (): void => {
    while (waiting.length > 0) {
      const free =
        [...threads].find(({ job }) => job === undefined) ??
        (threads.size < most && ready ? start(ready) : undefined)
      if (!free) return
      clearTimeout(free.idle)
      const job = waiting.shift() as Job
      free.job = job
      free.limit = setTimeout(() => giveUp(free), answerMilliseconds).unref()
      free.worker.ref()
      free.worker.postMessage({ id: job.id, texts: job.texts } satisfies EmbedRequest)
    }
  }
  const submit = (texts: string[]): Promise<Float32Array[]> =>
    new Promise((resolve, reject) => {
      waiting.push({ id: nextId++, texts, resolve, reject })
      dispatch()
    })
  return {
    embed: async (texts) => {
      if (closed) throw new Error('the embedding threads are closed')
      const begun = performance.now()
      loading ??= loadEncoderWeights({ threads: most }).then((weights) => {
        ready = weights
        answerMilliseconds = options.answerMilliseconds ?? answerWithin(performance.now() - begun)
      })
      await loading
      const found: Float32Array[][] = []
      let next = 0
      // At most one batch per thread is queued, so the next caller waits for these only and not for all of the texts.
      const takeTurns = async () => {
        while (next * BATCH < texts.length) {
          const batch = next++
          found[batch] = await submit(texts.slice(batch * BATCH, (batch + 1) * BATCH))
        }
      }
      await Promise.all(Array.from({ length: most }, takeTurns))
      return found.flat()
    },
    close: async () => {
      closed = true
      const running = [...threads]
        .filter(({ job }) => job)
        .map(({ worker }) => new Promise((done) => worker.once('message', done)))
      await Promise.all(running)
      for (const thread of threads) end(thread)
      await Promise.all(ending)
    },
  }
}
