// The sample project: apart from the real one, digested like everything else, and taken away without a trace.
import { beforeAll, describe, expect, it } from 'vitest'
import { SENTIMENTS } from '../../../src/contract/labels.ts'
import { createPool } from '../../../src/db/pool.ts'
import type { Engine } from '../../../src/digest/engine.ts'
import { defaultGuidelines } from '../../../src/domain/guidelines/default-guidelines.ts'
import { removeDeletedProjects } from '../../../src/domain/projects/delete-project.ts'
import { continueSamples } from '../../../src/sample/continue-sample.ts'
import { removeMixedSamples } from '../../../src/sample/remove-mixed-sample.ts'
import { atEnd } from '../../closings.ts'
import { expectAllDigested, expectCountersToAddUp } from '../../digest/counters.ts'
import { act, digestAll, get, inNewProject, post, startEngine } from '../../digest/digesting.ts'
import { makeTag, note } from '../../digest/tags/tagging.ts'
import { makeIssue } from '../../issues.ts'
import { type Loose, makeStudy, signIn, startService, type TestService } from '../../service.ts'

const DEFAULTS = defaultGuidelines({ name: 'Test project', about: null })

const NOW = '2026-03-14T09:30:00.000Z'
const MONTH_AGO = '2026-02-12'

const rowsOf = async (of: TestService, table: string): Promise<number> =>
  (await of.db.query(`SELECT count(*)::int AS n FROM ${table} WHERE project_id = $1`, [of.projectId])).rows[0]
    .n

describe('admin: the sample project', () => {
  let service: TestService
  let engine: Engine
  let opened: Loose
  let sample: TestService
  beforeAll(async () => {
    service = await startService()
    engine = startEngine()
    const { status, body } = await act(service, 'POST', '/sample')
    expect(status).toBe(201)
    opened = body
    sample = { ...service, projectId: opened.project_id }
    await digestAll(service, engine)
  })

  it('is another project, and says so; the real one stays empty', async () => {
    expect(await get(sample, '')).toMatchObject({
      name: 'Sample',
      sample_of: service.projectId,
      sample: opened,
    })
    expect(await get(service, '')).toMatchObject({ sample_of: null, sample: opened })
    for (const table of ['observation', 'tag', 'study', 'answer', 'guideline', 'issue'])
      expect(await rowsOf(service, table), table).toBe(0)
  })

  it('is told to no agent of the real project: neither guidelines nor studies, nor is its key let in', async () => {
    const guidelines = await service.call('GET', '/service-guidelines/')
    const studies = await service.call('GET', '/research/studies/?user_id=user-1042')
    const { status } = await service.call('GET', `/../${opened.project_id}/service-guidelines/`)

    expect(guidelines.body).toEqual({ observations: DEFAULTS.observations })
    expect(studies.body.studies).toEqual([])
    expect(status).toBe(404)
  })

  it('is a believable month: many users, conversations, sentiments, languages and both ways in', async () => {
    const { rows } = await service.db.query(
      `SELECT o.*, d.language FROM observation o JOIN observation_digest d ON d.observation_id = o.id
       WHERE o.project_id = $1`,
      [sample.projectId],
    )
    const distinct = (column: string) => new Set(rows.map((row) => row[column])).size

    expect(rows.length).toBe(opened.observations)
    expect(rows.length).toBeGreaterThanOrEqual(340)
    expect(distinct('title')).toBe(rows.length)
    expect(distinct('user_id')).toBeGreaterThanOrEqual(100)
    expect(distinct('interaction_id')).toBeLessThan(rows.length * 0.8)
    expect(new Set(rows.map((row) => row.user_sentiment))).toEqual(new Set(SENTIMENTS))
    expect(new Set(rows.map((row) => row.source))).toEqual(new Set(['rest', 'mcp']))
    expect([...new Set(rows.map((row) => row.language))]).toEqual(
      expect.arrayContaining(['en', 'de', 'fr', 'es', 'ja']),
    )
  })

  it('lies in the past: lists are in the order of time, days are filled, nothing is in the future', async () => {
    const { items } = await get(sample, '/observations?limit=200')
    const times = items.map(({ observed_at }: Loose) => observed_at)

    expect(times).toEqual([...times].sort().reverse())
    expect(times[0] <= NOW).toBe(true)
    const { rows } = await service.db.query(
      'SELECT min(observed_at) AS first, count(DISTINCT observed_at::date)::int AS days FROM observation',
    )
    expect(rows[0].first.toISOString() >= MONTH_AGO).toBe(true)
    expect(rows[0].days).toBeGreaterThan(25)
  })

  it('is digested like everything else: issues, tags and counters', async () => {
    await expectAllDigested(service.db, sample.projectId)
    await expectCountersToAddUp(service.db, sample.projectId)

    const overview = await get(sample, '/overview?days=30')

    expect(overview.observation_count).toBe(opened.observations)
    expect(overview.top_issues[0]?.observation_count).toBeGreaterThanOrEqual(8)
    expect(overview.tags.filter(({ count }) => count > 0).length).toBeGreaterThanOrEqual(6)
    expect(overview.digest.lag_seconds).toBe(0)
  })

  it('brings studies with answers, and guidelines with versions', async () => {
    const { items } = await get(sample, '/studies')

    expect(items.map(({ state }) => state).sort()).toEqual(['active', 'draft', 'ended', 'paused'])
    const answers = items.map(({ answer_count }) => answer_count)
    expect(answers.reduce((sum: number, count: number) => sum + count, 0)).toBe(opened.answers)
    expect((await get(sample, '/guidelines')).version).toBe(2)
  })

  it('goes on once it is digested: decisions of the team, and a problem that comes back', async () => {
    const db = createPool(service.connection, 1) // as few as an operator may set: whoever asks for a second one waits
    atEnd(() => db.end())
    expect((await get(sample, '')).sample?.complete).toBe(false)

    await continueSamples({ ...service.deps, db })
    await digestAll(service, engine)

    const { observations, complete } = (await get(sample, '')).sample ?? {}
    expect(complete).toBe(true)
    expect(observations).toBeGreaterThan(opened.observations)
    const { items } = await get(sample, '/issues?limit=200')
    const statuses = new Set(items.map(({ status }) => status))
    expect([...statuses]).toEqual(expect.arrayContaining(['open', 'acknowledged', 'planned', 'resolved']))
    expect((await get(sample, '/overview?days=30')).regressed_issues.length).toBeGreaterThanOrEqual(1)
    await expectCountersToAddUp(service.db, sample.projectId)
  })

  it('is one for each project, and found again', async () => {
    const before = await rowsOf(sample, 'observation')

    const { status, body } = await act(service, 'POST', '/sample')

    expect([status, body.project_id]).toEqual([200, sample.projectId])
    expect(await rowsOf(sample, 'observation')).toBe(before)
    expect((await act(sample, 'POST', '/sample')).status).toBe(409)
  })

  it('lets the team in, in their roles, and those who join later', async () => {
    const editor = await signIn(service, { role: 'editor' })
    const viewer = await signIn(service, { role: 'viewer' })
    const seen = async (person: typeof editor) =>
      (await person.call('GET', `/projects/${sample.projectId}`)).body

    expect((await seen(viewer)).detail).toBeDefined()
    expect((await editor.call('POST', `/projects/${service.projectId}/sample`)).status).toBe(200)

    expect((await seen(editor)).role).toBe('editor')
    expect((await seen(viewer)).role).toBe('viewer')
    expect((await viewer.call('POST', `/projects/${service.projectId}/sample`)).status).toBe(403)
  })

  it('is written to the audit log of both', async () => {
    const actions = async (of: TestService) =>
      (await get(of, '/audit?by=people&limit=200')).items.map(({ action }) => action)

    expect(await actions(service)).toContain('sample.opened')
    expect(await actions(sample)).toContain('sample.filled')
  })

  it('is taken away in one call and leaves no row, and can be made again at once', async () => {
    const { status, body } = await act(service, 'DELETE', '/sample')

    expect(status).toBe(200)
    expect(body.observations).toBeGreaterThan(opened.observations)
    expect((await act(sample, 'GET', '')).status).toBe(404)
    expect((await get(service, '')).sample).toBeNull()
    const again = await act(service, 'POST', '/sample')
    expect([again.status, again.body.project_id === sample.projectId]).toEqual([201, false])
    await act({ ...service, projectId: again.body.project_id }, 'DELETE', '/sample') // from within, too
    await continueSamples(service.deps)
    await removeDeletedProjects(service.deps)
    expect([await service.count('project'), await service.count('observation')]).toEqual([1, 0])
    expect(await act(service, 'DELETE', '/sample')).toEqual({ status: 200, body: { observations: 0 } })
  })

  it('goes with its project', async () => {
    const own = await inNewProject(service)
    const { body } = await act(own, 'POST', '/sample')

    await act(own, 'DELETE', '', { name: 'Another project' })

    expect((await act({ ...own, projectId: body.project_id }, 'GET', '')).status).toBe(404)
    await removeDeletedProjects(service.deps)
    expect(await service.count('observation')).toBe(0)
  })
})

describe('sample data that an earlier release put into a real project', () => {
  it('is taken out, and leaves the rest exactly as it would be without', async () => {
    const service = await startService()
    const engine = startEngine()
    const mine = await makeTag(service, 'mine', { keywords: ['bank feed'] })
    const theirs = await makeTag(service, 'theirs', { keywords: ['bank feed'] })
    const [kept] = await post(service, [note('Bank feed imports the same transactions twice')])
    const alike = await post(service, [
      note('Bank feed imports transactions twice'),
      note('Dark mode, please'),
    ])
    await digestAll(service, engine)
    await service.db.query('UPDATE observation SET sample = true WHERE id = ANY($1)', [alike])
    await service.db.query('UPDATE tag SET sample = true WHERE id = $1', [theirs])

    await removeMixedSamples(service.deps)
    await digestAll(service, engine)

    const { items } = await get(service, '/observations')
    expect(items).toMatchObject([{ id: kept, tags: [{ id: mine }], digest: { state: 'done' } }])
    expect(items).toHaveLength(1)
    expect((await get(service, '/issues')).items).toMatchObject([{ observation_count: 1 }])
    expect((await get(service, '/tags')).items).toHaveLength(1)
    await expectCountersToAddUp(service.db, service.projectId)
  })
})

describe('admin: a test observation', () => {
  let service: TestService
  let engine: Engine
  beforeAll(async () => {
    service = await startService()
    engine = startEngine()
  })
  const send = async (own: TestService): Promise<string> =>
    (await act(own, 'POST', '/test-observation')).body.response.results[0]?.id ?? ''

  it('shows the exchange, without a key, and can be followed by its id', async () => {
    const { status, body } = await act(service, 'POST', '/test-observation')

    expect(status).toBe(201)
    expect(body.request).toMatchObject({
      method: 'POST',
      url: `${service.url}/v1/project/${service.projectId}/observations/`,
      body: { user_id: 'fieldnote-test', interaction_id: expect.stringMatching(/^test-/) },
    })
    expect(body.request.headers.Authorization).not.toContain(service.key)
    const [result] = body.response.results
    expect(await get(service, `/observations/${result?.id}`)).toMatchObject({
      ...result,
      issue: null,
      digest: { state: 'pending', error: null },
    })
    expect(body.milliseconds).toEqual(expect.any(Number))
  })

  it('shows a request that the public interface accepts as it is, with an answer of the same shape', async () => {
    const { body } = await act(service, 'POST', '/test-observation')

    const posted = await service.call('POST', '/observations/', body.request.body)

    expect(posted.status).toBe(201)
    expect(Object.keys(posted.body.results[0])).toEqual(Object.keys(body.response.results[0] ?? {}))
  })

  it('gets its language, kind and tags, and is in nothing that is counted, listed, searched or exported', async () => {
    const own = await inNewProject(service)
    const connection = await makeTag(own, 'connection', { keywords: ['connection'] })
    await post(own, [note('The connection works: a test observation arrived')])
    await digestAll(own, engine)
    const look = async () => ({
      project: { ...(await get(own, '')), test_observations: null },
      ...Object.fromEntries(
        await Promise.all(
          [
            '/observations',
            '/observations?q=connection',
            '/observations?user_id=fieldnote-test',
            '/issues',
            '/users',
            '/tags',
            '/overview',
            '/digest',
            '/export/observations.csv',
            '/export/issues.jsonl',
          ].map(async (path) => [path, await get(own, path)]),
        ),
      ),
    })
    const before = await look()

    const id = await send(own)
    await digestAll(own, engine)

    expect(await get(own, `/observations/${id}`)).toMatchObject({
      tags: [{ id: connection, placed_by: 'machine' }],
      issue: null,
      language: 'en',
      kind: expect.any(String),
      digest: { state: 'done' },
    })
    expect(await look()).toEqual(before)
    expect((await get(own, '')).test_observations).toBe(1)
    expect((await act(own, 'GET', '/users/fieldnote-test')).status).toBe(404)
    await expectCountersToAddUp(own.db, own.projectId)
  })

  it('is seen in its own project alone', async () => {
    const id = await send(await inNewProject(service))

    expect((await act(service, 'GET', `/observations/${id}`)).status).toBe(404)
  })

  it('goes when it is removed, alone', async () => {
    const own = await inNewProject(service)
    const { id } = await makeIssue(own, 'Export stops early')
    await makeStudy(own)
    const test = await send(own)

    const { status, body } = await act(own, 'DELETE', '/test-observations')

    expect([status, body]).toEqual([200, { observations: 1 }])
    expect((await act(own, 'GET', `/observations/${test}`)).status).toBe(404)
    expect((await get(own, '/issues')).items).toMatchObject([{ id }])
    const { items } = await get(own, '/audit?limit=1')
    expect(items[0]).toMatchObject({ action: 'test.removed', facts: { observations: 1 } })
  })

  it('is not missed where there is none, and nothing is written down', async () => {
    const own = await inNewProject(service)

    const { status, body } = await act(own, 'DELETE', '/test-observations')

    expect([status, body]).toEqual([200, { observations: 0 }])
    const { items } = await get(own, '/audit')
    expect(items.map(({ action }) => action)).not.toContain('test.removed')
  })
})
