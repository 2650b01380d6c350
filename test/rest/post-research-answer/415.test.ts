import { beforeAll, describe, expect, it } from 'vitest'
import { answer, type Loose, makeStudy, startService, type TestService } from '../../service.ts'
import { WRONG_CONTENT_TYPES } from '../hard-cases.ts'

describe('POST answer, 415', () => {
  let service: TestService
  let study: Loose
  beforeAll(async () => {
    service = await startService()
    study = await makeStudy(service)
  })

  it.each(WRONG_CONTENT_TYPES)('refuses %s, even around valid JSON', async (_, type) => {
    const path = `/research/studies/${study.id}/answers/`

    const { status, body } = await service.call('POST', path, answer(), { 'Content-Type': type })

    expect(status).toBe(415)
    expect(body).toEqual({ detail: 'send the body as Content-Type: application/json' })
    expect(await service.count('answer')).toBe(0)
  })
})
