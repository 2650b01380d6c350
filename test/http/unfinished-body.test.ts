// Requests whose caller went away before the body ended: nothing of them is stored, even where what came is whole JSON.
import { connect } from 'node:net'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetAll, request } from '../mcp/endpoint.ts'
import { batch, startService, type TestService } from '../service.ts'

describe('a request that its caller aborts before the body ends', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ trustMs: 60_000 })
  })
  beforeEach(() => forgetAll(service))

  const BODIES = [
    ['REST', (id: string) => `/v1/project/${id}/observations/`, JSON.stringify(batch())],
    [
      'MCP',
      (id: string) => `/mcp/v1/project/${id}/`,
      JSON.stringify(request('tools/call', { name: 'post_observations', arguments: batch() })),
    ],
  ] as const
  const FRAMINGS = [
    ['of a length that it does not reach', (body: string) => [`Content-Length: ${body.length + 1}`, body]],
    [
      'in chunks, without the last',
      (body: string) => ['Transfer-Encoding: chunked', `${body.length.toString(16)}\r\n${body}\r\n`],
    ],
  ] as const
  const LEAVINGS = ['end', 'destroy'] as const

  const cases = BODIES.flatMap(([way, path, body]) =>
    FRAMINGS.flatMap(([framing, frame]) =>
      LEAVINGS.map((leaving) => ({ way, path, framing, sent: frame(body), leaving })),
    ),
  )

  it.each(cases)('$way, $framing, by $leaving: stores nothing', async ({ path, sent, leaving }) => {
    const [header, body] = sent
    const head = [
      `POST ${path(service.projectId)} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ApiKey ${service.key}`,
      'Content-Type: application/json',
      header,
    ]
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    const closed = new Promise<void>((done) => socket.once('close', () => done()))
    socket.on('error', () => {})
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })

    await new Promise<void>((done) => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => done()))
    // The service has the head and all of the body that will come once it is busy with another request after it.
    await service.call('GET', '/service-guidelines/')
    socket[leaving]()
    await closed
    await service.call('GET', '/service-guidelines/')

    expect(answer).not.toMatch(/^HTTP\/1\.1 2/)
    expect(await service.count('observation')).toBe(0)
  })
})
