// Postpones jobs while their model is away, without counting an attempt.
import { postponeJobs } from '../db/digest/digest-jobs.ts'
import { noteModelFault } from '../db/digest/digest-states.ts'
import type { JobTable } from '../db/digest/job-tables.ts'
import { inTransaction } from '../db/pool.ts'
import type { Deps } from '../domain/deps.ts'
import { MODEL_AWAY_MS } from './engine.ts'

/** `ids`: of observations or answers. */
type Waiting = { table: JobTable; ids: string[]; fault: string }

export async function waitForModel(
  deps: Deps,
  projectId: string,
  { table, ids, fault }: Waiting,
): Promise<void> {
  const until = new Date(deps.now().getTime() + MODEL_AWAY_MS)
  await inTransaction(deps.db, async (tx) => {
    await noteModelFault(tx, projectId, 'embeddings', fault, deps.now())
    await postponeJobs(tx, projectId, table, ids, until)
  })
}
