import { request } from 'node:http'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../../src/contract/refusal.ts'
import { BAD_BATCHES, GOOD_BATCHES } from '../../mcp/parity.fixtures.ts'
import { lineTo } from '../../outage.ts'
import { batch, send, startApp } from '../../service.ts'
import { type Asked, type BothWays, expectShort, startBothWays, TRUST_MS } from './both-ways.ts'

let service: BothWays
beforeAll(async () => {
  service = await startBothWays()
})
beforeEach(() => service.db.query('TRUNCATE observation, idempotency_key CASCADE'))

type Sent = Omit<Asked, 'path' | 'body'> & { path?: string; body?: unknown }

/** A post of observations, in its usual form where nothing else is said. */
function posted({ path = '/observations/', method = 'POST', headers, body = batch() }: Sent = {}): Asked {
  const raw = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  return {
    path: `/v1/project/${service.projectId}${path}`,
    method,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(raw)),
      ...headers,
    },
    body: raw,
  }
}

const stored = async () =>
  (await service.db.query("SELECT to_jsonb(o) - 'id' AS row FROM observation o ORDER BY id")).rows

describe('an ordinary post takes the short way, with the same bytes and the same rows', () => {
  it.each(GOOD_BATCHES)('%s', async (_, body) => {
    const both = await service.bothWays(posted({ body }))

    expectShort(both)
    expect(both.short.status).toBe(201)
    const rows = await stored()
    const half = body.observations.length
    expect(rows).toHaveLength(2 * half)
    expect(rows.slice(0, half)).toEqual(rows.slice(half))
  })

  it.each<[string, Sent]>([
    ['without the last slash', { path: '/observations' }],
    ['as UTF-8', { headers: { 'Content-Type': 'application/json; charset=utf-8' } }],
    ['in capitals', { headers: { 'Content-Type': 'Application/JSON;charset=UTF-8' } }],
    ['with a key of another form', { headers: { 'Idempotency-Key': '' } }],
    ['by a caller who goes', { headers: { Connection: 'close' } }],
    ['with a name for the request', { headers: { 'X-Request-Id': 'mine' } }],
    ['with a name that is none', { headers: { 'X-Request-Id': 'm i n e' } }],
    ['with white space around', { body: `\n ${JSON.stringify(batch())} ` }],
    ['with a mark of its byte order', { body: `\ufeff${JSON.stringify(batch())}` }],
  ])('sent %s', async (_, sent) => {
    const both = await service.bothWays(posted(sent))

    expectShort(both)
  })

  it('in pieces that come one by one', async () => {
    const raw = Buffer.from(JSON.stringify(batch({ user_id: 'später' })))
    const { path, ...options } = posted({ body: raw })
    const middle = raw.indexOf('ä') + 1
    const status = new Promise((resolve) => {
      const headers = { Authorization: `ApiKey ${service.key}`, ...options.headers }
      const sent = request(service.url + path, { method: 'POST', headers }, (response) =>
        resolve(response.resume().statusCode),
      )
      sent.write(raw.subarray(0, middle), async () => {
        await service.ask({ path: `/v1/project/${service.projectId}/service-guidelines/` })
        sent.end(raw.subarray(middle))
      })
    })

    expect(await status).toBe(201)
    expect(await stored()).toMatchObject([{ row: { user_id: 'später' } }])
  })
})

describe('what is refused is refused in the same words, and stores nothing', () => {
  const expectRefused = async (both: Parameters<typeof expectShort>[0]) => {
    expectShort(both)
    expect(both.short.status).toBe(400)
    expect(await service.count('observation')).toBe(0)
  }
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

  it.each<[string, unknown]>([
    ...BAD_BATCHES,
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['a number', '7'],
    ['deep, but not too deep', deep(40)],
    ['a property of every object', '{"__proto__": {"user_id": "u"}, "constructor": 1}'],
  ])('%s', async (_, body) => {
    await expectRefused(await service.bothWays(posted({ body })))
  })

  it.each<[string, unknown]>([
    ['no JSON', '{"user_id": '],
    ['what is not UTF-8', Buffer.from('{"user_id":"\xff"}', 'latin1')],
    ['what is not UTF-8 and nested too deep', Buffer.from(`"\xff"${deep(2_000)}`, 'latin1')],
    ['nested too deep', deep(2_000)],
    ['too many parts', `[${'0,'.repeat(60_000)}0]`],
  ])('%s, after which only the framework closes the connection', async (_, body) => {
    const { short, long } = await service.bothWays(posted({ body }))
    const stays = ['Connection', 'keep-alive', 'Keep-Alive', 'timeout=72']
    const kept = [...long.headers.join('\n').replace('connection\nclose\n', '').split('\n'), ...stays]

    await expectRefused({ short, long: { ...long, headers: kept } })
  })

  it('a key for idempotency that is too long, with other faults', async () => {
    const headers = { 'Idempotency-Key': 'x'.repeat(300) }
    const both = await service.bothWays(posted({ headers, body: batch({ user_id: '' }) }))

    expectShort(both)
    expect(JSON.parse(both.short.body).detail).toHaveLength(2)
  })
})

describe('a post with a key for idempotency', () => {
  it.each(['short', 'long'] as const)('is stored once, when the first took the %s way', async (first) => {
    const asked = posted({ headers: { 'Idempotency-Key': `of-${first}` } })
    const other = posted({ headers: { 'Idempotency-Key': `of-${first}` }, body: batch({ user_id: 'b' }) })
    const [made] = first === 'short' ? [await service.ask(asked)] : [(await service.bothWays(asked)).long]
    const replayed = await service.bothWays(asked)
    const conflict = await service.bothWays(other)

    expect(made.status).toBe(201)
    expectShort(replayed)
    expect(replayed.short.headers).toContain('idempotent-replayed')
    expectShort(conflict)
    expect(conflict.short.status).toBe(409)
    expect(await service.count('observation')).toBe(1)
  })
})

describe('what is out of the ordinary takes the framework’s way, with the same answer as ever', () => {
  const large = batch({ observations: Array(50).fill({ title: 'Large', description: 'x'.repeat(3_000) }) })
  it.each<[string, number, Sent]>([
    ['another type', 415, { headers: { 'Content-Type': 'text/plain' } }],
    ['no type', 415, { headers: { 'Content-Type': '' } }],
    ['another charset', 201, { headers: { 'Content-Type': 'application/json; charset=latin1' } }],
    ['a large body', 201, { body: large }],
    ['an empty body', 400, { body: '' }],
    ['chunks', 201, { headers: { 'Content-Length': '', 'Transfer-Encoding': 'chunked' } }],
    ['an encoded body', 415, { headers: { 'Content-Encoding': 'gzip' } }],
    ['a page that asks', 201, { headers: { Origin: 'http://localhost:3000' } }],
    ['no key', 401, { headers: { Authorization: '' } }],
    ['a wrong key', 401, { headers: { Authorization: 'ApiKey fn_nobody' } }],
    ['a query', 201, { path: '/observations/?a=b' }],
    ['PUT', 405, { method: 'PUT' }],
    ['a path that goes on', 404, { path: '/observations/x' }],
  ])('%s', async (_, status, sent) => {
    const asked = posted(sent)
    asked.headers = Object.fromEntries(
      Object.entries(asked.headers ?? {}).filter(([name, value]) => value || name === 'Authorization'),
    )
    const { short, long } = await service.bothWays(asked)

    expect(short).toEqual(long)
    expect([short.way, short.status]).toEqual(['long', status])
  })

  it('a proxy, unless the operator has named it', async () => {
    const asked = { headers: { 'X-Forwarded-For': '192.0.2.1' } }
    const behind = await startBothWays({ trustedProxies: ['loopback'] })
    await behind.bothWays({ path: `/v1/project/${behind.projectId}/service-guidelines/` })
    const path = `/v1/project/${behind.projectId}/observations/`
    const named = await behind.ask({ ...posted(asked), path })
    const unnamed = await service.ask(posted(asked))

    expect([named.way, named.status]).toEqual(['short', 201])
    expect([unnamed.way, unnamed.status]).toEqual(['long', 201])
  })

  it('a limit on what one address may send', async () => {
    const limited = await startBothWays({ rateLimitAddressPerMinute: 1_000 })
    const path = `/v1/project/${limited.projectId}/observations/`
    const { short } = await limited.bothWays({ ...posted(), path })

    expect([short.way, short.status]).toEqual(['long', 201])
  })
})

describe('a post that was let in', () => {
  it('is told when the day’s budget is spent', async () => {
    const limits = `/projects/${service.projectId}/limits`
    await service.admin('PUT', limits, { observations_per_day: 1 })
    const body = batch({ observations: [batch().observations[0], batch().observations[0]] })
    const both = await service.bothWays(posted({ body }))
    await service.admin('PUT', limits, { observations_per_day: null })

    expectShort(both)
    expect(both.short.status).toBe(429)
    expect(both.short.headers).toContain('retry-after')
    expect(await service.count('observation')).toBe(0)
  })

  it('is told to come again where there is no room', async () => {
    const { requireRoom } = service.deps.posts
    service.deps.posts.requireRoom = () => {
      throw new Refusal('unavailable', 'too much is being stored', { 'Retry-After': '1' })
    }
    const both = await service.bothWays(posted())
    service.deps.posts.requireRoom = requireRoom

    expectShort(both)
    expect(both.short.status).toBe(503)
    expect(both.short.headers).toContain('retry-after')
  })

  it('hears of a fault no more than that there was one, while the log tells of it', async () => {
    await service.db.query('ALTER TABLE observation ADD CONSTRAINT broken CHECK (false) NOT VALID')
    const both = await service.bothWays(posted())
    await service.db.query('ALTER TABLE observation DROP CONSTRAINT broken')

    expectShort(both)
    expect([both.short.status, both.short.body]).toEqual([500, '{"detail":"internal error"}'])
    const [fault, line] = both.short.logged
    expect(fault).toMatchObject({ level: 50, err: { code: '23514' }, msg: 'request failed' })
    expect(line).toMatchObject({ status: 500, method: 'POST' })
  })

  it('is told to come again while the database is away', async () => {
    const line = await lineTo(service.connection)
    const { url } = await startApp(service.db, { trustMs: TRUST_MS, connection: line.connection })
    const post = () =>
      send(`${url}/v1/project/${service.projectId}/observations/`, 'POST', batch(), {
        'X-Api-Key': service.key,
      })
    expect((await post()).status).toBe(201)

    await line.cut()
    const away = await post()
    await line.mend()

    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await post()).status).toBe(201)
    expect(await service.count('observation')).toBe(2)
  })

  it('is measured and its key’s use noted like any other', async () => {
    const measured = async () => {
      const metrics = (await send(`${service.url}/metrics`, 'GET')).body as string
      const count = (name: string, label: string) =>
        Number(
          metrics
            .split('\n')
            .find((line) => line.startsWith(name) && line.includes(label))
            ?.split(' ')
            .at(-1) ?? 0,
        )
      return [
        count('fieldnote_http_request_duration_seconds_count', 'observations/",status="201"'),
        count('fieldnote_observations_total', 'rest'),
      ]
    }
    await service.bothWays(posted())
    const before = await measured()
    await service.db.query('UPDATE api_key SET last_used_at = NULL')
    const { way } = await service.ask(posted())
    await service.keyUses.flush(service.db)

    expect(way).toBe('short')
    expect(await measured()).toEqual(before.map((count) => count + 1))
    const { rows } = await service.db.query('SELECT last_used_at FROM api_key')
    expect(rows[0].last_used_at).not.toBeNull()
  })
})
