// Takes everything that is sample out of a project, and leaves the rest as it would be without it.
import type { SampleRemoved } from '../contract/sample/samples.ts'
import { lockDigestState } from '../db/digest/digest-states.ts'
import { inTransaction } from '../db/pool.ts'
import { deleteSampleSettings, markContinued, selectSampleObservations } from '../db/sample/samples.ts'
import { type Actor, audit } from '../domain/audit/audit.ts'
import type { Deps } from '../domain/deps.ts'
import { REMOVED_AT_ONCE, removeObservations } from '../domain/observations/remove-observations.ts'

/** A few short transactions; interrupted, it may simply be run again. */
export async function removeSample(deps: Deps, actor: Actor, projectId: string): Promise<SampleRemoved> {
  await markContinued(deps.db, projectId, deps.now()) // or the story would go on while it is taken away
  let removed = 0
  for (let some = await removeSome(deps, projectId); some > 0; some = await removeSome(deps, projectId))
    removed += some
  await inTransaction(deps.db, async (tx) => {
    await lockDigestState(tx, projectId) // a batch that is just matching a sample tag would wait for us, and we for it
    await deleteSampleSettings(tx, projectId)
    const facts = { observations: removed }
    await audit(tx, deps, projectId, { actor, action: 'sample.removed', subjectId: null, facts })
  })
  return { observations: removed }
}

const removeSome = (deps: Deps, projectId: string): Promise<number> =>
  inTransaction(deps.db, async (tx) => {
    const ids = await selectSampleObservations(tx, projectId, REMOVED_AT_ONCE)
    return ids.length === 0 ? 0 : removeObservations(tx, deps, projectId, ids)
  })
