// A time limit for bodies that arrive slowly. Node has one limit for all requests; here an uploaded file may take longer, as long
// as something of it keeps arriving.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerClientError } from '../client-errors.ts'

/** For a whole request, or for the next piece of an upload. As bodies are looked at four times in this span, a refusal may come a
 * quarter of it later. */
const PATIENCE_MS = 120_000

/** How much had arrived by then. */
type Progress = { at: number; bytes: number }

const progressOf = ({ raw: { socket } }: FastifyRequest): Progress => ({
  at: performance.now(),
  bytes: socket.bytesRead,
})

/** One timer looks at all of them. With a timer for each, every small request would set and clear one. */
export function limitSlowBodies(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  const arriving = new Map<FastifyRequest, Progress>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.headers
    if (length !== undefined || chunked !== undefined) {
      arriving.set(request, progressOf(request))
      request.raw.once('end', () => arriving.delete(request)) // also after a refusal: the rest of the body is read all the same
    }
    done()
  })
  const look = () => {
    for (const [request, { at, bytes }] of arriving) {
      const { complete, destroyed, socket } = request.raw
      const goesOn = socket.bytesRead > bytes && request.routeOptions.config?.upload !== undefined
      if (complete || destroyed) arriving.delete(request)
      else if (goesOn) arriving.set(request, progressOf(request))
      else if (performance.now() - at >= patienceMs) answerClientError(tooSlow(), socket)
    }
  }
  const timer = setInterval(look, patienceMs / 4).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

const tooSlow = (): Error => Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
