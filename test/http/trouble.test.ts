// A database in trouble: whoever calls is told that it will pass, and /readyz tells too.
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { troubleOf } from '../../src/db/error-codes.ts'
import { createPool } from '../../src/db/pool.ts'
import { atEnd } from '../closings.ts'
import { batch, onServer, send, startApp, startService, type TestService } from '../service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})

const raising = (code: string) => `
  CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'trouble' USING ERRCODE = '${code}'; END $$;
  CREATE OR REPLACE FUNCTION fail_to_make() RETURNS event_trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'trouble' USING ERRCODE = '${code}'; END $$;
  CREATE OR REPLACE TRIGGER fail BEFORE INSERT ON observation FOR EACH ROW EXECUTE FUNCTION fail()`

describe.each([
  ['a full disk', '53100', 503],
  ['a broken disk', '58030', 503],
  ['a wait for a lock', '55P03', 200],
  ['a statement that takes too long', '57014', 200],
  ['a deadlock', '40P01', 200],
  ['too many connections', '53300', 200],
])('%s', (_, code, readiness) => {
  it('is 503 for agents, with when to try again', async () => {
    await service.db.query(raising(code))
    // What has to be made anew on a disk that is full is not made either.
    await service.db.query(
      "CREATE EVENT TRIGGER fail_to_make ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS') EXECUTE FUNCTION fail_to_make()",
    )
    const params = { name: 'post_observations', arguments: batch() }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }

    const rest = await service.call('POST', '/observations/', batch())
    const mcp = await send(service.mcpUrl, 'POST', call, { 'X-Api-Key': service.key })
    const ready = await send(`${service.url}/readyz`, 'GET')
    await service.db.query('DROP EVENT TRIGGER fail_to_make')
    const readyAgain = await send(`${service.url}/readyz`, 'GET')
    await service.db.query('DROP TRIGGER fail ON observation')

    expect(rest.status).toBe(503)
    expect(Object.keys(rest.body)).toEqual(['detail'])
    expect(Number(rest.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(mcp.body.result).toMatchObject({ isError: true, content: [{ text: rest.body.detail }] })
    expect([ready.status, readyAgain.status]).toEqual([readiness, 200])
    expect((await service.call('POST', '/observations/', batch())).status).toBe(201)
  })
})

describe('while the digest holds its lock', () => {
  const tags = () => `/projects/${service.projectId}/tags` as const
  const poolSize = () => service.db.options.max

  it('more edits than there are connections wait seconds, and are told to try again; posting goes on', async () => {
    const { body: tag } = await service.admin('POST', tags(), { label: 'billing' })
    const digest = new pg.Client(service.connection)
    await digest.connect()
    await digest.query('BEGIN')
    await digest.query('SELECT FROM digest_state WHERE project_id = $1 FOR UPDATE', [service.projectId])

    const editing = Promise.all(
      Array.from({ length: poolSize() + 2 }, () => service.admin('DELETE', `${tags()}/${tag.id}`)),
    )
    const posted = await service.call('POST', '/observations/', batch())
    const edits = await editing
    await digest.end()

    expect(posted.status).toBe(201)
    expect(new Set(edits.map(({ status }) => status))).toEqual(new Set([503]))
    for (const { headers } of edits) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await service.admin('DELETE', `${tags()}/${tag.id}`)).status).toBe(204)
  })

  it('posts need none of the connections of edits', async () => {
    const held = await Promise.all(Array.from({ length: poolSize() }, () => service.db.connect()))
    onTestFinished(() => held.forEach((client) => void client.release()))

    const posts = await Promise.all([1, 2, 3].map(() => service.call('POST', '/observations/', batch())))

    expect(posts.map(({ status }) => status)).toEqual([201, 201, 201])
  })
})

describe.each([
  [
    'a read-only database',
    async () => {
      const { database } = service.connection
      await onServer(`ALTER DATABASE ${database} SET default_transaction_read_only = on`)
      onTestFinished(() => onServer(`ALTER DATABASE ${database} RESET default_transaction_read_only`))
      return service.connection
    },
  ],
  ['a socket that is gone', async () => ({ ...service.connection, host: '/nowhere' })],
  ['a host that refuses', async () => ({ ...service.connection, host: '127.0.0.1', port: 1 })],
])('%s', (_, connectionOf) => {
  it('is 503 for agents and for /readyz', async () => {
    const db = createPool(await connectionOf(), 2)
    atEnd(() => db.end())
    const { url } = await startApp(db)

    const posted = await send(`${url}/v1/project/${service.projectId}/observations/`, 'POST', batch(), {
      'X-Api-Key': service.key,
    })
    const ready = await send(`${url}/readyz`, 'GET')

    expect([posted.status, ready.status]).toEqual([503, 503])
    expect([Object.keys(posted.body), Object.keys(ready.body)]).toEqual([['detail'], ['detail']])
  })
})

it.each([
  [{ code: 'EMFILE' }, 'busy'],
  [{ code: 'ENFILE' }, 'busy'],
  [{ code: '08P01' }, 'away'],
  [{ code: 'ENOENT', syscall: 'connect' }, 'away'],
  [{ code: 'ENOENT', syscall: 'open' }, undefined],
  [{ message: 'Connection terminated unexpectedly' }, 'away'],
  [{ code: '23505', message: 'duplicate key' }, undefined],
  [undefined, undefined],
])('%j is %s', (error, trouble) => {
  expect(troubleOf(error)).toBe(trouble)
})
