// What a service does not wait for when it stops, and what it does.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { closeConnections } from '../../src/http/connections/close-connections.ts'
import { atEnd } from '../closings.ts'

/** More than the system takes for a caller that does not read. */
const LARGE = 'x'.repeat(64 * 1024 * 1024)

/** `whileStopping` is done after the service was told to stop, while it still listens. */
async function startServer(whileStopping: (port: number) => Promise<unknown> = async () => {}) {
  const app = Fastify({ return503OnClosing: false })
  closeConnections(app, 20)
  let finish: (text: string) => void = () => {}
  const slow = new Promise<string>((resolve) => {
    finish = resolve
  })
  app.get('/quick', async () => 'Quick.')
  app.get('/slow', () => slow)
  app.post('/sent', async () => 'All of it.')
  app.addHook('preClose', async () => void (await whileStopping(port)))
  await app.listen({ host: '127.0.0.1', port: 0 })
  atEnd(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return { app, port, finish }
}

/** A connection that its owner never closes. */
async function call(port: number, ...requests: string[]): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  socket.on('error', () => {})
  atEnd(async () => socket.destroy())
  await once(socket, 'connect')
  for (const request of requests) socket.write(request)
  return socket
}

async function hear(socket: Socket, wanted: string): Promise<void> {
  let heard = ''
  while (!heard.includes(wanted)) heard += (await once(socket, 'data')).toString()
}

const ask = (line: string, header = 'X: y') => `${line} HTTP/1.1\r\nHost: here\r\n${header}\r\n\r\n`

it('does not wait for a connection that was never used', async () => {
  const { app, port } = await startServer()
  const accepted = once(app.server, 'connection')
  await call(port)
  await accepted

  await app.close()
})

it('does not wait for a connection that is opened while it stops', async () => {
  const { app } = await startServer((port) => call(port))

  await app.close()
})

it('does not wait for a connection that is kept for another request', async () => {
  const { app, port } = await startServer()
  await hear(await call(port, ask('GET /quick')), 'Quick.')

  await app.close()
})

it('does not wait for the second half of a request on a connection that was used', async () => {
  const { app, port } = await startServer()
  await hear(await call(port, ask('GET /quick'), 'GET /quick HT'), 'Quick.')

  await app.close()
})

it('does not wait for ever for a body', async () => {
  const { app, port } = await startServer()
  const received = once(app.server, 'request')
  await call(port, ask('POST /sent', 'Content-Type: application/json\r\nContent-Length: 1000'), '{')
  await received

  await app.close()
})

it('does not wait for ever for a caller that does not take its answer', async () => {
  const { app, port, finish } = await startServer()
  const received = once(app.server, 'request')
  await call(port, ask('GET /slow'))
  await received
  const closing = app.close()
  await expect.poll(() => app.server.listening).toBe(false)

  finish(LARGE)

  await closing
})

it('waits for its own answer, however long that takes, and then closes', async () => {
  const { app, port, finish } = await startServer()
  const received = once(app.server, 'request')
  const caller = await call(port, ask('GET /slow'))
  const [, response] = await received
  const closing = app.close()
  await expect.poll(() => app.server.listening).toBe(false)

  const heard = hear(caller, 'Slow.')
  finish('Slow.')

  await Promise.all([heard, closing])
  expect(response.writableFinished).toBe(true)
})

it('tells who asks on a connection that it still answers on to go elsewhere', async () => {
  const { app, port, finish } = await startServer()
  const received = once(app.server, 'request')
  const caller = await call(port, ask('GET /slow'))
  await received
  const closing = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  const second = once(app.server, 'request')
  caller.write(ask('GET /quick'))
  await second

  const heard = hear(caller, '{"detail":"the service is stopping; try again"}')
  finish('Slow.')

  await Promise.all([heard, closing])
})
