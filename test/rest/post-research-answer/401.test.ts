import { beforeAll, describe, expect, it } from 'vitest'
import { answer, type Loose, makeStudy, send, startService, type TestService } from '../../service.ts'
import { USELESS_KEYS } from '../hard-cases.ts'

describe('POST answer, 401', () => {
  let service: TestService
  let study: Loose
  beforeAll(async () => {
    service = await startService()
    study = await makeStudy(service)
  })

  it.each(USELESS_KEYS)('refuses %s and stores nothing', async (_, headers) => {
    const url = `${service.url}/v1/project/${service.projectId}/research/studies/${study.id}/answers/`

    const refused = await send(url, 'POST', answer(), headers)

    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('ApiKey')
    expect(refused.body).toEqual({ detail: 'missing or invalid API key' })
    expect(await service.count('answer')).toBe(0)
  })
})
