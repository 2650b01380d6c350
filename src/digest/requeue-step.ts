// Queues a project's observations again, in small steps, after the encoder changed or on request. Runs only when
// nothing else is due, so that new observations never wait for old ones.
import { enqueueAfter } from '../db/digest/digest-jobs.ts'
import { saveRequeued } from '../db/digest/digest-states.ts'
import { inTransaction } from '../db/pool.ts'
import type { Deps } from '../domain/deps.ts'
import type { Engine } from './engine.ts'
import { lockForModel } from './project-memory.ts'

const STEP = 256 // observations and answers; a few seconds' work

/** False when there is nothing to do. */
export async function requeueStep(deps: Deps, engine: Engine, projectId: string): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const { requeued_to } = await lockForModel(tx, projectId, engine.model)
    if (requeued_to === null) return false
    const last = await enqueueAfter(tx, projectId, requeued_to, STEP, deps.now())
    await saveRequeued(tx, projectId, last)
    return true
  })
}
