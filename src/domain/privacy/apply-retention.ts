// Deletes what is older than its project's retention, in small steps: short transactions under the digest lock.
import { DAY_MS } from '../../contract/date-time.ts'
import { inTransaction } from '../../db/pool.ts'
import { selectExpiredObservationIds, selectRetention } from '../../db/privacy/privacy.ts'
import { selectExpiredAnswerIds } from '../../db/research/answers.ts'
import { deleteExpiredShowings } from '../../db/research/study-showings.ts'
import type { Deps } from '../deps.ts'
import { removeObservations } from '../observations/remove-observations.ts'
import { removeAnswers } from '../research/remove-answers.ts'

const AT_ONCE = 200

/**
 * Returns how much was deleted. Ends early when asked to; the next run does the rest. A project that fails does not
 * stop the others, and its error is thrown at the end.
 */
export async function applyRetention(deps: Deps, stopped: () => boolean): Promise<number> {
  let deleted = 0
  const faults: unknown[] = []
  for (let after: string | null = null; ; ) {
    const project = await selectRetention(deps.db, after)
    if (!project || stopped()) break
    const { project_id: projectId, retention_days: days } = project
    const before = new Date(deps.now().getTime() - days * DAY_MS)
    try {
      for (let step = AT_ONCE; step > 0 && !stopped(); deleted += step)
        step = await deleteSome(deps, projectId, before)
    } catch (fault) {
      faults.push(fault)
    }
    after = projectId
  }
  if (faults.length > 0) throw faults[0]
  return deleted
}

function deleteSome(deps: Deps, projectId: string, before: Date): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const expired = await selectExpiredAnswerIds(tx, projectId, before, AT_ONCE)
    const answers = await removeAnswers(tx, projectId, expired)
    const showings = await deleteExpiredShowings(tx, projectId, before, AT_ONCE)
    const ids = await selectExpiredObservationIds(tx, projectId, before, AT_ONCE)
    const observations = ids.length === 0 ? 0 : await removeObservations(tx, deps, projectId, ids)
    return answers + showings + observations
  })
}
