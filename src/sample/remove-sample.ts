// Takes a team's sample project away.
import type { SampleRemoved } from '../contract/sample/samples.ts'
import { inTransaction } from '../db/pool.ts'
import { markProjectDeleted } from '../db/projects/project-removals.ts'
import { countSample, selectSampleProject } from '../db/sample/samples.ts'
import { type Actor, audit } from '../domain/audit/audit.ts'
import type { Deps } from '../domain/deps.ts'

/** Asked for in the project that has it, or in the sample project itself; none is fine too. Its rows go afterwards. */
export function removeSample(deps: Deps, actor: Actor, projectId: string): Promise<SampleRemoved> {
  return inTransaction(deps.db, async (tx) => {
    const sampleId = await selectSampleProject(tx, projectId)
    if (sampleId === undefined) return { observations: 0 }
    const { observations } = await countSample(tx, sampleId)
    await markProjectDeleted(tx, sampleId, deps.now())
    await audit(tx, deps, projectId, {
      actor,
      action: 'sample.removed',
      subjectId: null,
      facts: { observations },
    })
    return { observations }
  })
}
