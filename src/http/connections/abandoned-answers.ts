// Where a caller sends requests behind each other without waiting, and leaves, Node tells only the answer that is being written.
// The others would count as under way for ever: their places are given back when they close.
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
    if (response.socket !== null) return // it has the connection, and is told
    const followers = followersOf(socket)
    followers.add(response)
    response.once('close', () => followers.delete(response))
  })
}

/** As Node does it for the one that it tells. */
function close(response: ServerResponse): void {
  response.destroy()
  response.emit('close')
}
