// A project's sample project and the number of its test observations.
import type { ProjectDetail } from '../contract/projects/projects.ts'
import type { SampleFacts } from '../contract/sample/samples.ts'
import type { Tx } from '../db/pool.ts'
import { countSample, selectSampleProject } from '../db/sample/samples.ts'
import { countTestObservations } from '../db/sample/test-observations.ts'
import type { Deps } from '../domain/deps.ts'

export async function readSample(
  { db }: Deps,
  projectId: string,
): Promise<Pick<ProjectDetail, 'sample' | 'test_observations'>> {
  const sample = await selectSampleProject(db, projectId)
  return {
    sample: sample === undefined ? null : await readSampleFacts(db, sample),
    test_observations: await countTestObservations(db, projectId),
  }
}

export async function readSampleFacts(tx: Tx, sampleId: string): Promise<SampleFacts> {
  return { project_id: sampleId, ...(await countSample(tx, sampleId)) }
}
