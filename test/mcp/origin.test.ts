import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { batch, startService, type TestService } from '../service.ts'
import { forgetAll, post, request } from './endpoint.ts'

const CALL = request('tools/call', { name: 'post_observations', arguments: batch() })

describe('the Origin of a browser page', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ allowedOrigins: ['https://app.example', 'https://tools.example:8443'] })
  })
  beforeEach(() => forgetAll(service))

  it.each([
    ['a page that the operator named', 'https://app.example'],
    ['a named page with its port', 'https://tools.example:8443'],
    ['a page on this machine', 'http://localhost:5173'],
    ['a page on this machine by number', 'http://127.0.0.1:6274'],
    ['a page on this machine by IPv6', 'http://[::1]:3000'],
  ])('may be %s', async (_, Origin) => {
    const { status } = await post(service, CALL, { Origin })

    expect(status).toBe(200)
    expect(await service.count('observation')).toBe(1)
  })

  it("may be the service's own address", async () => {
    const { status } = await post(service, CALL, { Origin: service.url })

    expect(status).toBe(200)
  })

  it.each([
    ['another site', 'https://evil.example'],
    ['an opaque page', 'null'],
    ['a named page over plain http', 'http://app.example'],
    ['a named page on another port', 'https://tools.example'],
    ['a subdomain of a named page', 'https://x.app.example'],
    ['a name that begins like a named page', 'https://app.example.evil.example'],
    ['a name that begins like this machine', 'http://localhost.evil.example'],
    ['an address that begins like this machine', 'http://127.0.0.1.evil.example'],
    ['a page whose user part is this machine', 'http://localhost@evil.example'],
    ['a local file', 'file://'],
    ['nothing readable', 'garbage'],
  ])('may not be %s', async (_, Origin) => {
    const { status, body } = await post(service, CALL, { Origin })

    expect(status).toBe(403)
    expect(body).toEqual({ detail: 'this Origin is not allowed; add it to ALLOWED_ORIGINS to permit it' })
    expect(await service.count('observation')).toBe(0)
  })
})
