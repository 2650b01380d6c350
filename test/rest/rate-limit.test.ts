import { beforeEach, describe, expect, it } from 'vitest'
import { COMMAND_LINE } from '../../src/domain/audit/audit.ts'
import { createKey } from '../../src/domain/projects/manage-keys.ts'
import { anotherProject, batch, startService, type TestService } from '../service.ts'

describe('a rate limit of 6 a minute', () => {
  let service: TestService
  beforeEach(async () => {
    service = await startService({ rateLimitPerMinute: 6 })
  })
  const post = (headers: Record<string, string> = {}) =>
    service.call('POST', '/observations/', batch(), headers)
  const use = async (times: number) => {
    for (let i = 0; i < times; i++) await post()
  }

  it('refuses the seventh request with 429 and says when to come back', async () => {
    await use(6)

    const { status, headers, body } = await post()

    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBe('10')
    expect(body).toEqual({ detail: expect.stringContaining('too many requests') })
    expect(await service.count('observation')).toBe(6)
  })

  it('takes requests again after the time that Retry-After named', async () => {
    await use(6)
    const { headers } = await post()
    service.clock.now = new Date(service.clock.now.getTime() + Number(headers.get('retry-after')) * 1000)

    const { status } = await post()

    expect(status).toBe(201)
    expect((await post()).status).toBe(429)
  })

  it('counts each key for itself', async () => {
    await use(6)
    const { key } = await createKey(service.deps, COMMAND_LINE, service.projectId, { name: 'Second' })

    const { status } = await post({ Authorization: `ApiKey ${key}` })

    expect(status).toBe(201)
    expect((await post()).status).toBe(429)
  })

  it('comes after key and project: those refusals cost nothing', async () => {
    const other = await anotherProject(service)
    const foreign = () =>
      other.call('POST', '/observations/', batch(), { Authorization: `ApiKey ${service.key}` })
    for (let i = 0; i < 10; i++) expect((await foreign()).status).toBe(404)

    const { status } = await post()

    expect(status).toBe(201)
  })
})

describe('without a rate limit', () => {
  it('takes as many requests as are sent', async () => {
    const service = await startService()

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => service.call('GET', '/service-guidelines/')),
    )

    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  })
})
