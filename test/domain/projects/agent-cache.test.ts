// What processes keep in memory is never acted upon once it is not true anymore, whether or not the database can tell them.
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPool } from '../../../src/db/pool.ts'
import { listenForProjectChanges } from '../../../src/db/projects/project-versions.ts'
import { TRUST_MS } from '../../../src/domain/projects/project-versions.ts'
import { atEnd } from '../../closings.ts'
import { eventually } from '../../eventually.ts'
import {
  anotherProject,
  answer,
  batch,
  type Loose,
  makeStudy,
  send,
  serviceOf,
  startApp,
  startService,
  type TestService,
} from '../../service.ts'

const NEVER_BY_ITSELF = 600_000

let service: TestService
/** The service's project in another process. */
async function anotherProcess(trustMs: number): Promise<TestService> {
  const pool = createPool(service.connection, 2)
  atEnd(() => pool.end())
  return serviceOf(await startApp(pool, { trustMs }), service.connection, service.projectId)
}
beforeAll(async () => {
  service = await startService()
})

const studiesOf = async ({ call }: TestService): Promise<string[]> =>
  (await call('GET', '/research/studies/?user_id=user-2')).body.studies.map(({ id }: Loose) => id)
const callWith = (
  { url, projectId }: TestService,
  key: string,
  method: string,
  path: string,
  body?: unknown,
) => send(`${url}/v1/project/${projectId}${path}`, method, body, { 'X-Api-Key': key })

describe.each([
  ['that the database tells', { trustMs: NEVER_BY_ITSELF, listens: true }],
  ['while notifications are cut off', { trustMs: TRUST_MS, listens: false }],
])('a change by another process, %s', (_, { trustMs, listens }) => {
  let other: TestService
  beforeAll(async () => {
    other = await anotherProcess(trustMs)
    if (!listens) return
    const invalidate = vi.fn(other.deps.cache.invalidate)
    const changes = listenForProjectChanges(service.connection, invalidate)
    atEnd(() => changes.close())
    await eventually(() => expect(invalidate).toHaveBeenCalled())
  })

  it('is noticed within a second', () => expect(TRUST_MS).toBeLessThanOrEqual(500))

  it('a revoked key reads nothing anymore, and writes nothing from the first moment', async () => {
    const keys = `/projects/${service.projectId}/keys` as const
    const { body } = await service.admin('POST', keys, { name: 'to be revoked' })
    const get = async () => (await callWith(other, body.key, 'GET', '/service-guidelines/')).status
    expect(await get()).toBe(200)
    const before = await service.count('observation')

    await service.admin('DELETE', `${keys}/${body.id}`)
    const written = await callWith(other, body.key, 'POST', '/observations/', batch())
    const named = { name: 'post_observations', arguments: batch() }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: named }
    const told = await send(other.mcpUrl, 'POST', message, { 'X-Api-Key': body.key })

    expect([written.status, told.status]).toEqual([401, 401])
    expect(await service.count('observation')).toBe(before)
    await expect.poll(get).toBe(401)
  })

  it('a deleted project is gone', async () => {
    const { projectId, key } = await anotherProject(service)
    const get = async () =>
      (await callWith({ ...other, projectId }, key, 'GET', '/service-guidelines/')).status
    expect(await get()).toBe(200)

    await service.admin('DELETE', `/projects/${projectId}`, { name: 'Another project' })

    await expect.poll(get).toBe(401)
  })

  it('a paused study is not shown', async () => {
    const { id } = await makeStudy(service)
    await expect.poll(() => studiesOf(other)).toContain(id)

    await service.admin('PATCH', `/projects/${service.projectId}/studies/${id}`, { state: 'paused' })

    await expect.poll(() => studiesOf(other)).not.toContain(id)
  })

  it('a full study is not shown', async () => {
    const { id } = await makeStudy(service, { max_answers: 1 })
    await expect.poll(() => studiesOf(other)).toContain(id)

    const posted = await service.call('POST', `/research/studies/${id}/answers/`, answer())

    expect(posted.status).toBe(201)
    await expect.poll(() => studiesOf(other)).not.toContain(id)
  })

  it('a study that has its answers of the day is not shown', async () => {
    const { id } = await makeStudy(service, { max_answers_per_day: 1 })
    await expect.poll(() => studiesOf(other)).toContain(id)

    await service.call('POST', `/research/studies/${id}/answers/`, answer({ user_id: 'first today' }))

    await expect.poll(() => studiesOf(other)).not.toContain(id)
  })

  it('a user who rests is shown nothing', async () => {
    const project = `/projects/${service.projectId}` as const
    const [first, second] = [await makeStudy(service), await makeStudy(service)]
    await service.call('POST', `/research/studies/${first.id}/answers/`, answer({ user_id: 'user-2' }))
    await expect.poll(() => studiesOf(other)).toContain(second.id)

    await service.admin('PATCH', project, { rest_days: 1 })

    await expect.poll(() => studiesOf(other)).not.toContain(second.id)
    await service.admin('PATCH', project, { rest_days: null })
    await expect.poll(() => studiesOf(other)).toContain(second.id)
  })

  it('guidelines are the new ones', async () => {
    const read = async () => (await other.call('GET', '/service-guidelines/')).body.observations
    const text = `Post everything, ${listens}.`
    expect(await read()).not.toBe(text)

    await service.admin('PUT', `/projects/${service.projectId}/guidelines`, { observations: text })

    await expect.poll(read).toBe(text)
  })
})

describe('a change by the same process', () => {
  afterEach(() => vi.restoreAllMocks())

  it('is looked for in its project alone, and not where nothing was changed', async () => {
    const own = await anotherProcess(NEVER_BY_ITSELF)
    const other = await anotherProject(own)
    const project = `/projects/${own.projectId}` as const
    const read = ({ call }: Pick<TestService, 'call'>) => call('GET', '/service-guidelines/')
    await read(own)
    await read(other)
    const asked = vi.spyOn(own.deps.ingest, 'query')

    const refused = [
      await own.admin('POST', '/nothing'),
      await own.admin('DELETE', `${project}/keys/${crypto.randomUUID()}`),
      await own.admin('PATCH', project, { name: '' }),
      await own.admin('PUT', project, { name: 'By no such method' }),
      await send(`${own.url}/api${project}`, 'PATCH', { name: 'By nobody' }),
      await send(`${own.url}/%61pi${project}`, 'PATCH', { name: 'By nobody' }),
    ]
    await read(own)
    await read(other)
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 400, 405, 401, 401])
    expect(asked).not.toHaveBeenCalled()

    await own.admin('PUT', `${project}/guidelines`, { observations: 'Post more.' })
    await read(other)
    expect(asked).not.toHaveBeenCalled()
    expect((await read(own)).body.observations).toBe('Post more.')
  })

  it('is seen by the next call', async () => {
    const own = await anotherProcess(NEVER_BY_ITSELF)
    const { id } = await makeStudy(own, { max_answers: 1 })
    expect(await studiesOf(own)).toContain(id)

    await own.call('POST', `/research/studies/${id}/answers/`, answer())

    expect(await studiesOf(own)).not.toContain(id)
  })
})

describe('whoever listens', () => {
  it('listens again after the connection was lost, and trusts nothing from before', async () => {
    const heard = vi.fn()
    const changes = listenForProjectChanges(service.connection, heard)
    atEnd(() => changes.close())
    await expect.poll(() => heard.mock.calls).toEqual([[null]])

    await service.db.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()",
    )
    await expect.poll(() => heard.mock.calls).toEqual([[null], [null]])
    await makeStudy(service)

    await expect.poll(() => heard.mock.lastCall).toEqual([service.projectId])
  })
})

describe('nothing is asked twice', () => {
  afterEach(() => vi.restoreAllMocks())

  it('not the key, the project, its guidelines and studies; of a user’s answers one question', async () => {
    const own = await anotherProcess(NEVER_BY_ITSELF)
    const empty = await anotherProject(own)
    await own.call('GET', '/service-guidelines/')
    await studiesOf(own) // whom they were shown to is written once
    await empty.call('GET', '/service-guidelines/')
    const asked = vi.spyOn(own.deps.ingest, 'query')
    const askedElsewhere = vi.spyOn(own.deps.db, 'query')

    await own.call('GET', '/service-guidelines/')
    await empty.call('GET', '/research/studies/?user_id=user-2')
    expect(asked).not.toHaveBeenCalled()

    await studiesOf(own)
    expect(asked).toHaveBeenCalledOnce()
    expect(askedElsewhere).not.toHaveBeenCalled()
  })

  it('nor the key by each of the calls that come with it after a change', async () => {
    const own = await anotherProcess(NEVER_BY_ITSELF)
    const read = () => own.call('GET', '/service-guidelines/')
    await read()
    await own.admin('PATCH', `/projects/${own.projectId}`, { about: 'Sells less' })
    const asked = vi.spyOn(own.deps.ingest, 'query')

    await Promise.all(Array.from({ length: 20 }, read))

    const names = (asked.mock.calls as Loose[][]).map(([question]) => question.name)
    expect(names.filter((name) => name === 'select-api-key-by-hash')).toHaveLength(1)
  })
})
