import { beforeAll, describe, expect, it } from 'vitest'
import { batch, startService, type TestService } from '../../service.ts'
import { WRONG_CONTENT_TYPES } from '../hard-cases.ts'

describe('POST observations, 415', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  it.each(WRONG_CONTENT_TYPES)('refuses %s, even around valid JSON', async (_, type) => {
    const { status, body } = await service.call('POST', '/observations/', batch(), { 'Content-Type': type })

    expect(status).toBe(415)
    expect(body).toEqual({ detail: 'send the body as Content-Type: application/json' })
    expect(await service.count('observation')).toBe(0)
  })

  it('refuses a body without a content type', async () => {
    const url = `${service.url}/v1/project/${service.projectId}/observations/`
    const raw = Buffer.from(JSON.stringify(batch()))

    const response = await fetch(url, { method: 'POST', headers: { 'X-Api-Key': service.key }, body: raw })

    expect(response.status).toBe(415)
    expect(await response.json()).toEqual({ detail: 'send the body as Content-Type: application/json' })
    expect(await service.count('observation')).toBe(0)
  })
})
