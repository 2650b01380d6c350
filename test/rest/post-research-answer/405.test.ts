import { beforeAll, describe, expect, it } from 'vitest'
import { answer, type Loose, makeStudy, startService, type TestService } from '../../service.ts'

describe('POST answer, 405', () => {
  let service: TestService
  let study: Loose
  beforeAll(async () => {
    service = await startService()
    study = await makeStudy(service)
  })

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'refuses %s and allows POST',
    async (method) => {
      const { status, headers, body } = await service.call(method, `/research/studies/${study.id}/answers/`)

      expect(status).toBe(405)
      expect(headers.get('allow')).toBe('POST')
      expect(body).toEqual({ detail: 'method not allowed; use POST' })
    },
  )

  it('stores nothing from a body sent with another method', async () => {
    const { status } = await service.call('PUT', `/research/studies/${study.id}/answers`, answer())

    expect(status).toBe(405)
    expect(await service.count('answer')).toBe(0)
  })
})
