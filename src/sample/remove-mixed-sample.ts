// Earlier releases put sample data and test observations into real projects, marked row by row. This takes them out, and
// leaves everything else as it would be without them.
import { lockDigestState } from '../db/digest/digest-states.ts'
import { inTransaction } from '../db/pool.ts'
import { deleteMixedTags, selectMixedObservations, selectMixedProject } from '../db/sample/mixed-samples.ts'
import { audit, MACHINE } from '../domain/audit/audit.ts'
import type { Deps } from '../domain/deps.ts'
import { REMOVED_AT_ONCE, removeObservations } from '../domain/observations/remove-observations.ts'

/** In short transactions, until nothing is left or until told to stop; goes on wherever it was interrupted. */
export async function removeMixedSamples(deps: Deps, stopped: () => boolean = () => false): Promise<void> {
  for (;;) {
    const projectId = await selectMixedProject(deps.db)
    if (projectId === undefined || stopped()) return
    await removeSome(deps, projectId)
  }
}

const removeSome = (deps: Deps, projectId: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await lockDigestState(tx, projectId) // a batch that is just matching a tag would wait for us, and we for it
    await deleteMixedTags(tx, projectId)
    const ids = await selectMixedObservations(tx, projectId, REMOVED_AT_ONCE)
    const observations = await removeObservations(tx, deps, projectId, ids)
    const facts = { observations }
    await audit(tx, deps, projectId, { actor: MACHINE, action: 'sample.removed', subjectId: null, facts })
  })
