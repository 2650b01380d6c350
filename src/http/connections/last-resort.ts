// The last resort: an error of a request that nothing handles ends the connection of that request. Before, it would have ended the
// process, with all other requests. An error that belongs to no request still does, as nobody knows what it leaves behind.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { logged } from '../errors.ts'

/** Known in all that follows from what arrives on a connection. */
const connection = new AsyncLocalStorage<Socket>()

/** Call it before anything else listens for connections. */
export function followConnections({ server }: FastifyInstance): void {
  const [accept] = server.listeners('connection') as [(socket: Socket) => void]
  server.removeListener('connection', accept)
  server.prependListener('connection', (socket: Socket) =>
    connection.run(socket, () => accept.call(server, socket)),
  )
}

export function endConnectionsOnError(log: FastifyBaseLogger, count: () => void): void {
  process.on('uncaughtException', (error: unknown) => {
    const socket = connection.getStore()
    if (!socket) {
      log.fatal({ err: logged(error) }, 'unhandled error: the process ends')
      process.exit(1)
    }
    count()
    log.error({ err: logged(error) }, 'unhandled error of a request: its connection is closed')
    socket.destroy()
  })
}
