// Which jobs there are, and how workers find them.
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { claimProject } from '../../src/db/digest/digest-jobs.ts'
import { insertPosts } from '../../src/db/observations/insert-posts.ts'
import { createPool, inTransaction, type Tx } from '../../src/db/pool.ts'
import { giveUpUnreceived, importStep } from '../../src/domain/imports/import-step.ts'
import { readBatch } from '../../src/domain/observations/post-observations.ts'
import { removeDeletedProjects } from '../../src/domain/projects/delete-project.ts'
import { deliverOne } from '../../src/outbound/deliver.ts'
import { continueSamples } from '../../src/sample/continue-sample.ts'
import { formOnce } from '../../src/worker/loops.ts'
import { atEnd } from '../closings.ts'
import { inNewProject, post } from '../digest/digesting.ts'
import { EXPORT } from '../digest/matters.ts'
import { batch, type Loose, startService, type TestService } from '../service.ts'

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

  it('goes with its project, and no other does', async () => {
    const own = await inNewProject(service)
    await post(own, EXPORT.slice(0, 1))

    await own.db.query('DELETE FROM project WHERE id = $1', [own.projectId])

    expect(await jobsOf(own)).toEqual([])
    expect(await jobsOf(other)).toHaveLength(2)
  })
})

describe('looking for work', () => {
  const MODEL = 'a-model'
  let service: TestService
  beforeAll(async () => {
    service = await startService()
    await service.db.query(
      `WITH made AS (
         INSERT INTO project (id, name, created_at)
         SELECT gen_random_uuid(), 'Project ' || n, now() FROM generate_series(1, 5000) AS n RETURNING id)
       INSERT INTO digest_state (project_id, model, digested_count) SELECT id, $1, 1 FROM made`,
      [MODEL],
    )
    await service.db.query('ANALYZE')
  })

  const claim = (tx: Tx, model = MODEL) => claimProject(tx, service.deps.now(), model)

  it('reads next to nothing where thousands of projects have none, whatever a process looks for', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query') // before there is a connection
    const db = createPool(service.connection, 1)
    atEnd(() => db.end())
    const deps = { ...service.deps, db }
    const outlets = { baseUrl: '', mailer: null, reach: { allowPrivate: false } }

    const idle = [
      await inTransaction(db, (tx) => claim(tx)),
      await formOnce(deps),
      await deliverOne(deps, outlets),
      await importStep(deps),
      await continueSamples(deps),
      await giveUpUnreceived(deps),
      await removeDeletedProjects(deps),
    ]
    const asked = query.mock.calls as Loose[][]
    query.mockRestore()

    expect(idle.filter(Boolean)).toEqual([])
    const selects = asked
      .map(([first, values]) => (typeof first === 'string' ? { text: first, values } : first))
      .filter(({ text }) => /^\s*SELECT/.test(text))
    expect(selects.length).toBeGreaterThanOrEqual(idle.length)
    for (const { text, values } of selects) expect([text, await rowsRead(text, values)]).toEqual([text, 0])
  })

  /** How many rows the parts of a statement take from tables and indexes, whether or not they keep them. */
  const rowsRead = (text: string, values: unknown[]): Promise<number> =>
    inTransaction(service.db, async (tx) => {
      const { rows } = await tx.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
      return sumOf(rows[0]['QUERY PLAN'][0].Plan)
    })

  const sumOf = (plan: Loose): number => {
    const own = /Scan$/.test(plan['Node Type']) && (plan['Relation Name'] || plan['Index Name'])
    const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
    const read = own ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0
    return (plan.Plans ?? []).reduce((sum: number, part: Loose) => sum + sumOf(part), read)
  }

  it('finds the few that have some, first where somebody waits, then the one that waited longest, each for one worker', async () => {
    const { rows } = await service.db.query(
      'SELECT project_id AS id FROM digest_state ORDER BY random() LIMIT 4',
    )
    const [recent, longest, asking, gone] = rows.map(({ id }) => id)
    const ago = (days: number) => new Date(service.deps.now().getTime() - days * 86_400_000)
    for (const [at, id] of [recent, longest, asking, gone].entries())
      await service.db.query('UPDATE digest_state SET claimed_at = $2 WHERE project_id = $1', [
        id,
        ago([2, 3, 1, 4][at] as number),
      ])
    for (const id of [recent, longest, gone, recent]) {
      const { post: one } = readBatch(service.deps, { source: 'rest', batch: batch() })
      await insertPosts(service.db, id, [{ ...one, created_at: ago(1) }])
    }
    await service.db.query(
      `INSERT INTO meaning_search (project_id, id, sought, asked_at) VALUES ($1, $2, 'export', $3)`,
      [asking, service.deps.newId(), service.deps.now()],
    )
    await service.db.query('UPDATE project SET deleted_at = now() WHERE id = $1', [gone])

    const claimed = await inTransaction(service.db, async (one) => {
      const first = await claim(one)
      return inTransaction(service.db, async (other) => {
        const second = await claim(other)
        return inTransaction(service.db, async (third) => [first, second, await claim(third)])
      })
    })

    expect(claimed).toEqual([asking, longest, recent])
  })

  it('finds all that were digested with another model', async () => {
    const found = await inTransaction(service.db, (tx) => claim(tx, 'another-model'))

    expect(found).toBeDefined()
  })
})
