// The digest of a real process: beside the service in a thread of its own, left to a worker, and done again by command.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Env, Service } from '../../scripts/program.ts'
import { eventually } from '../eventually.ts'
import { batch, send } from '../service.ts'
import { migrated } from '../setup/migrated-folder.ts'
import { cleanUp, DIGESTING, launch, MAIN, newFolder, run, start, welcomeOf } from './program.ts'

const admin = { Authorization: 'Bearer admin-token-for-tests' }
const settings = async (): Promise<Env> => ({
  DATA_DIR: await migrated(newFolder()),
  ADMIN_TOKEN: 'admin-token-for-tests',
})
afterAll(cleanUp)

async function post(service: Service): Promise<void> {
  const { projectId, apiKey } = welcomeOf(service)
  const url = `${service.url}/v1/project/${projectId}/observations/`
  expect((await send(url, 'POST', batch(), { 'X-Api-Key': apiKey })).status).toBe(201)
}

const digestOf = async (service: Service) =>
  (await send(`${service.url}/api/projects/${welcomeOf(service).projectId}/digest`, 'GET', undefined, admin))
    .body

const digested = (service: Service, at: { digested_count: number }) =>
  eventually(async () => expect(await digestOf(service)).toMatchObject({ pending: 0, failed: 0, ...at }))

describe('a service by itself', () => {
  let env: Env
  let service: Service
  beforeAll(async () => {
    env = await settings()
    service = await start({ ...env, ...DIGESTING })
  })

  it('digests what it stores', async () => {
    await post(service)

    await digested(service, { digested_count: 1 })
  })

  it('digests a project again when told on the command line, and counts nothing twice', async () => {
    const { projectId } = welcomeOf(service)
    const { last_digested_at: before } = await digestOf(service)

    const { code, stdout } = await run(['redigest', '--project', projectId, '--json'], env)

    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ project: projectId })
    await eventually(async () => expect((await digestOf(service)).last_digested_at).not.toBe(before))
    await digested(service, { digested_count: 1 })
  })

  it('stops cleanly, its digest included', async () => {
    await post(service)

    const { code } = await service.stop()

    expect(code).toBe(0)
  })
})

describe('a service that leaves the digest to others', () => {
  it('has it done by a worker on the same data folder, which stops cleanly', async () => {
    const env = { ...(await settings()), DIGEST_THREADS: '0' }
    const service = await start(env)
    await post(service)
    expect(await digestOf(service)).toMatchObject({ pending: 1, digested_count: 0 })

    const worker = launch({ args: [MAIN, 'worker'], env: { ...env, DIGEST_THREADS: '1' } })

    await digested(service, { digested_count: 1 })
    worker.process.kill('SIGTERM')
    expect((await worker.ended).code).toBe(0)
  })

  it('refuses to be a worker without a thread, in one line', async () => {
    const { code, stderr } = await run(['worker'], { DATA_DIR: newFolder(), DIGEST_THREADS: '0' })

    expect(code).not.toBe(0)
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('DIGEST_THREADS')])
  })
})
