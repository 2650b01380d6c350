import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tx } from '../../../../src/db/pool.ts'
import {
  type PeriodUsers,
  rememberPeriodUsers,
} from '../../../../src/domain/projects/overview/period-users.ts'
import { anotherProject, batch, startService, type TestService } from '../../../service.ts'

const DAY = { since: new Date('2026-03-14T00:00:00Z'), until: new Date('2026-03-15T00:00:00Z') }
const MINUTE_MS = 60_000

let shared: TestService
let service: TestService
let users: PeriodUsers
let now: number
let asked: number
let fails: boolean
beforeAll(async () => {
  shared = await startService()
})
beforeEach(async () => {
  service = { ...shared, ...(await anotherProject(shared)) }
  now = Date.parse('2026-04-01T12:00:00Z')
  asked = 0
  fails = false
  const counting = {
    query: (...statement: unknown[]) => {
      asked++
      return fails
        ? Promise.reject(new Error('gone'))
        : Reflect.apply(service.db.query, service.db, statement)
    },
  }
  users = rememberPeriodUsers(counting as unknown as Tx, () => new Date(now))
})

const say = (user_id: string) =>
  service.call('POST', '/observations/', batch({ user_id, observed_at: '2026-03-14T09:26:53Z' }))
const count = (observations: number, period: object = {}) =>
  users.count({ projectId: service.projectId, ...DAY, ...period }, observations)

describe('the users of a period', () => {
  it('are counted once for as long as as many observations are in it', async () => {
    await say('ann')
    await say('ben')

    expect([await count(2), await count(2), asked]).toEqual([2, 2, 1])
  })

  it('are the same whatever the time of these days', async () => {
    await say('ann')
    const later = { since: new Date('2026-03-14T18:00:00Z'), until: new Date('2026-03-15T18:00:00Z') }

    expect([await count(1), await count(1, later), asked]).toEqual([1, 1, 1])
  })

  it('are counted again when there are more or fewer', async () => {
    await say('ann')
    await count(1)
    await say('ben')

    expect([await count(2), asked]).toEqual([2, 2])
  })

  it('are counted again after ten minutes: others may have come in place of some', async () => {
    await say('ann')
    await count(1)
    await say('ben')
    now += 9 * MINUTE_MS
    const before = await count(1)
    now += MINUTE_MS

    expect([before, await count(1), asked]).toEqual([1, 2, 2])
  })

  it('are those of this project and period', async () => {
    await say('ann')

    const other = await anotherProject(service)
    expect([
      await count(1),
      await count(1, { projectId: other.projectId }),
      await count(1, { since: DAY.until, until: new Date('2026-03-16T00:00:00Z') }),
    ]).toEqual([1, 0, 0])
  })

  it('are asked for again after the database failed', async () => {
    await say('ann')
    fails = true
    await expect(count(1)).rejects.toThrow('gone')
    fails = false

    expect(await count(1)).toBe(1)
  })
})
