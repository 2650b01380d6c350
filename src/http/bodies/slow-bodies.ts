// A time limit for bodies that arrive slowly. Node has one limit for all requests; an upload may take longer here, as
// long as bytes keep arriving.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerClientError } from '../errors.ts'

/**
 * For a whole request, or for the next piece of an upload. Bodies are checked four times in this span, so a refusal may
 * come a quarter of it late.
 */
const PATIENCE_MS = 120_000

/** How many bytes had arrived at that time. */
type Progress = { at: number; bytes: number }

const progressOf = ({ raw: { socket } }: FastifyRequest): Progress => ({
  at: performance.now(),
  bytes: socket.bytesRead,
})

/** One timer checks all of them; otherwise every small request would set and clear its own. */
export function limitSlowBodies(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  const arriving = new Map<FastifyRequest, Progress>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.headers
    if (length !== undefined || chunked !== undefined) {
      arriving.set(request, progressOf(request))
      request.raw.once('end', () => arriving.delete(request)) // fires after a refusal, too: the rest of the body is still read
    }
    done()
  })
  const check = () => {
    for (const [request, { at, bytes }] of arriving) {
      const { complete, destroyed, socket } = request.raw
      const isProgressing = socket.bytesRead > bytes && request.routeOptions.config?.upload !== undefined
      if (complete || destroyed) arriving.delete(request)
      else if (isProgressing) arriving.set(request, progressOf(request))
      else if (performance.now() - at >= patienceMs) answerClientError(tooSlow(), socket)
    }
  }
  const timer = setInterval(check, patienceMs / 4).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

const tooSlow = (): Error => Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
