// Every observation is digested once in effect: jobs, claims, failures and concurrency.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimProject } from '../../src/db/digest/digest-jobs.ts'
import type { Engine } from '../../src/digest/engine.ts'
import { digestOnce } from '../../src/worker/digest-worker.ts'
import { anotherProject, batch, startService, type TestService } from '../service.ts'
import { expectAllDigested, expectCountersToAddUp } from './counters.ts'
import { digestAll, post, postEach, startEngine } from './digesting.ts'
import { CHARGED, EXPORT, manyOf, PASSWORD } from './matters.ts'

let engine: Engine
beforeAll(() => {
  engine = startEngine()
})

describe('a stored observation', () => {
  let service: TestService
  beforeEach(async () => {
    service = await startService()
  })

  it('has its job from the same statement', async () => {
    const body = batch({ observations: EXPORT })

    await service.call('POST', '/observations/', body)

    const { rows } = await service.db.query(
      `SELECT o.id, j.attempts, j.due_at, o.created_at, o.xmin = j.xmin AS together
       FROM observation o JOIN digest_job j ON j.project_id = o.project_id AND j.observation_id = o.id`,
    )
    expect(rows).toHaveLength(EXPORT.length)
    for (const row of rows) expect(row).toMatchObject({ attempts: 0, due_at: row.created_at, together: true })
  })

  it('is without a job when it was refused', async () => {
    const body = batch({ observations: [EXPORT[0], { title: '' }] })

    const { status } = await service.call('POST', '/observations/', body)

    expect(status).toBe(400)
    expect(await service.count('digest_job')).toBe(0)
  })

  it('is in one issue and has no job once digested', async () => {
    await postEach(service, [...EXPORT, ...PASSWORD])

    await digestAll(service, engine)

    await expectAllDigested(service.db, service.projectId)
    await expectCountersToAddUp(service.db, service.projectId)
    expect(await digestOnce(service.deps, engine)).toBe(false)
  })

  it('is passed over when it was erased before its turn', async () => {
    const [first, second] = await postEach(service, EXPORT)
    await service.db.query('DELETE FROM observation WHERE id = $1', [first])

    await digestAll(service, engine)

    const { rows } = await service.db.query('SELECT observation_id FROM issue_observation ORDER BY 1')
    expect(rows).toHaveLength(EXPORT.length - 1)
    expect(rows[0].observation_id).toBe(second)
    await expectAllDigested(service.db, service.projectId)
    await expectCountersToAddUp(service.db, service.projectId)
  })
})

describe('several loops over several projects', () => {
  it('digest every observation once, with exact counters', async () => {
    const service = await startService()
    const others = [await anotherProject(service), await anotherProject(service)]
    const second = startEngine()
    const projects = [service, ...others]
    for (const [turn, project] of projects.entries())
      for (let user = 0; user < 5; user++)
        await post(project, manyOf(70).slice(user * 14, user * 14 + 14), {
          user_id: `user-${user % 3}`,
          user_sentiment: user % 2 === 0 ? 'negative' : 'positive',
          observed_at: `2026-03-0${turn + user + 1}T10:00:00Z`,
        })

    const arriving = post(service, EXPORT, { user_id: 'late' })
    await Promise.all([engine, second, engine, second].map((one) => digestAll(service, one)))
    await arriving
    await digestAll(service, engine)

    for (const { projectId } of projects) {
      await expectAllDigested(service.db, projectId)
      await expectCountersToAddUp(service.db, projectId)
    }
    const { rows } = await service.db.query('SELECT sum(digested_count)::int AS n FROM digest_state')
    expect(rows[0].n).toBe(3 * 70 + EXPORT.length)
  })

  it('have one claimer a project, and go on with the others', async () => {
    const service = await startService()
    const other = await anotherProject(service)
    await post(service, EXPORT)
    await post(other, EXPORT)
    const worker = await service.db.connect()
    await worker.query('BEGIN')
    const claimed = await claimProject(worker, service.deps.now(), engine.model)

    await digestAll(service, engine)

    const { rows } = await service.db.query('SELECT DISTINCT project_id FROM digest_job')
    expect(rows).toEqual([{ project_id: claimed }])
    await worker.query('COMMIT')
    worker.release()
    await digestAll(service, engine)
    expect(await service.count('digest_job')).toBe(0)
  })

  it('take the projects by turns, so that a long queue does not keep the others waiting', async () => {
    const service = await startService()
    const other = await anotherProject(service)
    await post(service, manyOf(50))
    await post(service, manyOf(50))
    await post(other, CHARGED)

    service.clock.now = new Date('2026-03-14T09:31:00Z')
    await digestOnce(service.deps, engine)
    service.clock.now = new Date('2026-03-14T09:32:00Z')
    await digestOnce(service.deps, engine)

    const { rows } = await service.db.query('SELECT project_id, digested_count::int AS n FROM digest_state')
    expect(rows.every(({ n }) => n > 0)).toBe(true)
  })
})
