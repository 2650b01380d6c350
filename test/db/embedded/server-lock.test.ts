// A server that goes away while somebody joins it is not there: no fault.
import { createServer, type Server } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { tryLock } from '../../../src/db/embedded/server-lock.ts'

let server: Server
afterEach(() => new Promise((done) => server.close(done)))

/** A message of PostgreSQL's protocol. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const WELCOME = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]
const GOING = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'))

it('joins nothing where it is told to go in the same moment as it is let in', async () => {
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([...WELCOME, GOING])))
  })
  const port = await new Promise<number>((done) =>
    server.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port)),
  )

  const lock = await tryLock({ host: '127.0.0.1', port, user: 'fieldnote', ssl: false })

  expect(lock).toBeUndefined()
})
