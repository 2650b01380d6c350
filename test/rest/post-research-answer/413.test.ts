import { beforeAll, describe, expect, it } from 'vitest'
import { answer, type Loose, makeStudy, startService, type TestService } from '../../service.ts'

const LIMIT = 8 * 1024 * 1024

/** A valid answer, filled up with white space to a number of bytes. */
const ofSize = (bytes: number): string => JSON.stringify(answer()).padEnd(bytes)

describe('POST answer, 413', () => {
  let service: TestService
  let study: Loose
  beforeAll(async () => {
    service = await startService()
    study = await makeStudy(service)
  })
  const post = (body: string) => service.call('POST', `/research/studies/${study.id}/answers/`, body)

  it('refuses one byte more than 8 MiB, and stores nothing', async () => {
    const { status, body } = await post(ofSize(LIMIT + 1))

    expect(status).toBe(413)
    expect(body).toEqual({ detail: 'the body is larger than 8388608 bytes' })
    expect(await service.count('answer')).toBe(0)
  })

  it('takes exactly 8 MiB', async () => {
    const { status } = await post(ofSize(LIMIT))

    expect(status).toBe(201)
    expect(await service.count('answer')).toBe(1)
  })
})
