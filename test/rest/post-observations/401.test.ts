import { beforeAll, describe, expect, it } from 'vitest'
import { batch, send, startService, type TestService } from '../../service.ts'
import { USELESS_KEYS } from '../hard-cases.ts'

describe('POST observations, 401', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  it.each(USELESS_KEYS)('refuses %s and stores nothing', async (_, headers) => {
    const url = `${service.url}/v1/project/${service.projectId}/observations/`

    const answer = await send(url, 'POST', batch(), headers)

    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('ApiKey')
    expect(answer.body).toEqual({ detail: 'missing or invalid API key' })
    expect(await service.count('observation')).toBe(0)
  })
})
