// Receives webhooks as a careless receiver does: it refuses some at first, and hangs up on some without an answer.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Receiver = {
  url: string
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
  const server = createServer(async (request, response) => {
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
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: 0,
    told,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
