// What of a project is sample, so that nobody takes it for what users said.
import type { SampleFacts } from '../contract/sample/samples.ts'
import { selectSampleFacts } from '../db/sample/samples.ts'
import type { Deps } from '../domain/deps.ts'
import { TESTER } from '../domain/observations/send-test-observation.ts'

/** Null when nothing is. */
export async function readSampleFacts({ db }: Deps, projectId: string): Promise<SampleFacts | null> {
  const facts = await selectSampleFacts(db, projectId, TESTER)
  const { observations, test_observations, tags, studies } = facts
  return observations + test_observations + tags + studies === 0 ? null : facts
}
