// Closes pipelined answers when their caller disconnects. Node closes only the answer that is being written; those
// behind it would count as under way forever.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

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
