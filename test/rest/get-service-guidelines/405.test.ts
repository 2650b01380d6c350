import { beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '../../service.ts'

describe('GET guidelines, 405', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'refuses %s and allows GET and HEAD',
    async (method) => {
      const { status, headers, body } = await service.call(method, '/service-guidelines/')

      expect(status).toBe(405)
      expect(headers.get('allow')).toBe('GET, HEAD')
      expect(body).toEqual({ detail: 'method not allowed; use GET, HEAD' })
    },
  )
})
