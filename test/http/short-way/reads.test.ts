import { beforeAll, describe, expect, it } from 'vitest'
import { lineTo } from '../../outage.ts'
import { answer, makeStudy, send, startApp } from '../../service.ts'
import { type Asked, type BothWays, expectShort, startBothWays, TRUST_MS } from './both-ways.ts'

let service: BothWays
beforeAll(async () => {
  service = await startBothWays()
  const study = await makeStudy(service, { question: 'Why do you export?' })
  await makeStudy(service, { question: 'Who reads “the report”?' })
  await service.call('POST', `/research/studies/${study.id}/answers/`, answer({ user_id: 'answered' }))
  const spoken = answer({ user_id: 'spoke', answer: 'Für “später”, 毎月 🙂, a \\ and a "quote".' })
  await service.call('POST', `/research/studies/${study.id}/answers/`, spoken)
})

const path = (rest: string) => `/v1/project/${service.projectId}${rest}`
const without = { Authorization: '' }

describe('an ordinary read', () => {
  it.each([
    ['the guidelines', '/service-guidelines/', {}],
    ['them without the last slash', '/service-guidelines', {}],
    ['studies', '/research/studies/?user_id=user-42', {}],
    ['them without the last slash', '/research/studies?user_id=user-42', {}],
    ['studies of who answered one', '/research/studies/?user_id=answered', {}],
    ['studies of who answered in another script', '/research/studies/?user_id=spoke', {}],
    ['studies of an address', '/research/studies/?user_id=jo@example.com', {}],
    ['what a client of another kind asks for', '/service-guidelines/', { Accept: '*/*', 'User-Agent': 'x' }],
    ['what a caller who goes asks for', '/service-guidelines/', { Connection: 'close' }],
    ['what a caller with a name for it asks for', '/service-guidelines/', { 'X-Request-Id': 'r' }],
  ])('of %s takes the short way, and gets the same bytes', async (_, rest, headers) => {
    const both = await service.bothWays({ path: path(rest), headers })

    expectShort(both)
    expect(both.short.status).toBe(200)
  })

  it.each([
    ['Bearer', (key: string) => ({ Authorization: `bearer  ${key} ` })],
    ['X-Api-Key', (key: string) => ({ ...without, 'X-Api-Key': key })],
  ])('may send its key as %s', async (_, headers) => {
    const both = await service.bothWays({ path: path('/service-guidelines/'), headers: headers(service.key) })

    expectShort(both)
    expect(both.short.status).toBe(200)
  })
})

it('keeps the id that a request has', async () => {
  const headers = { 'X-Request-Id': 'of-the-caller' }
  const { status, headers: sent } = await service.call('GET', '/service-guidelines/', undefined, headers)

  expect([status, sent.get('x-request-id')]).toEqual([200, 'of-the-caller'])
})

it('is measured and counted like any other', async () => {
  const route = '/v1/project/:project_id/service-guidelines/'
  const counts = async () => {
    await service.keyUses.flush(service.db)
    const { rows } = await service.db.query('SELECT sum(fetches)::int AS n FROM guideline_fetch')
    const metrics = (await send(`${service.url}/metrics`, 'GET')).body as string
    const measured = metrics.split('\n').find((line) => line.includes('_count{') && line.includes(route))
    return [rows[0].n, Number(measured?.split(' ').at(-1))]
  }
  const before = await counts()
  const { way } = await service.ask({ path: path('/service-guidelines/') })

  expect(way).toBe('short')
  expect(await counts()).toEqual(before.map((value) => Number(value) + 1))
})

it('is told of the issues that a project shares', async () => {
  const settings = `/projects/${service.projectId}`
  await service.admin('PATCH', settings, { share_known_issues: true })
  const both = await service.bothWays({ path: path('/service-guidelines/') })
  await service.admin('PATCH', settings, { share_known_issues: false })

  expectShort(both)
  expect(both.short.status).toBe(200)
})

describe('what is out of the ordinary takes the framework’s way, with the same answer as ever', () => {
  const other = '00000000-0000-7000-8000-000000000000'
  it.each<[string, number, Asked]>([
    ['no key', 401, { path: '/service-guidelines/', headers: without }],
    ['a wrong key', 401, { path: '/service-guidelines/', headers: { Authorization: 'ApiKey fn_nobody' } }],
    ['another scheme', 401, { path: '/service-guidelines/', headers: { Authorization: 'Basic eDp5' } }],
    ['no user', 400, { path: '/research/studies/' }],
    ['an empty user', 400, { path: '/research/studies/?user_id=' }],
    ['two users', 400, { path: '/research/studies/?user_id=a&user_id=b' }],
    ['a user in percent signs', 200, { path: '/research/studies/?user_id=%61%20b' }],
    ['a user that does not decode', 400, { path: '/research/studies/?user_id=%ff' }],
    ['a further parameter', 200, { path: '/research/studies/?user_id=a&more=1' }],
    ['a query where none is', 200, { path: '/service-guidelines/?a=b' }],
    ['a path that goes on', 404, { path: '/service-guidelines/x' }],
    ['two slashes', 404, { path: '//service-guidelines/' }],
    ['a page that asks', 200, { path: '/service-guidelines/', headers: { Origin: 'http://localhost:3000' } }],
    ['HEAD', 200, { path: '/service-guidelines/', method: 'HEAD' }],
    ['DELETE', 405, { path: '/service-guidelines/', method: 'DELETE' }],
    ['a body', 200, { path: '/service-guidelines/', headers: { 'Content-Length': '2' }, body: '{}' }],
    ['a proxy', 200, { path: '/service-guidelines/', headers: { 'X-Forwarded-For': '192.0.2.1' } }],
  ])('%s', async (_, status, asked) => {
    const { short, long } = await service.bothWays({ ...asked, path: path(asked.path) })

    expect(short).toEqual(long)
    expect([short.way, short.status]).toEqual(['long', status])
  })

  it('the project of somebody else, or its id in capitals', async () => {
    for (const [id, status] of [
      [other, 404],
      [service.projectId.toUpperCase(), 200],
    ] as const) {
      const { short, long } = await service.bothWays({ path: `/v1/project/${id}/service-guidelines/` })

      expect(short).toEqual(long)
      expect([short.way, short.status]).toEqual(['long', status])
    }
  })

  it('a key that was revoked a moment ago', async () => {
    const made = await service.admin('POST', `/projects/${service.projectId}/keys`, { name: 'Short-lived' })
    const headers = { Authorization: `ApiKey ${made.body.key}` }
    const asked = { path: path('/service-guidelines/'), headers }
    await service.ask(asked)
    const known = await service.ask(asked)
    await service.admin('DELETE', `/projects/${service.projectId}/keys/${made.body.id}`)
    const revoked = await service.ask(asked)

    expect([known.way, known.status]).toEqual(['short', 200])
    expect([revoked.way, revoked.status]).toEqual(['long', 401])
  })

  it('a project that limits its requests', async () => {
    const limits = `/projects/${service.projectId}/limits`
    await service.admin('PUT', limits, { key_requests_per_minute: 100 })
    const { short } = await service.bothWays({ path: path('/service-guidelines/') })
    await service.admin('PUT', limits, { key_requests_per_minute: null })

    expect(short.way).toBe('long')
    expect(short.headers).toContain('ratelimit')
  })
})

describe('a read that is refused, or fails, is answered as on the framework’s way', () => {
  it('for a user whose id is too long', async () => {
    const both = await service.bothWays({ path: path(`/research/studies/?user_id=${'x'.repeat(1_000)}`) })

    expectShort(both)
    expect(both.short.status).toBe(400)
  })

  it('while the database is away', async () => {
    const line = await lineTo(service.connection)
    const { url } = await startApp(service.db, { trustMs: TRUST_MS, connection: line.connection })
    const studies = () =>
      send(url + path('/research/studies/?user_id=user-42'), 'GET', undefined, { 'X-Api-Key': service.key })
    expect((await studies()).status).toBe(200)

    await line.cut()
    const away = await studies()
    await line.mend()

    expect([away.status, Object.keys(away.body)]).toEqual([503, ['detail']])
    expect((await studies()).status).toBe(200)
  })

  it('by a fault, after which nothing is asked twice', async () => {
    const { standing } = service.deps.users
    let asked = 0
    service.deps.users.standing = async () => {
      asked++
      throw new Error('the table is broken')
    }
    const both = await service.bothWays({ path: path('/research/studies/?user_id=user-42') })
    service.deps.users.standing = standing

    expectShort(both)
    expect([both.short.status, both.short.body]).toEqual([500, '{"detail":"internal error"}'])
    expect(both.short.logged.map(({ msg }) => msg)).toEqual(['request failed', 'request'])
    expect(asked).toBe(2)
  })
})
