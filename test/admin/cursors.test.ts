// Cursors that somebody wrote: refused as such, whatever they hold.
import { beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '../service.ts'

const ID = '01890000-0000-7000-8000-000000000000'
const NO_TIMES = ['2024', '', 'x', 'infinity', '2026-02-30 10:00:00+00', '2026-02-03 10:00:00+23', '12']
const NO_NUMBERS = ['x', '', '-1', '1e5', 'NaN', '99999999999']

describe('a cursor that is not one of ours', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  const read = (list: string, sort: string, key: string, id: string) => {
    const cursor = Buffer.from(JSON.stringify([sort, key, id])).toString('base64url')
    return service.admin('GET', `/projects/${service.projectId}/${list}?sort=${sort}&cursor=${cursor}`)
  }

  it.each([
    ['issues', 'last_seen', NO_TIMES],
    ['issues', 'first_seen', NO_TIMES],
    ['issues', 'observations', NO_NUMBERS],
    ['issues', 'users', NO_NUMBERS],
    ['issues', 'severity', [...NO_NUMBERS.filter((key) => key !== '-1'), '-2', '40000']],
    ['users', 'last_seen', NO_TIMES],
    ['users', 'observations', NO_NUMBERS],
  ])('of %s by %s is refused', async (list, sort, keys) => {
    for (const key of keys) {
      const { status, body } = await read(list, sort, key, ID)
      expect({ key, status }).toEqual({ key, status: 400 })
      expect(body.detail[0].loc).toEqual(['query', 'cursor'])
    }
  })

  it.each([
    ['users', 'observations', '7', 'a\0b'],
    ['users', 'last_seen', '2026-03-14 09:30:00.123+00', '\0'],
    ['issues', 'severity', '3', 'x'],
  ])('of %s by %s with an id that there cannot be is refused', async (list, sort, key, id) => {
    const { status } = await read(list, sort, key, id)

    expect(status).toBe(400)
  })
})
