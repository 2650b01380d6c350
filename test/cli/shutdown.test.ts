// How the service ends: what it has accepted is answered, what it has acknowledged is kept.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresOf, ready, type Service } from '../../scripts/program.ts'
import { eventually } from '../eventually.ts'
import { batch, send } from '../service.ts'
import { migrated } from '../setup/migrated-folder.ts'
import {
  cleanUp,
  DIGESTING,
  expectNoPostgres,
  launch,
  MAIN,
  newFolder,
  REPOSITORY,
  rowsIn,
  start,
  welcomeOf,
  withDatabase,
} from './program.ts'

const PROJECT = '5f2b6c1e-3d0a-4a77-9c55-8f1f2e3d4c5b'
const KEY = 'chosen-key'
const settings = (dataDir: string) => ({
  DATA_DIR: dataDir,
  BOOTSTRAP_PROJECT_ID: PROJECT,
  BOOTSTRAP_API_KEY: KEY,
})
const post = ({ url }: Pick<Service, 'url'>) =>
  send(`${url}/v1/project/${PROJECT}/observations/`, 'POST', batch(), { 'X-Api-Key': KEY })

describe('shutdown', () => {
  const dataDir = newFolder()
  beforeAll(() => migrated(dataDir))
  afterAll(cleanUp)

  it('answers a request that it had accepted before SIGTERM', async () => {
    const service = await start({ ...settings(dataDir), ...DIGESTING })

    const [answered, ended] = await withDatabase(dataDir, async (client) => {
      await client.query('BEGIN')
      await client.query('LOCK TABLE observation')
      const slow = post(service)
      const waiting = "SELECT FROM pg_locks WHERE relation = 'observation'::regclass AND NOT granted"
      await eventually(async () => expect((await client.query(waiting)).rowCount).toBe(1))
      const stopped = service.stop('SIGTERM')
      await eventually(() => expect(send(`${service.url}/healthz`, 'GET')).rejects.toThrow())
      await client.query('COMMIT')
      return Promise.all([slow, stopped])
    })

    expect(answered.status).toBe(201)
    expect([ended.code, ended.signal]).toEqual([0, null])
    expect(await rowsIn(dataDir, 'SELECT id FROM observation')).toEqual([{ id: answered.body.results[0].id }])
    expectNoPostgres(dataDir)
  })

  it('takes Ctrl-C as well, also when npm passes it on a second time', async () => {
    const service = await start(settings(dataDir))

    service.process.kill('SIGINT')
    service.process.kill('SIGINT')
    const { code, signal } = await service.ended

    expect([code, signal]).toEqual([0, null])
    expectNoPostgres(dataDir)
  })

  it('ends cleanly when it is asked to while it is still starting', async () => {
    const starting = launch({ args: [MAIN, 'serve'], env: { ...settings(dataDir), PORT: '0' } })
    await eventually(() => expect(postgresOf(dataDir)).toBeGreaterThan(0))

    starting.process.kill('SIGTERM')
    const { code, signal } = await starting.ended

    expect([code, signal]).toEqual([0, null])
    expectNoPostgres(dataDir)
  })

  it('stops with npm start, when npm is told to', async () => {
    const env = { ...settings(dataDir), PORT: '0' }
    // Without the build that comes first: other tests use its result at this moment.
    const npm = await ready(
      launch({ command: 'npm', args: ['start', '--ignore-scripts'], env, cwd: REPOSITORY }),
    )

    npm.process.kill('SIGTERM')

    await eventually(() => expect(send(`${npm.url}/healthz`, 'GET')).rejects.toThrow())
    await eventually(() => expectNoPostgres(dataDir))
  })

  it('lets a second process join, and lives on in it when the first ends', async () => {
    const first = await start(settings(dataDir))
    const second = await start(settings(dataDir))
    const before = await rowsIn(dataDir, 'SELECT id FROM observation')
    expect([(await post(first)).status, (await post(second)).status]).toEqual([201, 201])

    const { code } = await first.stop()

    expect(code).toBe(0)
    expect((await post(second)).status).toBe(201)
    expect(await rowsIn(dataDir, 'SELECT id FROM observation')).toHaveLength(before.length + 3)
    expect((await second.stop()).code).toBe(0)
    expectNoPostgres(dataDir)
  })

  it('finds every acknowledged observation after kill -9', async () => {
    const service = await start(settings(dataDir))
    const acknowledged: string[] = []
    const load = async () => {
      for (;;) {
        const answered = await post(service).catch(() => undefined)
        if (answered?.status !== 201) return
        acknowledged.push(answered.body.results[0].id)
      }
    }
    const loading = Promise.all(Array.from({ length: 8 }, load))
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(100))

    await service.stop('SIGKILL')
    await loading
    const again = await start(settings(dataDir))

    expect((await post(again)).status).toBe(201)
    const stored = new Set((await rowsIn(dataDir, 'SELECT id FROM observation')).map(({ id }) => id))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    expect(welcomeOf(again).apiKey).toBe('')
    expect((await again.stop()).code).toBe(0)
    expectNoPostgres(dataDir)
  })
})
