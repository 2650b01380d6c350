// What operators rely on: health, readiness, metrics, request ids.
import { beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '../src/db/pool.ts'
import { eventually } from './eventually.ts'
import { lineTo } from './outage.ts'
import { answer, batch, makeStudy, send, startApp, startService, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
const get = (path: string, headers: Record<string, string> = {}) =>
  send(service.url + path, 'GET', undefined, headers)

describe('/healthz and /readyz', () => {
  it('answer 200 without a key', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  it('answer 405 with Allow to other methods', async () => {
    const { status, headers } = await send(`${service.url}/readyz`, 'POST')

    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('say 503 while the database is away, and recover by themselves', async () => {
    const line = await lineTo(service.connection)
    const db = createPool(line.connection, 3)
    const { url } = await startApp(db)
    const ask = async (path: string) => send(url + path, 'GET')
    const post = () =>
      send(`${url}/v1/project/${service.projectId}/observations/`, 'POST', batch(), {
        'X-Api-Key': service.key,
      })
    expect([(await ask('/readyz')).status, (await post()).status]).toEqual([200, 201])
    const stored = await service.count('observation')

    await line.cut()

    const away = await ask('/readyz')
    expect(away).toMatchObject({ status: 503, body: { detail: expect.any(String) } })
    expect(away.headers.get('retry-after')).toBe('1')
    expect((await ask('/healthz')).status).toBe(200)
    const refused = await post()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    await line.mend()
    await eventually(async () => expect((await ask('/readyz')).status).toBe(200))
    expect((await post()).status).toBe(201)
    expect(await service.count('observation')).toBe(stored + 1)
    await db.end()
  })
})

describe('/metrics', () => {
  /** The value of one series; 0 where it does not exist yet. */
  async function read(name: string, labels: Record<string, string> = {}): Promise<number> {
    const { body } = await get('/metrics')
    const lines = String(body)
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    const fits = lines.find((line) =>
      Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)),
    )
    return fits ? Number(fits.split(' ').at(-1)) : 0
  }

  it('is Prometheus text', async () => {
    const { status, headers, body } = await get('/metrics')

    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=/)
    expect(body).toContain('# TYPE fieldnote_http_request_duration_seconds histogram')
  })

  it('counts requests and their time by route pattern and status', async () => {
    const series = 'fieldnote_http_request_duration_seconds'
    const labels = { method: 'GET', route: '/v1/project/:project_id/service-guidelines/', status: '200' }
    const refused = { ...labels, status: '401' }
    const before = await Promise.all([labels, refused].map((kind) => read(`${series}_count`, kind)))

    await service.call('GET', '/service-guidelines/?user_id=secret-user')
    await service.call('GET', '/service-guidelines/', undefined, { Authorization: 'ApiKey wrong' })

    await expect // counted after the answer has been sent
      .poll(() => Promise.all([labels, refused].map((kind) => read(`${series}_count`, kind))))
      .toEqual(before.map((count) => count + 1))
    expect(await read(`${series}_sum`, labels)).toBeGreaterThan(0)
    const { body } = await get('/metrics')
    expect(body).not.toContain('secret-user')
    expect(body).not.toContain(service.projectId)
  })

  it('counts methods that nothing has together, however many are tried', async () => {
    const route = '/v1/project/:project_id/observations/'
    const count = () =>
      read('fieldnote_http_request_duration_seconds_count', { method: 'other', route, status: '405' })
    const before = await count()

    for (const method of ['PROPFIND', 'PURGE']) await service.call(method, '/observations/')

    await expect.poll(count).toBe(before + 2)
    const { body } = await get('/metrics')
    expect(body).not.toContain('PROPFIND')
  })

  it('counts observations and answers that were stored, and only those', async () => {
    const study = await makeStudy(service)
    const path = `/research/studies/${study.id}/answers/`
    const counts = async () => [
      await read('fieldnote_observations_total', { source: 'rest' }),
      await read('fieldnote_answers_total', { source: 'rest' }),
    ]
    const [observations = 0, answers = 0] = await counts()

    const items = [1, 2, 3].map((n) => ({ title: `t${n}`, description: 'd' }))
    await service.call('POST', '/observations/', batch({ observations: items }), {
      'Idempotency-Key': 'once',
    })
    await service.call('POST', '/observations/', batch({ observations: items }), {
      'Idempotency-Key': 'once',
    })
    await service.call('POST', '/observations/', batch({ observations: [] }))
    await service.call('POST', path, answer())
    await service.call('POST', path, answer())

    expect(await counts()).toEqual([observations + 3, answers + 1])
    expect(await service.count('answer')).toBe(1)
  })

  it('shows the connections to the database', async () => {
    const open = await read('fieldnote_db_pool_connections', { state: 'open' })
    const waiting = await read('fieldnote_db_pool_connections', { state: 'waiting' })

    expect(open).toBeGreaterThan(0)
    expect(open).toBeLessThanOrEqual(10)
    expect(waiting).toBe(0)
  })

  it('shows what is being stored, what waits for that, and the connections for it', async () => {
    const states = async () => [
      await read('fieldnote_ingest_posts', { state: 'groups_under_way' }),
      await read('fieldnote_ingest_posts', { state: 'waiting' }),
    ]
    const goOn = await holdObservations(service)
    const posts: ReturnType<TestService['call']>[] = []
    const post = () => void posts.push(service.call('POST', '/observations/', batch()))

    await eventually(async () => {
      post()
      expect(await states()).toEqual([1, expect.toSatisfy((waiting) => waiting > 0)])
    })

    expect(await read('fieldnote_ingest_pool_connections', { state: 'open' })).toBeGreaterThanOrEqual(1)
    await goOn()
    expect(new Set((await Promise.all(posts)).map(({ status }) => status))).toEqual(new Set([201]))
    expect(await states()).toEqual([0, 0])
  })
})

/** Nothing is stored until told: every statement that stores observations waits, for no lock, which would end it after seconds. */
async function holdObservations({ db }: TestService): Promise<() => Promise<void>> {
  await db.query(`CREATE TABLE freed ();
    CREATE FUNCTION wait_until_freed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      WHILE NOT EXISTS (SELECT FROM freed) LOOP PERFORM pg_sleep(0.01); END LOOP;
      RETURN NULL;
    END $$;
    CREATE TRIGGER held BEFORE INSERT ON observation EXECUTE FUNCTION wait_until_freed()`)
  return async () => {
    await db.query('INSERT INTO freed DEFAULT VALUES')
    await eventually(() => db.query('DROP FUNCTION wait_until_freed CASCADE'))
    await db.query('DROP TABLE freed')
  }
}

describe('X-Request-Id', () => {
  it('is on every answer, refusals and unknown paths included', async () => {
    const answers = [
      await get('/healthz'),
      await get('/nowhere'),
      await get('/api/projects'),
      await get('/docs'),
    ]

    const ids = answers.map(({ headers }) => headers.get('x-request-id'))
    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[\w.:-]+$/)))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it("is the caller's own where that is harmless, and a new one otherwise", async () => {
    const kept = await get('/healthz', { 'X-Request-Id': 'trace-1234' })
    const replaced = await get('/healthz', { 'X-Request-Id': '{"level":60} injected' })
    const long = await get('/healthz', { 'X-Request-Id': 'x'.repeat(129) })

    expect(kept.headers.get('x-request-id')).toBe('trace-1234')
    for (const { headers } of [replaced, long]) expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})
