// What ends with the service: every connection on which it is not answering. Node would wait for one that a caller keeps
// for later, and for one that never carried a whole request as if that were being answered.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** So long a service that stops waits for a caller to send the rest of a request or to take the rest of an answer. */
const CALLER_MS = 5_000

export function closeConnections(app: FastifyInstance, callerMs = CALLER_MS): void {
  const connections = new Map<Socket, Set<ServerResponse>>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    // The service still listens while its streams end. Who comes now would be waited for.
    if (closing) return void socket.destroy()
    connections.set(socket, new Set())
    socket.once('close', () => connections.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const answering = connections.get(socket)
    answering?.add(response)
    response.on('close', () => {
      answering?.delete(response)
      if (closing && answering?.size === 0) socket.destroy()
    })
  })
  app.addHook('onRequest', (_request, reply, done) => {
    if (!closing) return done()
    reply.code(503).headers(ELSEWHERE).send({ detail: 'the service is stopping; try again' })
  })
  let late: NodeJS.Timeout
  app.addHook('preClose', async () => {
    closing = true
    for (const [socket, answering] of connections) if (answering.size === 0) socket.destroy()
    late = setInterval(closeLate(connections), callerMs)
  })
  app.addHook('onClose', async () => clearInterval(late))
}

/** Another process may be there already, or this one again. */
const ELSEWHERE = { 'Retry-After': '1', Connection: 'close' }

/** Closes where it is the caller's turn, and was the last time too. */
function closeLate(connections: Map<Socket, Set<ServerResponse>>): () => void {
  const warned = new WeakSet<Socket>()
  return () => {
    for (const [socket, answering] of connections) {
      if (![...answering].every(isCallersTurn)) continue
      if (warned.has(socket)) socket.destroy()
      warned.add(socket)
    }
  }
}

const isCallersTurn = ({ req, writableEnded }: ServerResponse): boolean => writableEnded || !req.complete
