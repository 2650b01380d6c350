import { beforeAll, describe, expect, it } from 'vitest'
import { batch, startService, type TestService } from '../../service.ts'

describe('POST observations, 405', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'refuses %s and allows POST',
    async (method) => {
      const { status, headers, body } = await service.call(method, '/observations/')

      expect(status).toBe(405)
      expect(headers.get('allow')).toBe('POST')
      expect(body).toEqual({ detail: 'method not allowed; use POST' })
    },
  )

  it('refuses HEAD, without a body', async () => {
    const { status, headers, body } = await service.call('HEAD', '/observations')

    expect(status).toBe(405)
    expect(headers.get('allow')).toBe('POST')
    expect(body).toBe('')
  })

  it('stores nothing from a body sent with another method', async () => {
    const { status } = await service.call('PUT', '/observations/', batch())

    expect(status).toBe(405)
    expect(await service.count('observation')).toBe(0)
  })
})
