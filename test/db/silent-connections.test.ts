// Connections that a network has forgotten: nothing comes over them anymore, and nobody says so.
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { createPool, inTransaction } from '../../src/db/pool.ts'
import { allowLongStatements, dropSilentConnections } from '../../src/db/silent-connections.ts'
import { atEnd } from '../closings.ts'
import { eventually } from '../eventually.ts'
import { lineTo } from '../outage.ts'
import { batch, send, signIn, startApp, startService, testDatabase } from '../service.ts'

const SIZE = 4

it('silent connections are dropped, whoever asked over them, and a statement that only takes long goes on', async () => {
  const service = await startService()
  const { headers } = await signIn(service)
  const line = await lineTo(service.connection)
  const db = createPool(line.connection, SIZE)
  const { app, url } = await startApp(db)
  const post = () =>
    send(`${url}/v1/project/${service.projectId}/observations/`, 'POST', batch(), {
      'X-Api-Key': service.key,
    })
  const people = () => send(`${url}/api/session`, 'GET', undefined, headers)
  await Promise.all([post(), post(), post(), people()])
  const slow = service.db.query('SELECT pg_sleep(5), 1 AS answer')
  let between: (() => void) | undefined
  const held = inTransaction(db, async (tx) => {
    await tx.query('SELECT pg_advisory_lock(42)') // of the session, as a worker's on a project
    await new Promise<void>((resolve) => {
      between = resolve
    })
    await tx.query('SELECT 2')
  })
  await expect.poll(() => between).toBeDefined()
  const claim = await db.connect() // as a worker's: it holds a lock while the work goes over others
  await claim.query('SELECT pg_advisory_lock(43)')

  line.silence()
  between?.()
  const lost = Promise.allSettled([held, ...[post(), post(), people(), people()]])

  await eventually(async () => expect((await send(`${url}/readyz`, 'GET')).status).toBe(200))
  expect([(await post()).status, (await people()).status]).toEqual([201, 200])
  const [transaction, ...calls] = await lost
  expect(transaction?.status).toBe('rejected')
  claim.release(new Error('what it was held for failed'))
  const statuses = calls.map((call) => (call as PromiseFulfilledResult<{ status: number }>).value.status)
  expect(statuses).toContain(503)
  expect(statuses.filter((status) => ![200, 201, 503].includes(status))).toEqual([])
  expect((await slow).rows[0].answer).toBe(1)
  await eventually(async () => {
    const { rows } = await service.db.query(
      "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid IN (42, 43)",
    )
    expect(rows).toEqual([])
  })
  await app.close()
  await db.end()
})

it('silent connections are given up after a while where the server cannot be asked, except one that may take long', async () => {
  const { connection } = await testDatabase()
  const pool = new pg.Pool(connection)
  atEnd(() => pool.end())
  dropSilentConnections(pool, { ...connection, host: '/nowhere' })
  const ask = (client: pg.PoolClient) =>
    client.query('SELECT pg_sleep(4), 1 AS answer').then(({ rows }) => rows[0].answer)
  const [ordinary, unhurried] = await Promise.all([pool.connect(), pool.connect()])
  ordinary.on('error', () => {})
  allowLongStatements(unhurried)

  const answers = Promise.allSettled([ask(ordinary), ask(unhurried)])
  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)

  expect(await answers).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 1 }])
  later.mockRestore()
  ordinary.release(true)
  unhurried.release()
})

it('silence is tolerated for as long as the operator says, from the first connection to a pause in a transaction', async () => {
  const { connection } = await testDatabase()
  const { host = '', port, user, database } = connection
  const databaseUrl = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

  const opened = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, connectSeconds: 90 }, () => {})
  atEnd(opened.close)

  expect(opened.db.options.connectionTimeoutMillis).toBe(90_000)
  expect(opened.connection.connectionTimeoutMillis).toBe(90_000) // that of threads
  const { rows } = await opened.db.query('SHOW idle_in_transaction_session_timeout')
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '90s' }])
})
