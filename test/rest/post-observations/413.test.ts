import { beforeAll, describe, expect, it } from 'vitest'
import { batch, startService, type TestService } from '../../service.ts'

const LIMIT = 8 * 1024 * 1024

/** A valid batch, filled up with white space to a number of bytes. */
const ofSize = (bytes: number): string => JSON.stringify(batch()).padEnd(bytes)

describe('POST observations, 413', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  it('takes a body of exactly 8 MiB', async () => {
    const { status, body } = await service.call('POST', '/observations/', ofSize(LIMIT))

    expect(status).toBe(201)
    const { rows } = await service.db.query('SELECT id FROM observation')
    expect(rows).toEqual([{ id: body.results[0].id }])
  })

  it('refuses one byte more, and stores nothing', async () => {
    const before = await service.count('observation')

    const { status, body } = await service.call('POST', '/observations/', ofSize(LIMIT + 1))

    expect(status).toBe(413)
    expect(body).toEqual({ detail: 'the body is larger than 8388608 bytes' })
    expect(await service.count('observation')).toBe(before)
  })

  it('refuses one byte more when the length is not announced', async () => {
    const before = await service.count('observation')
    const url = `${service.url}/v1/project/${service.projectId}/observations/`
    const stream = new Blob([ofSize(LIMIT + 1)]).stream()

    const response = await fetch(url, {
      method: 'POST',
      headers: { 'X-Api-Key': service.key, 'Content-Type': 'application/json' },
      body: stream,
      duplex: 'half',
    } as RequestInit)

    expect(response.status).toBe(413)
    expect(await response.json()).toEqual({ detail: 'the body is larger than 8388608 bytes' })
    expect(await service.count('observation')).toBe(before)
  })
})
