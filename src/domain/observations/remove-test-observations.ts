// Takes test observations away again; sample data stays.
import type { SampleRemoved } from '../../contract/sample/samples.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { selectTestObservations } from '../../db/sample/samples.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { REMOVED_AT_ONCE, removeObservations } from './remove-observations.ts'
import { TESTER } from './send-test-observation.ts'

/** One short transaction, unless somebody sent hundreds. */
export async function removeTestObservations(
  deps: Deps,
  actor: Actor,
  projectId: string,
): Promise<SampleRemoved> {
  for (let observations = 0; ; ) {
    const some = await inTransaction(deps.db, (tx) => removeSome(tx, deps, actor, projectId))
    if (some === 0) return { observations }
    observations += some
  }
}

async function removeSome(tx: Tx, deps: Deps, actor: Actor, projectId: string): Promise<number> {
  const ids = await selectTestObservations(tx, projectId, TESTER, REMOVED_AT_ONCE)
  if (ids.length === 0) return 0
  const observations = await removeObservations(tx, deps, projectId, ids)
  const facts = { observations }
  await audit(tx, deps, projectId, { actor, action: 'test.removed', subjectId: null, facts })
  return observations
}
