// A database in trouble: whoever calls is told that it will pass, and /readyz tells too.
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

it('an edit waits three seconds for the digest and is told to try again; posting goes on', async () => {
  const { body: tag } = await service.admin('POST', `/projects/${service.projectId}/tags`, {
    label: 'billing',
  })
  const digest = await service.db.connect()
  await digest.query('BEGIN')
  await digest.query('SELECT FROM digest_state WHERE project_id = $1 FOR UPDATE', [service.projectId])
  const begun = performance.now()

  const [edit, posted] = await Promise.all([
    service.admin('DELETE', `/projects/${service.projectId}/tags/${tag.id}`),
    service.call('POST', '/observations/', batch()),
  ])
  const waited = performance.now() - begun
  await digest.query('ROLLBACK')
  digest.release()

  expect([edit.status, posted.status]).toEqual([503, 201])
  expect(edit.headers.get('retry-after')).toBe('1')
  expect(waited).toBeLessThan(10_000)
  expect((await service.admin('DELETE', `/projects/${service.projectId}/tags/${tag.id}`)).status).toBe(204)
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
