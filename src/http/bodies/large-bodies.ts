// Bounds the memory and time that large bodies take together: how much is received at once, and how much is worked on
// at once. Small bodies pass.

import { type Readable, Transform } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LIMITS } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'

export const SMALL_BYTES = 128 * 1024
/** Total size of the bodies that are being received or waiting. */
const RECEIVED_BYTES = 8 * LIMITS.bodyBytes
/** Total size of the bodies between parsing and answering: one of the largest, or several smaller ones. */
const IN_WORK_BYTES = LIMITS.bodyBytes

export type LargeBodies = {
  /** Resolves when this large body may be worked on. It takes its share until the request is answered. */
  wait(request: FastifyRequest, bytes: number): Promise<void>
}

type Waiting = { bytes: number; start(): void }

export function boundLargeBodies(app: FastifyInstance): LargeBodies {
  const replies = new WeakMap<FastifyRequest, FastifyReply>()
  const waiting: Waiting[] = []
  let received = 0
  let inWork = 0

  /** Returns a function to call with the number of bytes that arrived, piece by piece or all at once. */
  const receiver = (reply: FastifyReply) => {
    let [own, isAnswered] = [0, false]
    onceAnswered(reply, () => {
      received -= own
      isAnswered = true
    })
    return (bytes: number) => {
      if (isAnswered) return
      if (received + bytes > RECEIVED_BYTES) throw tooMuchAtOnce()
      received += bytes
      own += bytes
    }
  }
  const startNext = () => {
    while (waiting[0] && (inWork === 0 || inWork + waiting[0].bytes <= IN_WORK_BYTES)) {
      const { bytes, start } = waiting.shift() as Waiting
      inWork += bytes
      start()
    }
  }
  app.addHook('preParsing', (request, reply, payload: Readable, done) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.headers
    const bytes = Number(length ?? 0)
    if (bytes <= SMALL_BYTES && chunked === undefined) return done()
    const { config, bodyLimit } = request.routeOptions
    if (config?.upload) return done() // streamed, never held in memory as a whole
    if (bytes > bodyLimit) return done() // refused where it would be read
    const receive = receiver(reply)
    if (bytes > SMALL_BYTES) receive(bytes)
    replies.set(request, reply)
    done(null, chunked === undefined ? payload : counted(payload, receive))
  })
  const waitForShare = async (reply: FastifyReply, bytes: number) => {
    await new Promise<void>((start) => {
      waiting.push({ bytes, start })
      startNext()
    })
    onceAnswered(reply, () => {
      inWork -= bytes
      startNext()
    })
    await nextTurn()
  }
  return {
    async wait(request, bytes) {
      const reply = replies.get(request)
      if (reply) await waitForShare(reply, bytes)
    },
  }
}

/** Calls back when the request is answered or its caller disconnects. */
function onceAnswered({ raw }: FastifyReply, then: () => void): void {
  if (raw.destroyed) then()
  else raw.once('close', then)
}

/** Counts a body of unknown length as it arrives. */
function counted(payload: Readable, receive: (bytes: number) => void): Readable {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      try {
        receive(chunk.length)
        pass(null, chunk)
      } catch (error) {
        pass(error as Error)
      }
    },
  })
  // Nobody may be reading the body anymore when its framing breaks or its caller disconnects.
  counter.on('error', () => {})
  payload.once('error', (error) => counter.destroy(error))
  return payload.pipe(counter)
}

const tooMuchAtOnce = (): Refusal =>
  new Refusal('unavailable', 'too many large bodies are being received at once; try again shortly', {
    'Retry-After': '1',
  })
