// A time limit for bodies that arrive slowly. Node has one limit for all requests; here an uploaded file may take longer, as long
// as something of it keeps arriving.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { answerClientError } from '../client-errors.ts'

/** For a whole request, or for the next piece of an upload. As bodies are looked at four times in this span, a refusal may come a
 * quarter of it later. */
const PATIENCE_MS = 120_000

/** How much had arrived by then. */
type Progress = { at: number; bytes: number; isUpload: boolean }

const progressOf = ({ socket }: IncomingMessage, isUpload: boolean): Progress => ({
  at: performance.now(),
  bytes: socket.bytesRead,
  isUpload,
})

/** To be called with a request whose body has not arrived yet. */
export type WatchBody = (request: IncomingMessage) => void

/** One timer looks at all of them. With a timer for each, every small request would set and clear one. */
export function limitSlowBodies(app: FastifyInstance, patienceMs = PATIENCE_MS): WatchBody {
  const arriving = new Map<IncomingMessage, Progress>()
  const watch = (request: IncomingMessage, isUpload: boolean) => {
    arriving.set(request, progressOf(request, isUpload))
    request.once('end', () => arriving.delete(request)) // also after a refusal: the rest of the body is read all the same
  }
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = raw.headers
    if (length !== undefined || chunked !== undefined) watch(raw, routeOptions.config?.upload !== undefined)
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
  return (request) => watch(request, false)
}

const tooSlow = (): Error => Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
