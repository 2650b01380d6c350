// Removes a project's test observations.
import type { SampleRemoved } from '../../contract/sample/samples.ts'
import { inTransaction } from '../../db/pool.ts'
import { deleteTestObservations } from '../../db/sample/test-observations.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'

export function removeTestObservations(deps: Deps, actor: Actor, projectId: string): Promise<SampleRemoved> {
  return inTransaction(deps.db, async (tx) => {
    const observations = await deleteTestObservations(tx, projectId)
    const facts = { observations }
    if (observations > 0)
      await audit(tx, deps, projectId, { actor, action: 'test.removed', subjectId: null, facts })
    return { observations }
  })
}
