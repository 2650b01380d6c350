// What HTTP itself refuses has the same body as every other refusal.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { answerClientError } from '../../src/http/client-errors.ts'
import { atEnd } from '../closings.ts'
import { startService } from '../service.ts'

async function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk
  })
  socket.write(text)
  await once(socket, 'close')
  return heard
}

const bodyOf = (response: string): unknown => JSON.parse(response.split('\r\n\r\n')[1] ?? '')

it.each([
  ['no HTTP', 'EHLO here\r\n\r\n', 400],
  ['a header that is none', 'GET / HTTP/1.1\r\nHost: here\r\nno header\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nHost: here\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
])('%s', async (_, text, status) => {
  const service = await startedOnce()

  const response = await exchange(Number(new URL(service.url).port), text)

  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(bodyOf(response)).toEqual({ detail: expect.any(String) })
})

it('a request that takes too long to arrive', async () => {
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  const server = createServer((socket) => answerClientError(late, socket)).listen(0, '127.0.0.1')
  atEnd(async () => server.close())
  await once(server, 'listening')

  const response = await exchange((server.address() as AddressInfo).port, 'GET /')

  expect(response).toMatch(/^HTTP\/1.1 408 /)
  expect(bodyOf(response)).toEqual({ detail: 'the request took too long to arrive' })
})

let started: ReturnType<typeof startService> | undefined
const startedOnce = () => {
  started ??= startService()
  return started
}
