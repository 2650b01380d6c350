// When the service stops, it closes every connection on which it is not answering. Node alone would wait for keep-alive
// connections and for requests that have arrived in part.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long a stopping service waits for a caller to send the rest of a request or to read the rest of an answer. */
const CALLER_MS = 5_000

export function closeConnections(app: FastifyInstance, callerMs = CALLER_MS): void {
  const connections = new Map<Socket, Set<ServerResponse>>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    // The service still listens while its streams end; new connections would keep it waiting.
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

/** By then another process may have taken over, or this one may be back. */
const ELSEWHERE = { 'Retry-After': '1', Connection: 'close' }

/** Closes the connections on which the service is waiting for the caller and was already waiting the last time. */
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

/**
 * Closes pipelined answers when their caller disconnects. Node closes only the answer that is being written; those
 * behind it would count as under way forever.
 */
export function closeAbandoned(app: FastifyInstance): void {
  const followersBySocket = new WeakMap<Socket, Set<ServerResponse>>()
  const followersOf = (socket: Socket): Set<ServerResponse> => {
    const existing = followersBySocket.get(socket)
    if (existing) return existing
    const followers = new Set<ServerResponse>()
    followersBySocket.set(socket, followers)
    socket.once('close', () => {
      for (const response of followers) close(response)
    })
    return followers
  }
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (response.socket !== null) return // Node closes the answer that is being written
    const followers = followersOf(socket)
    followers.add(response)
    response.once('close', () => followers.delete(response))
  })
}

/** Does what Node does for the answer that is being written. */
function close(response: ServerResponse): void {
  response.destroy()
  response.emit('close')
}
