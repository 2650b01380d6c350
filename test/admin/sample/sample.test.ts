// Sample data and test observations: filled, digested like everything else, and taken away without a trace.
import { beforeAll, describe, expect, it } from 'vitest'
import { SENTIMENTS } from '../../../src/contract/labels.ts'
import { createPool } from '../../../src/db/pool.ts'
import type { Engine } from '../../../src/digest/engine.ts'
import { continueSamples } from '../../../src/sample/continue-sample.ts'
import { atEnd } from '../../closings.ts'
import { expectAllDigested, expectCountersToAddUp } from '../../digest/counters.ts'
import {
  act,
  digestAll,
  get,
  inNewProject,
  issueOf,
  post,
  readObservation,
  startEngine,
} from '../../digest/digesting.ts'
import { makeTag, note } from '../../digest/tags/tagging.ts'
import { type Loose, startService, type TestService } from '../../service.ts'

const NOW = '2026-03-14T09:30:00.000Z'
const MONTH_AGO = '2026-02-12'

describe('admin: sample data', () => {
  let service: TestService
  let engine: Engine
  let filled: Loose
  /** What the team had before: an observation, and a tag that also fits sample data. */
  let kept: string
  let mine: string
  beforeAll(async () => {
    service = await startService()
    engine = startEngine()
    mine = await makeTag(service, 'mine', { keywords: ['bank feed'] })
    kept = (await post(service, [note('Bank feed imports the same transactions twice')]))[0] as string
    const { status, body } = await act(service, 'POST', '/sample')
    expect(status).toBe(201)
    filled = body
    await digestAll(service, engine)
  }, 120_000)

  const everything = async (of: TestService, table: string): Promise<number> =>
    (await of.db.query(`SELECT count(*)::int AS n FROM ${table} WHERE project_id = $1`, [of.projectId]))
      .rows[0].n

  it('is a believable month: many users, conversations, moods, languages and both ways in', async () => {
    const { rows } = await service.db.query(
      `SELECT o.*, d.language FROM observation o JOIN observation_digest d ON d.observation_id = o.id
       WHERE o.project_id = $1 AND o.sample`,
      [service.projectId],
    )
    const distinct = (column: string) => new Set(rows.map((row) => row[column])).size

    expect(rows.length).toBe(filled.observations)
    expect(rows.length).toBeGreaterThanOrEqual(340)
    expect(distinct('title')).toBe(rows.length)
    expect(distinct('user_id')).toBeGreaterThanOrEqual(100)
    expect(distinct('interaction_id')).toBe(filled.interactions)
    expect(distinct('interaction_id')).toBeLessThan(rows.length * 0.8)
    expect(new Set(rows.map((row) => row.user_sentiment))).toEqual(new Set(SENTIMENTS))
    expect(new Set(rows.map((row) => row.source))).toEqual(new Set(['rest', 'mcp']))
    expect([...new Set(rows.map((row) => row.language))]).toEqual(
      expect.arrayContaining(['en', 'de', 'fr', 'es', 'ja']),
    )
  })

  it('lies in the past: lists are in the order of time, days are filled, nothing is in the future', async () => {
    const { items } = await get(service, '/observations?limit=200')
    const times = items.map(({ observed_at }: Loose) => observed_at)

    expect(times).toEqual([...times].sort().reverse())
    expect(times[0] <= NOW).toBe(true)
    const { rows } = await service.db.query(
      'SELECT min(observed_at) AS first, count(DISTINCT observed_at::date)::int AS days FROM observation WHERE sample',
    )
    expect(rows[0].first.toISOString() >= MONTH_AGO).toBe(true)
    expect(rows[0].days).toBeGreaterThan(25)
  })

  it('is digested like everything else: issues, tags and counters', async () => {
    await expectAllDigested(service.db, service.projectId)
    await expectCountersToAddUp(service.db, service.projectId)

    const overview = await get(service, '/overview?days=30')

    expect(overview.observation_count).toBe(filled.observations + 1)
    expect(overview.top_issues[0].observation_count).toBeGreaterThanOrEqual(8)
    expect(overview.tags.filter(({ count }: Loose) => count > 0).length).toBeGreaterThanOrEqual(6)
    expect(overview.digest.lag_seconds).toBe(0)
  })

  it('brings studies with answers, and guidelines with versions', async () => {
    const { items } = await get(service, '/studies')

    expect(items.map(({ state }: Loose) => state).sort()).toEqual(['active', 'draft', 'ended', 'paused'])
    const answers = items.map(({ answer_count }: Loose) => answer_count)
    expect(answers.reduce((sum: number, count: number) => sum + count, 0)).toBe(filled.answers)
    expect(filled.answers).toBe(await everything(service, 'answer'))
    expect((await get(service, '/guidelines')).version).toBe(2)
  })

  it('goes on once it is digested: decisions of the team, and a problem that comes back', async () => {
    const db = createPool(service.connection, 1) // as few as an operator may set: whoever asks for a second one waits
    atEnd(() => db.end())
    expect((await get(service, '')).sample.complete).toBe(false)

    await continueSamples({ ...service.deps, db })
    await digestAll(service, engine)

    const { observations, complete } = (await get(service, '')).sample
    expect(complete).toBe(true)
    expect(observations).toBeGreaterThan(filled.observations)
    const { items } = await get(service, '/issues?limit=200')
    const statuses = new Set(items.map(({ status }: Loose) => status))
    expect([...statuses]).toEqual(expect.arrayContaining(['open', 'acknowledged', 'planned', 'resolved']))
    expect((await get(service, '/overview?days=30')).regressed_issues.length).toBeGreaterThanOrEqual(1)
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('is filled once', async () => {
    const before = await everything(service, 'observation')

    const { status, body } = await act(service, 'POST', '/sample')

    expect([status, body.detail]).toEqual([409, expect.stringContaining('sample data already')])
    expect(await everything(service, 'observation')).toBe(before)
  })

  it('is taken away before it was digested, too, and can be filled again', async () => {
    const own = await inNewProject(service)
    await act(own, 'POST', '/sample')

    await act(own, 'DELETE', '/sample')
    await continueSamples(own.deps)

    expect(await everything(own, 'observation')).toBe(0)
    expect((await act(own, 'POST', '/sample')).status).toBe(201)
    await act(own, 'DELETE', '/sample') // or whoever digests next would have to digest it
  })

  it('leaves tags and guidelines of the team alone', async () => {
    const own = await inNewProject(service)
    const receipts = await makeTag(own, 'receipts', { color: 'red' })
    await act(own, 'PUT', '/guidelines', { observations: 'Ours.' })

    await act(own, 'POST', '/sample')
    await act(own, 'DELETE', '/sample')

    expect((await get(own, '/tags')).items).toMatchObject([{ id: receipts, config: { color: 'red' } }])
    expect(await get(own, '/guidelines')).toMatchObject({ version: 1, observations: 'Ours.' })
  })

  it('is taken away in one call, and leaves the rest exactly as it was', async () => {
    const started = performance.now()
    const { status, body } = await act(service, 'DELETE', '/sample')
    const took = performance.now() - started

    expect(status).toBe(200)
    expect(body.observations).toBeGreaterThan(filled.observations)
    expect(took).toBeLessThan(5_000)
    await digestAll(service, engine)
    for (const [table, left] of Object.entries({ observation: 1, tag: 1, study: 0, answer: 0, guideline: 0 }))
      expect(await everything(service, table), table).toBe(left)
    expect((await get(service, '/issues')).items).toHaveLength(1)
    expect(await readObservation(service, kept)).toMatchObject({
      tags: [{ id: mine }],
      digest: { state: 'done' },
    })
    expect((await get(service, '')).sample).toBeNull()
    await expectCountersToAddUp(service.db, service.projectId)
    await expectAllDigested(service.db, service.projectId)
  })

  it('is written to the audit log, coming and going', async () => {
    const { items } = await get(service, '/audit?limit=200')

    const actions = items.map(({ action }: Loose) => action)
    expect(actions).toEqual(expect.arrayContaining(['sample.filled', 'sample.removed']))
  })
})

describe('admin: a test observation', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  it('shows the exchange, without a key, and is stored like any other', async () => {
    const { status, body } = await act(service, 'POST', '/test-observation')

    expect(status).toBe(201)
    expect(body.request).toMatchObject({
      method: 'POST',
      url: `${service.url}/v1/project/${service.projectId}/observations/`,
      body: { user_id: 'fieldnote-test', interaction_id: expect.stringMatching(/^test-/) },
    })
    expect(body.request.headers.Authorization).not.toContain(service.key)
    const [result] = body.response.results
    expect(await readObservation(service, result.id)).toMatchObject({
      title: result.title,
      source: 'rest',
      digest: { state: 'pending' },
    })
    expect(body.milliseconds).toEqual(expect.any(Number))
  })

  it('shows a request that the public interface accepts as it is', async () => {
    const { body } = await act(service, 'POST', '/test-observation')

    const { status } = await service.call('POST', '/observations/', body.request.body)

    expect(status).toBe(201)
  })

  it('is counted as sample, does not stand in the way of a month, and goes with it', async () => {
    const own = await inNewProject(service)
    await act(own, 'POST', '/test-observation')
    expect((await get(own, '')).sample).toMatchObject({ observations: 0, test_observations: 1 })

    await act(own, 'POST', '/sample')

    expect((await get(own, '')).sample.test_observations).toBe(1)
    await act(own, 'DELETE', '/sample')
    expect((await get(own, '')).sample).toBeNull()
  })

  it('goes alone, with its issue, and leaves sample data and what agents wrote', async () => {
    const own = await inNewProject(service)
    const [kept] = await post(own, [
      { title: 'Export stops early', description: 'Only 10,000 rows arrived.' },
    ])
    await act(own, 'POST', '/test-observation')
    await digestAll(own, startEngine())
    await act(own, 'POST', '/sample')
    const { observations } = (await get(own, '')).sample

    const { status, body } = await act(own, 'DELETE', '/test-observations')

    expect([status, body]).toEqual([200, { observations: 1 }])
    expect((await get(own, '')).sample).toMatchObject({ observations, test_observations: 0 })
    expect((await get(own, '/issues')).items).toEqual([
      expect.objectContaining({ id: (await issueOf(own, kept as string)).id }),
    ])
    const { items } = await get(own, '/audit?limit=1')
    expect(items[0]).toMatchObject({ action: 'test.removed', facts: { observations: 1 } })
  })

  it('is not missed where there is none, and nothing is written down', async () => {
    const own = await inNewProject(service)

    const { status, body } = await act(own, 'DELETE', '/test-observations')

    expect([status, body]).toEqual([200, { observations: 0 }])
    const { items } = await get(own, '/audit')
    expect(items.map(({ action }: Loose) => action)).not.toContain('test.removed')
  })
})
