// A caller may send several requests over one connection without waiting for answers (pipelining). When such a caller leaves,
// Node closes only the answer that is being written. The answers behind it would count as under way for ever, so they are closed
// here.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export function closeAbandoned(app: FastifyInstance): void {
  const behind = new WeakMap<Socket, Set<ServerResponse>>()
  const followersOf = (socket: Socket): Set<ServerResponse> => {
    const known = behind.get(socket)
    if (known) return known
    const followers = new Set<ServerResponse>()
    behind.set(socket, followers)
    socket.once('close', () => {
      for (const response of followers) close(response)
    })
    return followers
  }
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (response.socket !== null) return // its turn to be written has come: Node closes it
    const followers = followersOf(socket)
    followers.add(response)
    response.once('close', () => followers.delete(response))
  })
}

/** As Node does it for the answer that is being written. */
function close(response: ServerResponse): void {
  response.destroy()
  response.emit('close')
}
