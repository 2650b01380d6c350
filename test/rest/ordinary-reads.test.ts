import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { request } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lineTo } from '../outage.ts'
import { answer, type Loose, makeStudy, send, startApp, startService, type TestService } from '../service.ts'

/** What the service keeps is trusted, as in earnest: nothing here changes behind its back. */
const TRUST_MS = 60_000
/** Makes a request take the framework's way, and changes nothing else. */
const LONG_WAY = { 'X-Request-Id': 'the-long-way' }

const lines: Loose[] = []
const log = pino(
  { level: 'info', base: null },
  { write: (line: string) => void lines.push(JSON.parse(line)) },
)

let service: TestService
let handled = 0
const count = () => void handled++
beforeAll(async () => {
  service = await startService({ trustMs: TRUST_MS, log })
  const study = await makeStudy(service, { question: 'Why do you export?' })
  await makeStudy(service, { question: 'Who reads “the report”?' })
  await service.call('POST', `/research/studies/${study.id}/answers/`, answer({ user_id: 'answered' }))
  const spoken = answer({ user_id: 'spoke', answer: 'Für “später”, 毎月 🙂, a \\ and a "quote".' })
  await service.call('POST', `/research/studies/${study.id}/answers/`, spoken)
  subscribe('tracing:fastify.request.handler:start', count)
})
afterAll(() => void unsubscribe('tracing:fastify.request.handler:start', count))

type Asked = { path: string; method?: string; headers?: Record<string, string>; body?: string }
type Answered = { status: number | undefined; headers: string[]; body: string }

/** Every byte of the answer, but for the time and the request's own id. */
function ask({ path, method = 'GET', headers = {}, body }: Asked): Promise<Answered> {
  const key = { Authorization: `ApiKey ${service.key}` }
  return new Promise((done, failed) => {
    const sent = request(service.url + path, { method, headers: { ...key, ...headers } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece
      })
      response.on('end', () => {
        const own = response.rawHeaders.map((value, at, all) =>
          /^(date|x-request-id)$/i.test(all[at - 1] ?? '') && at % 2 === 1 ? 'its own' : value,
        )
        done({ status: response.statusCode, headers: own, body: text })
      })
    })
    sent.on('error', failed).end(body)
  })
}

/** The answers of both ways, and how many of the two the framework handled. */
async function bothWays(asked: Asked) {
  await ask({ ...asked, headers: { ...asked.headers, ...LONG_WAY } }) // now the service knows all that it takes
  const before = handled
  const short = await ask(asked)
  const long = await ask({ ...asked, headers: { ...asked.headers, ...LONG_WAY } })
  return { short, long, handled: handled - before }
}

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
  ])('of %s takes the short way, and gets the same bytes', async (_, rest, headers) => {
    const { short, long, handled } = await bothWays({ path: path(rest), headers })

    expect(short.status).toBe(200)
    expect(short).toEqual(long)
    expect(handled).toBe(1)
  })

  it.each([
    ['Bearer', (key: string) => ({ Authorization: `bearer  ${key} ` })],
    ['X-Api-Key', (key: string) => ({ ...without, 'X-Api-Key': key })],
  ])('may send its key as %s', async (_, headers) => {
    const asked = { path: path('/service-guidelines/'), headers: headers(service.key) }
    const { short, long, handled } = await bothWays(asked)

    expect(short).toEqual(long)
    expect([short.status, handled]).toEqual([200, 1])
  })

  it('is logged, measured and counted like any other', async () => {
    const rest = '/service-guidelines/'
    const route = '/v1/project/:project_id/service-guidelines/'
    await bothWays({ path: path(rest) })
    const [short, long] = lines.filter((line) => line.route === route).slice(-2)
    const counts = async () => {
      await service.keyUses.flush(service.db)
      const { rows } = await service.db.query('SELECT sum(fetches)::int AS n FROM guideline_fetch')
      const metrics = (await send(`${service.url}/metrics`, 'GET')).body as string
      const measured = metrics.split('\n').find((line) => line.includes('_count{') && line.includes(route))
      return [rows[0].n, Number(measured?.split(' ').at(-1))]
    }
    const before = await counts()
    await ask({ path: path(rest) })

    expect(Object.keys(short)).toEqual(Object.keys(long))
    expect({ ...short, time: 0, reqId: '', ms: 0 }).toEqual({ ...long, time: 0, reqId: '', ms: 0 })
    expect(short.reqId).toMatch(/^[0-9a-f-]{36}$/)
    expect(await counts()).toEqual(before.map((value) => Number(value) + 1))
  })
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
    ['a user who is too long', 400, { path: `/research/studies/?user_id=${'x'.repeat(1_000)}` }],
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
    const { short, long, handled } = await bothWays({ ...asked, path: path(asked.path) })

    expect(short).toEqual(long)
    expect(short.status).toBe(status)
    if (status === 200) expect(handled).toBe(2)
  })

  it('the project of somebody else, or its id in capitals', async () => {
    for (const [id, status] of [
      [other, 404],
      [service.projectId.toUpperCase(), 200],
    ] as const) {
      const { short, long } = await bothWays({ path: `/v1/project/${id}/service-guidelines/` })

      expect(short).toEqual(long)
      expect(short.status).toBe(status)
    }
  })

  it('a key that was revoked a moment ago', async () => {
    const made = await service.admin('POST', `/projects/${service.projectId}/keys`, { name: 'Short-lived' })
    const headers = { Authorization: `ApiKey ${made.body.key}` }
    const asked = { path: path('/service-guidelines/'), headers }
    const { short } = await bothWays(asked)
    await service.admin('DELETE', `/projects/${service.projectId}/keys/${made.body.id}`)

    expect(short.status).toBe(200)
    expect((await ask(asked)).status).toBe(401)
  })

  it('a project that limits its requests, or tells agents of its issues', async () => {
    const settings = `/projects/${service.projectId}`
    const asked = { path: path('/service-guidelines/') }
    await service.admin('PUT', `${settings}/limits`, { key_requests_per_minute: 100 })
    const limited = await bothWays(asked)
    await service.admin('PUT', `${settings}/limits`, { key_requests_per_minute: null })
    await service.admin('PATCH', settings, { share_known_issues: true })
    const shared = await bothWays(asked)
    await service.admin('PATCH', settings, { share_known_issues: false })

    expect(limited.short.headers).toContain('ratelimit')
    expect([limited.handled, shared.handled]).toEqual([2, 2])
    expect(shared.short).toEqual(shared.long)
  })

  it('studies while the database is away', async () => {
    const line = await lineTo(service.connection)
    const { url } = await startApp(service.db, { trustMs: TRUST_MS, connection: line.connection })
    const studies = () =>
      send(url + path('/research/studies/?user_id=user-42'), 'GET', undefined, { 'X-Api-Key': service.key })
    expect((await studies()).status).toBe(200)
    const before = handled
    expect((await studies()).status).toBe(200)
    expect(handled).toBe(before)

    await line.cut()
    const away = await studies()
    await line.mend()

    expect([away.status, Object.keys(away.body)]).toEqual([503, ['detail']])
    expect((await studies()).status).toBe(200)
  })

  it('studies whose question to the database fails, which is asked once', async () => {
    const { url, deps } = await startApp(service.db, { trustMs: TRUST_MS })
    const studies = () =>
      send(url + path('/research/studies/?user_id=user-42'), 'GET', undefined, { 'X-Api-Key': service.key })
    expect((await studies()).status).toBe(200)
    const { standing } = deps.users
    let asked = 0
    deps.users.standing = async () => {
      asked++
      throw new Error('the table is broken')
    }

    const failed = await studies()
    deps.users.standing = standing

    expect([failed.status, Object.keys(failed.body)]).toEqual([500, ['detail']])
    expect(asked).toBe(1)
    expect((await studies()).status).toBe(200)
  })
})
