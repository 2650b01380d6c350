// A receiver of webhooks that tests tell how to answer: well, badly, elsewhere, or not at all.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from '../closings.ts'
import type { Loose } from '../service.ts'

type Received = { headers: IncomingHttpHeaders; text: string; body: Loose; path: string }

type Answer = number | 'hang' | ((response: ServerResponse) => void)

export async function openReceiver() {
  const received: Received[] = []
  const receiver = { answer: 204 as Answer, received, url: '', port: 0 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    received.push({ headers: request.headers, text, body: JSON.parse(text), path: request.url ?? '' })
    if (receiver.answer === 'hang') return
    if (typeof receiver.answer === 'function') return receiver.answer(response)
    response.writeHead(receiver.answer).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.port = (server.address() as AddressInfo).port
  receiver.url = `http://127.0.0.1:${receiver.port}/hook`
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return receiver
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>
