// A body that trickles is not waited for for ever. Node's own limit holds for every request alike; a large file may take
// longer, as long as something of it keeps coming.
import type { FastifyInstance } from 'fastify'
import { answerClientError } from '../client-errors.ts'

/** For a whole request; of an upload, for the next piece of it. */
const PATIENCE_MS = 120_000

export function limitSlowBodies(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = raw.headers
    if (length === undefined && chunked === undefined) return
    let seen = raw.socket.bytesRead
    const timer = setInterval(() => {
      const more = raw.socket.bytesRead > seen
      seen = raw.socket.bytesRead
      if (raw.readableEnded || (more && routeOptions.config?.upload)) return
      answerClientError(
        Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        raw.socket,
      )
    }, patienceMs)
    const done = () => clearInterval(timer)
    raw.once('end', done)
    raw.once('close', done)
  })
}
