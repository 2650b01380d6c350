// Deletes what is older than its project keeps, in small steps: each is one short transaction under the digest lock.
import { DAY_MS } from '../../contract/date-time.ts'
import { inTransaction } from '../../db/pool.ts'
import {
  deleteExpiredAnswers,
  selectExpiredObservationIds,
  selectRetention,
} from '../../db/privacy/privacy.ts'
import type { Deps } from '../deps.ts'
import { removeObservations } from '../observations/remove-observations.ts'

const AT_ONCE = 200

/** How much was deleted. Ends early when asked to: the rest is still there the next time. */
export async function applyRetention(deps: Deps, stopped: () => boolean): Promise<number> {
  let deleted = 0
  for (let after: string | null = null; ; ) {
    const project = await selectRetention(deps.db, after)
    if (!project || stopped()) return deleted
    const before = new Date(deps.now().getTime() - project.retention_days * DAY_MS)
    for (let step = AT_ONCE; step > 0 && !stopped(); deleted += step)
      step = await deleteSome(deps, project.project_id, before)
    after = project.project_id
  }
}

function deleteSome(deps: Deps, projectId: string, before: Date): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const answers = await deleteExpiredAnswers(tx, projectId, before, AT_ONCE)
    const ids = await selectExpiredObservationIds(tx, projectId, before, AT_ONCE)
    return answers + (ids.length === 0 ? 0 : await removeObservations(tx, deps, projectId, ids))
  })
}
