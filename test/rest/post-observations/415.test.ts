import { gzipSync } from 'node:zlib'
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

  it.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, br'])(
    'names the encoding of a body in %s',
    async (encoding) => {
      const raw = gzipSync(JSON.stringify(batch()))

      const { status, headers, body } = await service.call('POST', '/observations/', raw, {
        'Content-Encoding': encoding,
      })

      expect(status).toBe(415)
      expect(body).toEqual({
        detail: `Content-Encoding ${encoding} is not supported; send the body without Content-Encoding`,
      })
      expect(headers.get('accept-encoding')).toBe('identity')
      expect(await service.count('observation')).toBe(0)
    },
  )

  it('takes a body that says that it is not encoded', async () => {
    const { status } = await service.call('POST', '/observations/', batch(), {
      'Content-Encoding': 'identity',
    })

    expect(status).toBe(201)
    await service.db.query('TRUNCATE observation CASCADE')
  })

  it('is not what a GET gets, of which no body is read', async () => {
    const { status } = await service.call('GET', '/service-guidelines/', undefined, {
      'Content-Encoding': 'gzip',
    })

    expect(status).toBe(200)
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
