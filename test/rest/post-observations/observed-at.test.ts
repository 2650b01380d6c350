import { beforeAll, describe, expect, it } from 'vitest'
import { batch, startService, type TestService } from '../../service.ts'

const SERVER_TIME = '2026-03-14T09:30:00.000Z'

describe('POST observations, observed_at', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  it.each([
    ['UTC', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['milliseconds', '2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
    ['more digits than are kept', '2026-01-02T03:04:05.6789999Z', '2026-01-02T03:04:05.678Z'],
    ['an offset east', '2026-01-02T03:04:05+05:30', '2026-01-01T21:34:05.000Z'],
    ['an offset west', '2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000Z'],
    ['no zone, read as UTC', '2026-01-02T03:04:05', '2026-01-02T03:04:05.000Z'],
    ['small letters', '2026-01-02t03:04:05z', '2026-01-02T03:04:05.000Z'],
    ['29 February of a leap year', '2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['the earliest moment', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['the latest moment', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['the future', '2031-01-01T00:00:00Z', '2031-01-01T00:00:00.000Z'],
    ['null, as if omitted', null, SERVER_TIME],
    ['nothing, the server time', undefined, SERVER_TIME],
  ])('takes %s', async (_, observed_at, instant) => {
    const observations = ['a', 'b'].map((title) => ({ title, description: 'x' }))

    const { status, body } = await service.call(
      'POST',
      '/observations/',
      batch({ observed_at, observations }),
    )

    expect(status).toBe(201)
    expect(body.results.map((r: { observed_at: string }) => r.observed_at)).toEqual([instant, instant])
    const { rows } = await service.db.query('SELECT observed_at, created_at FROM observation WHERE id = $1', [
      body.results[1].id,
    ])
    expect(rows[0].observed_at.toISOString()).toBe(instant)
    expect(rows[0].created_at.toISOString()).toBe(SERVER_TIME)
  })

  it.each([
    ['a date without time', '2026-01-02', 'date_time'],
    ['30 February', '2026-02-30T00:00:00Z', 'date_time'],
    ['29 February of a common year', '2025-02-29T00:00:00Z', 'date_time'],
    ['the 13th month', '2026-13-01T00:00:00Z', 'date_time'],
    ['24 o’clock', '2026-01-02T24:00:00Z', 'date_time'],
    ['no seconds', '2026-01-02T03:04Z', 'date_time'],
    ['the year 0', '0000-12-31T23:59:59Z', 'date_time'],
    ['a year of five digits', '10000-01-01T00:00:00Z', 'date_time'],
    ['a zone that leaves the year 9999', '9999-12-31T23:59:59-01:00', 'date_time'],
    ['the empty string', '', 'date_time'],
    ['words', 'yesterday', 'date_time'],
    ['a second too many at noon', '2026-01-02T12:00:60Z', 'date_time'],
    ['seconds since 1970', 1_767_323_045, 'type'],
    ['false', false, 'type'],
  ])('refuses %s', async (_, observed_at, type) => {
    const before = await service.count('observation')

    const { status, body } = await service.call('POST', '/observations/', batch({ observed_at }))

    expect(status).toBe(400)
    expect(body).toEqual({ detail: [{ loc: ['body', 'observed_at'], msg: expect.any(String), type }] })
    expect(await service.count('observation')).toBe(before)
  })
})
