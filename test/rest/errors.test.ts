import { Writable } from 'node:stream'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '../../src/db/pool.ts'
import { atEnd } from '../closings.ts'
import { batch, type Loose, send, startApp, startService, type TestService } from '../service.ts'

describe('an unexpected failure', () => {
  const lines: Loose[] = []
  let service: TestService
  beforeAll(async () => {
    const kept = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(chunk))
        done()
      },
    })
    service = await startService({ log: pino({ level: 'info' }, kept) })
    await service.db.query('ALTER TABLE observation RENAME TO gone')
  })
  const post = (headers = {}) => service.call('POST', '/observations/', batch(), headers)

  it('is 500 with one fixed sentence: no SQL, no stack', async () => {
    const { status, headers, body } = await post()

    expect(status).toBe(500)
    expect(body).toEqual({ detail: 'internal error' })
    expect(headers.get('x-request-id')).toMatch(/^[\w.:-]{1,128}$/)
  })

  it('is logged under the request id that the caller gets', async () => {
    const { headers } = await post()

    const line = lines.find(
      ({ msg, reqId }) => msg === 'request failed' && reqId === headers.get('x-request-id'),
    )
    expect(line).toMatchObject({ err: { code: '42P01' } })
    expect(JSON.stringify(lines)).not.toContain(batch().observations[0].description)
  })

  it('keeps the request id that the caller sent', async () => {
    const { headers } = await post({ 'X-Request-Id': 'trace-1.a:b_c' })

    expect(headers.get('x-request-id')).toBe('trace-1.a:b_c')
  })

  it.each([
    ['spaces', 'with space'],
    ['129 characters', 'a'.repeat(129)],
    ['markup', '<script>'],
  ])('does not repeat a request id of %s', async (_, sent) => {
    const { headers } = await post({ 'X-Request-Id': sent })

    expect(headers.get('x-request-id')).not.toBe(sent)
  })

  it('frees the idempotency key, so that the caller may try again', async () => {
    const failed = await post({ 'Idempotency-Key': 'k' })
    await service.db.query('ALTER TABLE gone RENAME TO observation')

    const again = await post({ 'Idempotency-Key': 'k' })

    expect([failed.status, again.status]).toEqual([500, 201])
    expect(await service.count('observation')).toBe(1)
  })
})

describe('a database that is away', () => {
  it('is 503 with Retry-After, and one sentence', async () => {
    const db = createPool({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' }, 1)
    atEnd(() => db.end())
    const { url } = await startApp(db)

    const { status, headers, body } = await send(`${url}/v1/project/x/observations/`, 'POST', batch(), {
      'X-Api-Key': 'k',
    })

    expect(status).toBe(503)
    expect(headers.get('retry-after')).toBe('1')
    expect(headers.get('x-request-id')).not.toBeNull()
    expect(body).toEqual({ detail: 'the database is not reachable at the moment; try again shortly' })
  })
})
