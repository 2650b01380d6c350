// Everything works through PgBouncer in transaction mode, where a connection to the server is lent for one transaction only.
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { claimProject } from '../../src/db/digest/digest-jobs.ts'
import { migrate } from '../../src/db/migrate.ts'
import { migrationOf, readMigrations } from '../../src/db/migration-files.ts'
import { openDatabase } from '../../src/db/open.ts'
import { inTransaction } from '../../src/db/pool.ts'
import { listenForProjectChanges } from '../../src/db/projects/project-versions.ts'
import { restoreArchive } from '../../src/domain/backups/restore-archive.ts'
import { backUpIfDue } from '../../src/domain/backups/scheduled-backups.ts'
import { TRUST_MS } from '../../src/domain/projects/project-versions.ts'
import { digestOnce } from '../../src/worker/digest-worker.ts'
import { atEnd } from '../closings.ts'
import { expectAllDigested, expectCountersToAddUp } from '../digest/counters.ts'
import { digestAll, postEach, startEngine } from '../digest/digesting.ts'
import { EXPORT, PASSWORD } from '../digest/matters.ts'
import { newFolder, PASSPHRASE } from '../domain/backups/places.ts'
import {
  anotherProject,
  batch,
  makeStudy,
  send,
  serviceOf,
  startApp,
  startService,
  type TestService,
  testDatabase,
} from '../service.ts'
import { startPgbouncer } from './pgbouncer.ts'

const TOLERANT = 'ignore_startup_parameters = options'

const open = (databaseUrl: string) =>
  openDatabase({ databaseUrl, dataDir: '', poolSize: 10, connectSeconds: 5 }, () => {})

describe('through PgBouncer in transaction mode', () => {
  let pooled: TestService
  let direct: TestService
  beforeAll(async () => {
    direct = await startService()
    const { database } = direct.connection
    await direct.db.query(`ALTER DATABASE ${database} SET timezone TO 'UTC'`)
    const { db, connection, close } = await open(await startPgbouncer(direct.connection, TOLERANT))
    atEnd(close)
    expect(await migrate(db)).toEqual([])
    const running = await startApp(db, { connection, trustMs: TRUST_MS })
    pooled = await serviceOf(running, connection, direct.projectId)
  })

  it('many calls at once, REST and MCP, are each stored once and answered', async () => {
    const study = await makeStudy(pooled)
    const once = { 'Idempotency-Key': 'the same' }
    const message = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'post_observations', arguments: batch() },
    })
    const before = await direct.count('observation')

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => [
        pooled.call('POST', '/observations/', batch()),
        pooled.call('POST', '/observations/', batch(), once),
        send(pooled.mcpUrl, 'POST', message(turn), { 'X-Api-Key': pooled.key }),
        pooled.call('GET', `/research/studies/?user_id=user-${turn}`),
        pooled.call('GET', '/service-guidelines/'),
        pooled.admin('GET', `/projects/${pooled.projectId}/observations`),
      ]).flat(),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]))
    expect(answers[3]?.body.studies).toMatchObject([{ id: study.id }])
    expect((await direct.count('observation')) - before).toBe(20 + 1 + 20)
  })

  it('workers digest everything once, with one claimer a project', async () => {
    const engine = startEngine()
    const other = await anotherProject(pooled)
    await postEach(pooled, [...EXPORT, ...PASSWORD])
    await postEach(other, EXPORT)

    const claimed = await inTransaction(pooled.db, async (claim) => {
      const projectId = await claimProject(claim, pooled.deps.now(), engine.model)
      await digestAll(pooled, engine)
      return projectId
    })
    const { rows } = await direct.db.query('SELECT DISTINCT project_id FROM digest_job')
    await Promise.all([digestAll(pooled, engine), digestAll(pooled, engine)])

    expect(rows).toEqual([{ project_id: claimed }])
    for (const { projectId } of [pooled, other]) {
      await expectAllDigested(direct.db, projectId)
      await expectCountersToAddUp(direct.db, projectId)
    }
    expect(await digestOnce(pooled.deps, engine)).toBe(false)
  })

  it('a key that another process revokes is refused, though no notification comes', async () => {
    const keys = `/projects/${pooled.projectId}/keys` as const
    const { body } = await direct.admin('POST', keys, { name: 'to be revoked' })
    const guidelines = `${pooled.url}/v1/project/${pooled.projectId}/service-guidelines/`
    const read = async () => (await send(guidelines, 'GET', undefined, { 'X-Api-Key': body.key })).status
    const changes = listenForProjectChanges({ ...pooled.connection, pooled: true }, () =>
      expect.unreachable('nothing is heard through a pooler'),
    )
    expect(await read()).toBe(200)

    await direct.admin('DELETE', `${keys}/${body.id}`)

    await expect.poll(read).toBe(401)
    await changes.close()
  })

  it('backups leave no lock behind: a migration and the next backup go on, and a restore asks for another address', async () => {
    const { db, connection } = pooled
    const [first, second] = [newFolder(), newFolder()]
    const source = { connection, program: '0.0.0-test', now: () => new Date() }
    const backUp = (folder: string) =>
      backUpIfDue(db, source, { folder, everyHours: 0, keep: 1, passphrase: PASSPHRASE })

    expect(await backUp(first)).toMatch(first)

    expect(await advisoryLocks(direct)).toEqual([])
    expect(await migrate(db, [...readMigrations(), migrationOf('9001_next.sql', 'SELECT 1;')])).toHaveLength(
      1,
    )
    expect(await backUp(second)).toMatch(second)
    await expect(restoreArchive(connection, Readable.from([]), { replace: true })).rejects.toThrow(
      'restore over the address of PostgreSQL itself',
    )
  })
})

async function advisoryLocks({ db }: TestService): Promise<unknown[]> {
  const { rows } = await db.query(
    `SELECT l.objid, l.mode FROM pg_locks l JOIN pg_database d ON d.oid = l.database
     WHERE l.locktype = 'advisory' AND d.datname = current_database()`,
  )
  return rows
}

it('a pooler that refuses our settings, and a database in another time zone, are each named with what to do', async () => {
  const { db, connection } = await testDatabase()
  const { database } = connection
  await db.query(`ALTER DATABASE ${database} SET timezone TO 'Asia/Tokyo'`)

  await expect(open(await startPgbouncer(connection, ''))).rejects.toThrow(
    'ignore_startup_parameters = options',
  )
  await expect(open(await startPgbouncer(connection, TOLERANT))).rejects.toThrow("SET timezone TO 'UTC'")
})
