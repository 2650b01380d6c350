import { beforeAll, describe, expect, it } from 'vitest'
import { send, startService, type TestService } from '../../service.ts'
import { USELESS_KEYS } from '../hard-cases.ts'

describe('GET guidelines, 401', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  it.each(USELESS_KEYS)('refuses %s', async (_, headers) => {
    const url = `${service.url}/v1/project/${service.projectId}/service-guidelines/`

    const answer = await send(url, 'GET', undefined, headers)

    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('ApiKey')
    expect(answer.body).toEqual({ detail: 'missing or invalid API key' })
  })
})
