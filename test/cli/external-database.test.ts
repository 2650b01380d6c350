// DATABASE_URL: a PostgreSQL that the service does not own, with a role that has a password.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedServer, openEmbeddedServer } from '../../src/db/embedded/server.ts'
import { eventually } from '../eventually.ts'
import { lineTo } from '../outage.ts'
import { batch, send } from '../service.ts'
import { migrated } from '../setup/migrated-folder.ts'
import { cleanUp, newFolder, run, start, welcomeOf } from './program.ts'

const PROJECT = '5f2b6c1e-3d0a-4a77-9c55-8f1f2e3d4c5c'

describe('DATABASE_URL', () => {
  const serverFolder = newFolder()
  let server: EmbeddedServer
  let owner: pg.Client
  beforeAll(async () => {
    server = await openEmbeddedServer({ dataDir: await migrated(serverFolder), log: () => {} })
    owner = new pg.Client(server.connection)
    await owner.connect()
    await owner.query("CREATE ROLE app LOGIN PASSWORD 'right'")
    await owner.query('CREATE DATABASE app OWNER app')
    const rules = `local all ${server.connection.user} trust\nlocal all all scram-sha-256\nhost all all all scram-sha-256\n`
    writeFileSync(join(serverFolder, 'postgres', 'pg_hba.conf'), rules)
    await owner.query('SELECT pg_reload_conf()')
  })
  afterAll(async () => {
    await owner.end()
    await server.release()
    await cleanUp()
  })

  const address = (password: string, database: string) => {
    const { host = '', port } = server.connection
    return `postgres://app:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  }

  it('uses that server, with an ordinary role, and no data folder', async () => {
    const dataDir = join(newFolder(), 'data')

    const service = await start({ DATA_DIR: dataDir, DATABASE_URL: address('right', 'app') })

    const { projectId, apiKey } = welcomeOf(service)
    const url = `${service.url}/v1/project/${projectId}/observations/`
    const { status, body } = await send(url, 'POST', batch(), { Authorization: `ApiKey ${apiKey}` })
    expect(status).toBe(201)
    expect((await service.stop()).code).toBe(0)
    expect(existsSync(dataDir)).toBe(false)
    const reader = new pg.Client({ ...server.connection, database: 'app' })
    await reader.connect()
    expect((await reader.query('SELECT id FROM observation')).rows).toEqual([{ id: body.results[0].id }])
    await reader.end()
    // It is not ours to stop.
    expect((await owner.query('SELECT 1 AS alive')).rows).toEqual([{ alive: 1 }])
  })

  it('whose connections are all taken is said to be full, by the doctor and by a start, with what to do', async () => {
    await owner.query('ALTER ROLE app CONNECTION LIMIT 0')
    const settings = { PORT: '0', DATABASE_URL: address('right', 'app') }

    const [doctor, start] = await Promise.all([run(['doctor'], settings), run(['serve'], settings)])

    await owner.query('ALTER ROLE app CONNECTION LIMIT -1')
    expect(doctor.stdout).toMatch(/wrong +database .*too many connections.*lower DATABASE_POOL_SIZE/)
    expect(start.stderr).toMatch(/fieldnote: .*too many connections.*lower DATABASE_POOL_SIZE.*\n$/)
    expect([doctor.code, start.code]).toEqual([1, 1])
  })

  it('stops by its deadline, though the statement that it waits for is never answered', async () => {
    const line = await lineTo(server.connection)
    const { host, port } = line.connection
    const chosen = { BOOTSTRAP_PROJECT_ID: PROJECT, BOOTSTRAP_API_KEY: 'chosen-key' }
    const service = await start({ DATABASE_URL: `postgres://app:right@${host}:${port}/app`, ...chosen })
    const locker = new pg.Client({ ...server.connection, database: 'app' })
    await locker.connect()
    await locker.query('BEGIN; LOCK TABLE observation')
    const url = `${service.url}/v1/project/${PROJECT}/observations/`
    const unanswered = send(url, 'POST', batch(), { 'X-Api-Key': 'chosen-key' }).catch(() => {})
    const waiting = "SELECT FROM pg_locks WHERE relation = 'observation'::regclass AND NOT granted"
    await eventually(async () => expect((await locker.query(waiting)).rowCount).toBe(1))

    line.silence()
    const { signal } = await service.stop('SIGTERM')

    expect(signal).toBeNull()
    await unanswered
    await locker.end()
  })

  it.each([
    ['a wrong password', 'wrong', 'app', 'password'],
    ['a database that does not exist', 'right', 'nowhere', 'nowhere'],
  ])('refuses %s in one line, without the password', async (_, password, database, word) => {
    const { code, stdout, stderr } = await run(['serve'], {
      PORT: '0',
      DATABASE_URL: address(password, database),
    })

    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^fieldnote: .*DATABASE_URL.*\n$/)
    expect(stderr).toContain(word)
    expect(stderr).not.toContain(`:${password}@`)
  })

  it.each([
    [
      'is not in UTF-8',
      "CREATE DATABASE latin OWNER app ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0",
      'latin',
      'LATIN1',
    ],
    ['belongs to another role', 'CREATE DATABASE theirs', 'theirs', 'GRANT'],
  ])('refuses a database that %s, in one line', async (_, make, database, word) => {
    await owner.query(make)

    const { code, stdout, stderr } = await run(['serve'], {
      PORT: '0',
      DATABASE_URL: address('right', database),
    })

    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^fieldnote: The database .*\n$/)
    expect(stderr).toContain(word)
  })

  it('refuses tables that it may not write, in one line', async () => {
    const reader = new pg.Client({ ...server.connection, database: 'app' })
    await reader.connect()
    await reader.query('REVOKE INSERT ON observation FROM app')

    const { code, stderr } = await run(['serve'], { PORT: '0', DATABASE_URL: address('right', 'app') })
    await reader.query('GRANT INSERT ON observation TO app')
    await reader.end()

    expect(code).toBe(1)
    expect(stderr).toMatch(/^fieldnote: The database role app .* observation.*GRANT.*\n$/)
  })

  it('refuses a database that is newer than the program, in one line', async () => {
    const reader = new pg.Client({ ...server.connection, database: 'app' })
    await reader.connect()
    await reader.query("INSERT INTO schema_migration (version, name) VALUES (9999, '9999_future')")

    const { code, stdout, stderr } = await run(['serve'], {
      PORT: '0',
      DATABASE_URL: address('right', 'app'),
    })
    await reader.query('DELETE FROM schema_migration WHERE version = 9999')
    await reader.end()

    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^fieldnote: .*newer.*\n$/)
  })
})
