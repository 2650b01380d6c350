// Speaks HTTP as no client would: bytes as they are, on a socket of their own.
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { TestService } from '../service.ts'

/** What the caller does once all is written: waits for the service to close, closes its side, or is gone. */
export type Leaving = 'stays' | 'ends' | 'leaves' | 'resets'

export type Spoken = { text: string; leaving: Leaving }

/** Resolves with all that was heard, when the connection is closed. */
export function speak(url: string, { text, leaving }: Spoken): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let heard = ''
  socket.setEncoding('latin1')
  socket.on('error', () => {}) // the service may close before all is written
  socket.on('data', (piece) => {
    heard += piece
  })
  socket.write(text, 'latin1', () => {
    if (leaving === 'ends') socket.end()
    // In a later turn, when the service may have begun to read.
    if (leaving === 'leaves') setImmediate(() => socket.destroy())
    if (leaving === 'resets') setImmediate(() => socket.resetAndDestroy())
  })
  return new Promise((resolve) => socket.once('close', () => resolve(heard)))
}

export type Route = { path: string; methods: string[] }

/** Every route there is, pages and files included, with the ids of things that are there. */
export function routesOf(app: FastifyInstance, ids: Record<string, string>): Route[] {
  const parents: string[] = []
  const lines = app.printRoutes({ commonPrefix: false }).split('\n')
  return lines.flatMap((line) => {
    const [, indent = '', part, methods] = /^([│ ]*)[├└]── (\S+) \((.+)\)$/.exec(line) ?? []
    if (part === undefined) return []
    const depth = indent.length / 4
    parents.length = depth
    parents[depth] = (parents[depth - 1] ?? '') + part
    const path = parents[depth].replace(/^(?!\/)/, '/').replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? 'x')
    return [{ path, methods: methods?.split(', ') ?? [] }]
  })
}

/** Every answer in what was heard, with its body where its length is told. */
export function answersIn(heard: string): { status: number; head: string; body: string }[] {
  return heard.split(/(?=HTTP\/1\.1 \d{3} )/).map((answer) => {
    const end = answer.indexOf('\r\n\r\n')
    return {
      status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]),
      head: answer.slice(0, end),
      body: answer.slice(end + 4),
    }
  })
}

/** The headers that open every door of the service that is open to a key or to the admin token. */
export const keysOf = ({ key }: TestService, adminToken: string): string[] => [
  `X-Api-Key: ${key}`,
  `Authorization: Bearer ${adminToken}`,
]
