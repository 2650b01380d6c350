// Large bodies are received within a bound and worked on a few at a time, so that neither memory nor the time of others
// depends on how many are sent at once. Small ones pass.

import { type Readable, Transform } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LIMITS } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'

export const SMALL_BYTES = 128 * 1024
/** Of all bodies that are being received or wait. */
const RECEIVED_BYTES = 8 * LIMITS.bodyBytes
/** Of all bodies between parsing and answering: one of the largest, or several that together are no larger. */
const IN_WORK_BYTES = LIMITS.bodyBytes

export type LargeBodies = {
  /** Settles when there is capacity for this large body, which it takes until the request is answered. */
  wait(request: FastifyRequest, bytes: number): Promise<void>
}

type Waiting = { bytes: number; start(): void }

export function boundLargeBodies(app: FastifyInstance): LargeBodies {
  const replies = new WeakMap<FastifyRequest, FastifyReply>()
  const waiting: Waiting[] = []
  let received = 0
  let inWork = 0

  /** Returns a function to call with the size of what arrives of a body, piece by piece or all at once. */
  const receiver = (reply: FastifyReply) => {
    let [held, isAnswered] = [0, false]
    onceAnswered(reply, () => {
      received -= held
      isAnswered = true
    })
    return (bytes: number) => {
      if (isAnswered) return
      if (received + bytes > RECEIVED_BYTES) throw tooMuchAtOnce()
      received += bytes
      held += bytes
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
    if (config?.upload) return done() // read as it comes, never held whole
    if (bytes > bodyLimit) return done() // refused where it would be read
    const receive = receiver(reply)
    if (bytes > SMALL_BYTES) receive(bytes)
    replies.set(request, reply)
    done(null, chunked === undefined ? payload : counted(payload, receive))
  })
  const largeTurn = async (reply: FastifyReply, bytes: number) => {
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
      if (reply) await largeTurn(reply, bytes)
    },
  }
}

/** Also when the caller leaves before the answer. */
function onceAnswered({ raw }: FastifyReply, then: () => void): void {
  if (raw.destroyed) then()
  else raw.once('close', then)
}

/** For a body whose length is not known beforehand: counts it as it arrives. */
function counted(payload: Readable, receive: (bytes: number) => void): Readable {
  const passing = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      try {
        receive(chunk.length)
        pass(null, chunk)
      } catch (error) {
        pass(error as Error)
      }
    },
  })
  // A body that nobody reads, or no longer: there, too, its framing may be broken, or its caller leave.
  passing.on('error', () => {})
  payload.once('error', (error) => passing.destroy(error))
  return payload.pipe(passing)
}

const tooMuchAtOnce = (): Refusal =>
  new Refusal('unavailable', 'too many large bodies are being received at once; try again shortly', {
    'Retry-After': '1',
  })
