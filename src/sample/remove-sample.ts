// Deletes a team's sample project.
import type { SampleRemoved } from '../contract/sample/samples.ts'
import { inTransaction } from '../db/pool.ts'
import { markProjectDeleted } from '../db/projects/project-removals.ts'
import { countSample, selectSampleProject } from '../db/sample/samples.ts'
import { type Actor, audit } from '../domain/audit/audit.ts'
import type { Deps } from '../domain/deps.ts'

/**
 * Works in the team's project and in the sample itself, and does nothing when there is none. Its rows are deleted
 * later.
 */
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
