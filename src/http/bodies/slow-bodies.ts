// A body that trickles is not waited for for ever. Node's own limit holds for every request alike; a large file may take
// longer, as long as something of it keeps coming.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { answerClientError } from '../client-errors.ts'

/** For a whole request; of an upload, for the next piece of it. Refused a quarter later at most. */
const PATIENCE_MS = 120_000

/** What had come by then. */
type Progress = { at: number; bytes: number; isUpload: boolean }

const progressOf = ({ socket }: IncomingMessage, isUpload: boolean): Progress => ({
  at: performance.now(),
  bytes: socket.bytesRead,
  isUpload,
})

export type SlowBodies = {
  watch(request: IncomingMessage): void
  /** All of it has come. */
  forget(request: IncomingMessage): void
}

/** One timer looks at all of them: one for each would be set and cleared by every small request. */
export function limitSlowBodies(app: FastifyInstance, patienceMs = PATIENCE_MS): SlowBodies {
  const arriving = new Map<IncomingMessage, Progress>()
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = raw.headers
    if (length !== undefined || chunked !== undefined)
      arriving.set(raw, progressOf(raw, routeOptions.config?.upload !== undefined))
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (raw.complete) arriving.delete(raw)
    done()
  })
  const look = () => {
    for (const [request, { at, bytes, isUpload }] of arriving) {
      const goesOn = isUpload && request.socket.bytesRead > bytes
      if (request.complete || request.destroyed) arriving.delete(request)
      else if (goesOn) arriving.set(request, progressOf(request, isUpload))
      else if (performance.now() - at >= patienceMs) answerClientError(tooSlow(), request.socket)
    }
  }
  const timer = setInterval(look, patienceMs / 4).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return {
    watch: (request) => void arriving.set(request, progressOf(request, false)),
    forget: (request) => void arriving.delete(request),
  }
}

const tooSlow = (): Error => Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
