// A body that trickles is not waited for for ever. Node's own limit holds for every request alike; a large file may take
// longer, as long as something of it keeps coming.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerClientError } from '../client-errors.ts'

/** For a whole request; of an upload, for the next piece of it. Refused a quarter later at most. */
const PATIENCE_MS = 120_000

/** What had come by then. */
type Progress = { at: number; bytes: number }

const progressOf = ({ raw }: FastifyRequest): Progress => ({
  at: performance.now(),
  bytes: raw.socket.bytesRead,
})

/** One timer looks at all of them: one for each would be set and cleared by every small request. */
export function limitSlowBodies(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  const arriving = new Map<FastifyRequest, Progress>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.raw.headers
    if (length !== undefined || chunked !== undefined) arriving.set(request, progressOf(request))
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.raw.complete) arriving.delete(request)
    done()
  })
  const look = () => {
    for (const [request, { at, bytes }] of arriving) {
      const { raw, routeOptions } = request
      const goesOn = routeOptions.config?.upload && raw.socket.bytesRead > bytes
      if (raw.complete || raw.destroyed) arriving.delete(request)
      else if (goesOn) arriving.set(request, progressOf(request))
      else if (performance.now() - at >= patienceMs) answerClientError(tooSlow(), raw.socket)
    }
  }
  const timer = setInterval(look, patienceMs / 4).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

const tooSlow = (): Error => Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
