// A body that trickles is not waited for for ever. Node's own limit holds for every request alike; a large file may take
// longer, as long as something of it keeps coming.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerClientError } from '../client-errors.ts'

/** For a whole request; of an upload, for the next piece of it. Refused a quarter later at most. */
const PATIENCE_MS = 120_000

/** `bytes`: what had come then. */
type Progress = { at: number; bytes: number }

/** One timer looks at all of them: one for each request would cost every small one as much as a large one. */
export function limitSlowBodies(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  const arriving = new Map<FastifyRequest, Progress>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.raw.headers
    if (length !== undefined || chunked !== undefined)
      arriving.set(request, { at: performance.now(), bytes: request.raw.socket.bytesRead })
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.raw.complete) arriving.delete(request)
    done()
  })
  const look = () => {
    for (const [request, progress] of arriving) {
      if (request.raw.complete || request.raw.destroyed) arriving.delete(request)
      else if (hasStalled(request, progress, patienceMs)) answerClientError(tooSlow(), request.raw.socket)
    }
  }
  const timer = setInterval(look, patienceMs / 4).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

function hasStalled({ raw, routeOptions }: FastifyRequest, progress: Progress, patienceMs: number): boolean {
  const now = performance.now()
  const more = raw.socket.bytesRead > progress.bytes
  if (more && routeOptions.config?.upload) Object.assign(progress, { at: now, bytes: raw.socket.bytesRead })
  return now - progress.at >= patienceMs
}

const tooSlow = (): Error => Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
