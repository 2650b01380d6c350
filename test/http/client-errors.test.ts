// What HTTP itself refuses has the same body as every other refusal.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { answerClientError } from '../../src/http/errors.ts'
import { atEnd } from '../closings.ts'
import { startService } from '../service.ts'
import { speak } from './raw.ts'

const bodyOf = (response: string): unknown => JSON.parse(response.split('\r\n\r\n')[1] ?? '')

it.each([
  ['no HTTP', 'EHLO here\r\n\r\n', 400],
  ['a header that is none', 'GET / HTTP/1.1\r\nHost: here\r\nno header\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nHost: here\r\nX: ${'x'.repeat(10_000_000)}\r\n\r\n`, 431],
  ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
  ['an expectation that nobody can meet', 'GET /healthz HTTP/1.1\r\nHost: here\r\nExpect: more\r\n\r\n', 417],
  ['the server as a whole', 'GET * HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n', 404],
])('%s', async (_, text, status) => {
  const service = await startedOnce()

  const response = await speak(service.url, { text, leaving: 'stays' })

  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(bodyOf(response)).toEqual({ detail: expect.any(String) })
})

it('a request that takes too long to arrive', async () => {
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  const server = createServer((socket) => answerClientError(late, socket)).listen(0, '127.0.0.1')
  atEnd(async () => server.close())
  await once(server, 'listening')

  const response = await speak(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    text: 'GET /',
    leaving: 'stays',
  })

  expect(response).toMatch(/^HTTP\/1.1 408 /)
  expect(bodyOf(response)).toEqual({ detail: 'the request took too long to arrive' })
})

let started: ReturnType<typeof startService> | undefined
const startedOnce = () => {
  started ??= startService()
  return started
}
