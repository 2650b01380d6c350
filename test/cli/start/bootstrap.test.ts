// BOOTSTRAP_PROJECT_ID and BOOTSTRAP_API_KEY: a start makes sure that they exist, and never more than that.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Env } from '../../../scripts/program.ts'
import { batch, send } from '../../service.ts'
import { cleanUp, newFolder, rowsIn, run, start, welcomeOf } from '../program.ts'

const PROJECT = '5f2b6c1e-3d0a-4a77-9c55-8f1f2e3d4c5b'
const OTHER = '6a1d2c3b-4e5f-4a6b-8c7d-9e0f1a2b3c4d'
const KEY = 'chosen-key-for-the-demo'

describe('bootstrap', () => {
  const dataDir = newFolder()
  const withBoth = (project = PROJECT): Env => ({
    DATA_DIR: dataDir,
    BOOTSTRAP_PROJECT_ID: project,
    BOOTSTRAP_API_KEY: KEY,
  })
  const post = (url: string, key = KEY) =>
    send(`${url}/v1/project/${PROJECT}/observations/`, 'POST', batch(), { 'X-Api-Key': key })
  const counts = () =>
    rowsIn(
      dataDir,
      'SELECT (SELECT count(*)::int FROM project) AS projects, (SELECT count(*)::int FROM api_key) AS keys',
    )
  beforeAll(async () => {
    const service = await start(withBoth())
    expect((await post(service.url)).status).toBe(201)
    const [link, ...rest] = service.output.stdout.split('\n')
    expect(link).toMatch(new RegExp(`^Open the console: ${service.url}/setup#[\\w-]{43}$`))
    expect(rest.slice(-2)).toEqual([`Fieldnote is ready at ${service.url}`, ''])
    expect(service.output.stdout).not.toContain('Welcome')
    expect(service.output.stdout + service.output.stderr).not.toContain(KEY)
    await service.stop()
  })
  afterAll(cleanUp)

  it('made the project and the key at the first start, once', async () => {
    expect(await counts()).toEqual([{ projects: 1, keys: 1 }])
    expect(await rowsIn(dataDir, 'SELECT id FROM project')).toEqual([{ id: PROJECT }])
  })

  it('changes nothing when it is repeated, whatever the case of the id', async () => {
    const service = await start(withBoth(PROJECT.toUpperCase()))

    expect((await post(service.url)).status).toBe(201)
    await service.stop()
    expect(await counts()).toEqual([{ projects: 1, keys: 1 }])
  })

  // Asked of the program as it is built: a bundler once left the check out.
  it('serves a program that asks for the key before it looks at an id that does not decode', async () => {
    const service = await start(withBoth())
    const malformed = (headers: Env) =>
      send(`${service.url}/v1/project/%zz/observations/`, 'POST', batch(), headers)

    const [without, withKey] = [await malformed({}), await malformed({ 'X-Api-Key': KEY })]

    await service.stop()
    expect([without.status, withKey.status]).toEqual([401, 404])
  })

  it('refuses a key that belongs to another project, in one line, and stores nothing', async () => {
    const { code, stdout, stderr } = await run(['serve'], {
      ...withBoth(OTHER),
      PORT: '0',
      LOG_LEVEL: 'silent',
    })

    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^fieldnote: BOOTSTRAP_API_KEY .*another project.*\n$/)
    expect(stderr).not.toContain(KEY)
    expect(await counts()).toEqual([{ projects: 1, keys: 1 }])
  })

  it('shows a key of its own making for a new project without one, once', async () => {
    const env = { DATA_DIR: dataDir, BOOTSTRAP_PROJECT_ID: OTHER }

    const first = await start(env)
    await first.stop()
    const second = await start(env)
    await second.stop()

    expect(welcomeOf(first)).toMatchObject({ projectId: OTHER, apiKey: expect.stringMatching(/^fnk_/) })
    expect(second.output.stdout).toBe(`Fieldnote is ready at ${second.url}\n`)
    expect(await counts()).toEqual([{ projects: 2, keys: 2 }])
  })

  it('does not bring a revoked key back to life', async () => {
    const list = await run(['key', 'list', '--project', PROJECT, '--json'], { DATA_DIR: dataDir })
    const [{ id }] = JSON.parse(list.stdout)
    await run(['key', 'revoke', id, '--project', PROJECT], { DATA_DIR: dataDir })

    const service = await start(withBoth())

    expect((await post(service.url)).status).toBe(401)
    await service.stop()
    expect(await counts()).toEqual([{ projects: 2, keys: 2 }])
  })
})
