// The worker as it runs: several loops over several projects, and an end that does not wait for the work to be done.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../src/digest/engine.ts'
import { type DigestWorker, startDigestWorker } from '../../src/worker/digest-worker.ts'
import { eventually } from '../eventually.ts'
import type { TestService } from '../service.ts'
import { expectAllDigested, expectCountersToAddUp } from './counters.ts'
import {
  act,
  digestAll,
  get,
  inNewProject,
  inNewProjects,
  lookAtAllAgain,
  post,
  postEach,
} from './digesting.ts'
import { EXPORT, manyOf } from './matters.ts'

const LOOPS = 2

let engine: Engine
let busy: TestService
let faults: unknown[]
inNewProjects(({ engine: made, service }) => {
  engine = made
  busy = service
})
beforeEach(async () => {
  faults = []
  for (let from = 0; from < 200; from += 50) await post(busy, manyOf(200).slice(from, from + 50))
})

async function whileWorking(use: (worker: DigestWorker) => Promise<void>): Promise<void> {
  const worker = startDigestWorker(busy.deps, engine, LOOPS, (fault) => faults.push(fault))
  try {
    await use(worker)
  } finally {
    await worker.stop()
  }
}

/** Issues still to be looked at, and observations still to be digested. */
async function left({ db, projectId }: TestService): Promise<number> {
  const { rows } = await db.query(
    `SELECT (SELECT count(*) FROM digest_job WHERE project_id = $1)::int
       + (SELECT count(*) FROM issue WHERE project_id = $1 AND unsettled AND merged_into IS NULL)::int AS n`,
    [projectId],
  )
  return rows[0].n
}

describe('a project with much to do', () => {
  it('does not keep another waiting', async () => {
    const other = await inNewProject(busy)

    await whileWorking(async (worker) => {
      await eventually(async () => expect((await get(busy, '/digest')).digested_count).toBeGreaterThan(0))
      await postEach(other, EXPORT.slice(0, 1))
      worker.wake()
      await eventually(async () => expect((await get(other, '/digest')).digested_count).toBe(1))
      expect(await left(busy)).toBeGreaterThan(0)
    })

    expect(faults).toEqual([])
  })

  it('is left where it is when the worker is stopped, and taken up again', async () => {
    await whileWorking(async (worker) => {
      await eventually(async () => expect((await get(busy, '/digest')).digested_count).toBeGreaterThan(0))
      await worker.stop()
    })

    expect(await left(busy)).toBeGreaterThan(0)
    await expectCountersToAddUp(busy.db, busy.projectId)
    await digestAll(busy, engine)
    await expectAllDigested(busy.db, busy.projectId)
    await expectCountersToAddUp(busy.db, busy.projectId)
    expect(faults).toEqual([])
  })

  it('is left between two looks at its issues as well', async () => {
    await digestAll(busy, engine)
    await act(busy, 'POST', '/digest/restart')
    await whileWorking(async (worker) => {
      await lookAtAllAgain(busy)
      worker.wake()
      await eventually(async () => expect((await get(busy, '/digest')).pending).toBeGreaterThan(0))
      await worker.stop()
    })

    expect(await left(busy)).toBeGreaterThan(0)
    expect(faults).toEqual([])
  })
})
