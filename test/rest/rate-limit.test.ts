import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../../src/contract/refusal.ts'
import { COMMAND_LINE } from '../../src/domain/audit/audit.ts'
import { importStep } from '../../src/domain/imports/import-step.ts'
import { createDailyBudgets } from '../../src/domain/observations/daily-budgets.ts'
import { createKey } from '../../src/domain/projects/manage-keys.ts'
import {
  ADMIN_TOKEN,
  anotherProject,
  batch,
  send,
  startApp,
  startService,
  type TestService,
} from '../service.ts'

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
    expect(headers.get('ratelimit-policy')).toBe('"key";q=6;w=60')
    expect(headers.get('ratelimit')).toBe('"key";r=0;t=10')
    expect(body).toEqual({ detail: expect.stringContaining('too many requests') })
    expect(await service.count('observation')).toBe(6)
  })

  it('says with every answer how many are left', async () => {
    await use(1)

    const { headers } = await post()

    expect(headers.get('ratelimit')).toBe('"key";r=4;t=20')
  })

  it('counts what other processes let in, once they have told of it', async () => {
    const other = await startApp(service.db, { rateLimitPerMinute: 6 })
    const there = () =>
      send(`${other.url}/v1/project/${service.projectId}/service-guidelines/`, 'GET', undefined, {
        Authorization: `ApiKey ${service.key}`,
      })
    await use(4)
    await service.deps.requests.exchange(service.db)
    const first = await there()
    await other.deps.requests.exchange(service.db)

    const second = await there()

    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.headers.get('ratelimit')).toBe('"key";r=0;t=10')
    expect((await there()).status).toBe(429)
    await service.deps.requests.exchange(service.db)
    expect((await post()).headers.get('ratelimit')).toBe('"key";r=0;t=10')
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

describe('a limit of the project', () => {
  let service: TestService
  beforeEach(async () => {
    service = await startService({ rateLimitProjectPerMinute: 100 })
  })
  const limit = (limits: object) => service.admin('PUT', `/projects/${service.projectId}/limits`, limits)
  const post = (headers: Record<string, string> = {}, count = 1) =>
    service.call(
      'POST',
      '/observations/',
      batch({ observations: Array(count).fill({ title: 't', description: 'd' }) }),
      headers,
    )

  it('counts its keys together, and the lower of two limits', async () => {
    const { key } = await createKey(service.deps, COMMAND_LINE, service.projectId, { name: 'Second' })
    await limit({ key_requests_per_minute: 5, project_requests_per_minute: 3 })
    const answers = [await post(), await post(), await post({ Authorization: `ApiKey ${key}` })]

    const { status, headers, body } = await post({ Authorization: `ApiKey ${key}` })

    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201])
    expect(status).toBe(429)
    expect(headers.get('ratelimit-policy')).toBe('"key";q=5;w=60, "project";q=3;w=60')
    expect(headers.get('ratelimit')).toBe('"key";r=4;t=12, "project";r=0;t=20')
    expect(body.detail).toContain('the keys of this project together may send 3 a minute')
  })

  it('on observations a day is never exceeded, in batches and over processes', async () => {
    const other = await startApp(service.db)
    await limit({ observations_per_day: 10 })
    const there = () =>
      send(`${other.url}/v1/project/${service.projectId}/observations/`, 'POST', batch(), {
        Authorization: `ApiKey ${service.key}`,
      })

    const answers = await Promise.all([...Array.from({ length: 5 }, () => post({}, 3)), there(), there()])

    const stored = await service.count('observation')
    const sent = answers.filter(({ status }) => status === 201).flatMap(({ body }) => body.results)
    expect(sent).toHaveLength(stored)
    expect(stored).toBeLessThanOrEqual(10)
    expect(stored).toBeGreaterThan(7) // else another batch of 3 had fitted
    expect(answers.every(({ status }) => status === 201 || status === 429)).toBe(true)
    const shown = await service.admin('GET', `/projects/${service.projectId}/limits`)
    expect(shown.body).toMatchObject({ observations_per_day: 10, observations_today: stored })
  })

  it('on observations a day says when the next day begins, and lets repeats through', async () => {
    await limit({ observations_per_day: 2 })
    await post({ 'Idempotency-Key': 'once' }, 2)

    const [refused, repeated] = [await post(), await post({ 'Idempotency-Key': 'once' }, 2)]

    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe(String(14.5 * 3600)) // it is 09:30
    expect(refused.headers.get('ratelimit')).toBe(`"observations";r=0;t=${14.5 * 3600}`)
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    service.clock.now = new Date('2026-03-15T00:00:00Z')
    expect((await post()).status).toBe(201)
  })

  it('on observations a day is for agents: imports and test observations go past it, and take nothing of it', async () => {
    await limit({ observations_per_day: 1 })
    const project = `/projects/${service.projectId}` as const
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'text/csv' }
    const rows = 'user,text\nann,Fine\nben,Slow\n'

    const test = await service.admin('POST', `${project}/test-observation`)
    const sent = await send(`${service.url}/api${project}/imports`, 'POST', rows, headers)
    while (await importStep(service.deps));

    expect([test.status, sent.status]).toEqual([201, 202])
    const imported = await service.admin('GET', `${project}/imports/${sent.body.id}`)
    expect(imported.body).toMatchObject({ state: 'done', stored: 2 })
    expect((await service.admin('GET', `${project}/limits`)).body.observations_today).toBe(0)
    expect([(await post()).status, (await post()).status]).toEqual([201, 429])
  })

  it('on observations a day gets back what a process did not hand out', async () => {
    await limit({ observations_per_day: 1000 })
    await post()
    const taken = async () =>
      (await service.admin('GET', `/projects/${service.projectId}/limits`)).body.observations_today
    const before = await taken()

    await service.deps.budgets.exchange(service.db)

    expect([before, await taken()]).toEqual([10, 1])
  })

  it('on observations a day asks for a share once, however many posts come at the same time', async () => {
    const query = vi.spyOn(service.db, 'query')
    const budgets = createDailyBudgets(service.db, service.deps.now)

    const taken = await Promise.all(
      Array.from({ length: 20 }, () => budgets.take(service.projectId, 1000, 1)),
    )

    // Shares of ten: two for these, and the second only when the first is used up.
    expect([taken.every(Boolean), query.mock.calls.length]).toEqual([true, 2])
    query.mockRestore()
  })

  it('on observations a day gets back what was not stored, for the day that it was taken from', async () => {
    const budgets = createDailyBudgets(service.db, service.deps.now)
    const take = (count: number) => budgets.take(service.projectId, 10, count)
    const before = await take(6)
    service.clock.now = new Date('2026-03-15T00:00:01Z')
    expect(await take(6)).toBeTruthy()

    before?.giveBack()

    expect([await take(5), await take(4)]).toEqual([null, expect.anything()])
  })

  it.each([
    ['too much waits', () => new Refusal('unavailable', 'busy')],
    ['the database refuses', () => Object.assign(new Error('canceled'), { code: '57014' })],
  ])('on observations a day is not used up by posts that are refused because %s', async (_, fault) => {
    await limit({ observations_per_day: 2 })
    const store = vi.spyOn(service.deps.posts, 'store').mockRejectedValueOnce(fault())

    const refused = await post({}, 2)

    expect([refused.status, (await post({}, 2)).status]).toEqual([503, 201])
    store.mockRestore()
  })

  it('on observations a day is used up by a post that may be stored, because the connection was lost', async () => {
    await limit({ observations_per_day: 2 })
    const lost = new Error('Connection terminated unexpectedly')
    const store = vi.spyOn(service.deps.posts, 'store').mockRejectedValueOnce(lost)

    const refused = await post({}, 2)

    expect([refused.status, (await post({}, 2)).status]).toEqual([503, 429])
    store.mockRestore()
  })

  it('is refused where it is no limit', async () => {
    const { status, body } = await limit({ key_requests_per_minute: 0, observations_per_day: 1.5 })

    expect(status).toBe(400)
    expect(body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual([
      'key_requests_per_minute',
      'observations_per_day',
    ])
  })
})

describe('a limit of 3 a minute for each address', () => {
  it('counts whoever calls, before anybody is asked for a key, and leaves probes alone', async () => {
    const service = await startService({ rateLimitAddressPerMinute: 3, trustedProxies: ['loopback'] })
    const from = (address: string, path = '/api/projects') =>
      send(service.url + path, 'GET', undefined, { 'X-Forwarded-For': address })
    const before = [
      await from('2001:db8::1'),
      await from('2001:db8::2'),
      await from('2001:db8::3', '/api/tokens'),
    ]

    const over = await from('2001:db8:0:0:ffff::9')

    expect(before.map(({ status }) => status)).toEqual([401, 401, 401])
    expect([over.status, over.body.detail]).toEqual([429, expect.stringContaining('this address')])
    expect((await from('2001:db8:0:1::9')).status).toBe(401) // another /64
    expect((await from('2001:db8::1', '/healthz')).status).toBe(200)
  })
})
