// Receives webhooks as a careless receiver does: it refuses some at first, and hangs up on some without an answer.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** It answers at both. */
export const ADDRESSES = ['127.0.0.1', '127.0.0.2'] as const

export type Receiver = {
  port: number
  requests: number
  /** By the user who answered: the messages that told of it. One, however often it was sent. */
  told: Map<string, Set<string>>
  close(): Promise<void>
}

const REFUSED = 7
const HUNG_UP_ON = 11

export async function openReceiver(): Promise<Receiver> {
  const told: Receiver['told'] = new Map()
  const known = new Set<string>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    receiver.requests++
    const body = Buffer.concat(await request.toArray()).toString()
    const id = String(request.headers['webhook-id'])
    const isFirst = !known.has(id)
    known.add(id)
    if (isFirst && known.size % REFUSED === 0) return response.writeHead(503).end()
    const user = JSON.parse(body).data.answer?.user_id
    if (user) told.set(user, new Set([...(told.get(user) ?? []), id]))
    if (isFirst && known.size % HUNG_UP_ON === 0) return void request.destroy()
    response.writeHead(204).end()
  }
  const servers = ADDRESSES.map(() => createServer(answer))
  let port = 0
  for (const [at, server] of servers.entries()) {
    await new Promise<void>((resolve) => server.listen(port, ADDRESSES[at], resolve))
    port = (server.address() as AddressInfo).port
  }
  const receiver: Receiver = {
    port,
    requests: 0,
    told,
    async close() {
      for (const server of servers) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
  return receiver
}
