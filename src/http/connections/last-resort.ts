// The last resort: an unhandled error of a request closes that request's connection. An unhandled error that belongs to
// no request ends the process, because its state is unknown.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { logged } from '../errors.ts'

/** The connection that the current code runs for. */
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
      log.fatal({ err: logged(error) }, 'unhandled error: ending the process')
      process.exit(1)
    }
    count()
    log.error({ err: logged(error) }, 'unhandled error of a request: closing its connection')
    socket.destroy()
  })
}
