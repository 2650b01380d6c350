// No key makes a job refer to its observation, and yet none outlives it.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tx } from '../../src/db/pool.ts'
import { inNewProject, post } from '../digest/digesting.ts'
import { EXPORT } from '../digest/matters.ts'
import { eventually } from '../eventually.ts'
import { startService, type TestService } from '../service.ts'

describe('a job of the digest', () => {
  let service: TestService
  let other: TestService
  let ids: string[]
  beforeAll(async () => {
    service = await startService()
    other = await inNewProject(service)
  })
  beforeEach(async () => {
    await service.db.query('TRUNCATE observation CASCADE')
    ids = await post(service, EXPORT.slice(0, 3))
    await post(other, EXPORT.slice(0, 2))
  })

  const jobsOf = async ({ db, projectId }: TestService): Promise<string[]> => {
    const { rows } = await db.query(
      'SELECT observation_id FROM digest_job WHERE project_id = $1 ORDER BY observation_id',
      [projectId],
    )
    return rows.map(({ observation_id }) => observation_id)
  }

  /** A job of an observation that is not there. */
  const queue = (tx: Tx, { projectId, deps }: TestService) =>
    tx.query('INSERT INTO digest_job (project_id, observation_id, due_at) VALUES ($1, $2, now())', [
      projectId,
      deps.newId(),
    ])

  it('is there for each that was stored', async () => {
    expect(await jobsOf(service)).toEqual([...ids].sort())
    expect(await jobsOf(other)).toHaveLength(2)
  })

  it('goes with its observation, and no other does', async () => {
    const [first, ...rest] = ids

    await service.db.query('DELETE FROM observation WHERE id = $1', [first])

    expect(await jobsOf(service)).toEqual([...rest].sort())
    expect(await jobsOf(other)).toHaveLength(2)
  })

  it.each([
    ['its observation went before it was queued', async () => {}],
    [
      'it only began to arrive',
      ({ db, projectId }: TestService) =>
        db.query('DELETE FROM digest_state WHERE project_id = $1', [projectId]),
    ],
  ])('goes with its project, even where %s', async (_, before) => {
    const own = await inNewProject(service)
    await post(own, EXPORT.slice(0, 1))
    await before(own)
    await queue(own.db, own)

    await own.db.query('DELETE FROM project WHERE id = $1', [own.projectId])

    expect(await jobsOf(own)).toEqual([])
    expect(await jobsOf(other)).toHaveLength(2)
  })

  it('goes with its project, even where a worker that held the lock queued it meanwhile', async () => {
    const own = await inNewProject(service)
    const worker = await own.db.connect()
    await worker.query('BEGIN')
    await worker.query('SELECT FROM digest_state WHERE project_id = $1 FOR UPDATE', [own.projectId])

    const removing = own.db.query('DELETE FROM project WHERE id = $1', [own.projectId])
    await eventually(async () => {
      const { rowCount } = await service.db.query(
        "SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'",
      )
      if (rowCount === 0) throw new Error('it does not wait yet')
    })
    await queue(worker, own)
    await worker.query('COMMIT')
    worker.release()
    await removing

    expect(await jobsOf(own)).toEqual([])
  })
})
