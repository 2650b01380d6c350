// A way to the database that can be cut and mended: what a network does to a service.
import { createConnection, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import type pg from 'pg'
import { atEnd } from './closings.ts'
import { pass } from './faults/moments.ts'

export type Line = {
  connection: pg.ClientConfig
  cut(): Promise<void>
  mend(): Promise<void>
  /** Nothing is carried anymore over what is connected now, and nobody is told; new connections work. */
  silence(): void
  /** From now on everything takes so long each way. */
  delay(ms: number): void
}

/** So long it takes a server's keepalive to find out that the other end of a silent connection is gone. */
const KEEP_ALIVE_MS = 20_000

export async function lineTo(database: pg.ClientConfig): Promise<Line> {
  const open = new Set<Socket>()
  const carried = new Set<{ near: Socket; far: Socket }>()
  let delayMs = 0
  const slow = () =>
    new Transform({
      transform: (chunk, _encoding, done) =>
        void (delayMs > 0 ? pass(delayMs) : Promise.resolve()).then(() => done(null, chunk)),
    })
  const server = createServer((near) => {
    const far = createConnection(placeOf(database))
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => open.delete(socket))
    }
    near.pipe(slow()).pipe(far)
    far.pipe(slow()).pipe(near)
    const pair = { near, far }
    carried.add(pair)
    near.on('close', () => {
      carried.delete(pair)
      far.destroy()
    })
    far.on('close', () => near.destroy())
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as { port: number }
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of open) socket.destroy()
    await closed
  }
  atEnd(async () => (server.listening ? cut() : undefined))
  return {
    connection: { ...database, host: '127.0.0.1', port },
    cut,
    mend: () => listen(port),
    delay: (ms) => {
      delayMs = ms
    },
    silence: () => {
      for (const { near, far } of carried) {
        for (const socket of [near, far]) {
          socket.unpipe()
          socket.removeAllListeners('close')
        }
        far.pause()
        near.resume().once('close', () => void pass(KEEP_ALIVE_MS).then(() => far.destroy()))
      }
      carried.clear()
    },
  }
}

function placeOf({ host = 'localhost', port = 5432 }: pg.ClientConfig) {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}
