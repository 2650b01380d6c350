// A team's sample project, created and filled on first use. It is a project like any other, with its own keys if any,
// so nothing in it reaches the agents of a real one.

import type { ProjectDetail } from '../contract/projects/projects.ts'
import { conflict } from '../contract/refusal.ts'
import type { SampleFacts, SampleRemoved } from '../contract/sample/samples.ts'
import { inTransaction, type Tx } from '../db/pool.ts'
import { copyMembers } from '../db/projects/project-members.ts'
import { markProjectDeleted } from '../db/projects/project-removals.ts'
import { insertProject, lockProject } from '../db/projects/projects.ts'
import { countSample, selectSampleProject } from '../db/sample/samples.ts'
import { countTestObservations } from '../db/sample/test-observations.ts'
import { type Actor, audit } from '../domain/audit/audit.ts'
import type { Deps } from '../domain/deps.ts'
import { getProject } from '../domain/projects/manage-projects.ts'
import { fillSampleWithin } from './fill-sample.ts'

const NAME = 'Sample'

/** `created`: whether it was created now. Everyone on the team gets access, whenever they joined. */
export async function openSample(
  deps: Deps,
  actor: Actor,
  projectId: string,
): Promise<{ created: boolean; sample: SampleFacts }> {
  if ((await getProject(deps, projectId)).sample_of !== null)
    throw conflict('this is a sample project itself')
  const opened = await inTransaction(deps.db, async (tx) => {
    await lockProject(tx, projectId)
    const existing = await selectSampleProject(tx, projectId)
    const sampleId = existing ?? (await makeSample(tx, deps, actor, projectId))
    await copyMembers(tx, projectId, sampleId, deps.now())
    return { created: existing === undefined, sample: await readSampleFacts(tx, sampleId) }
  })
  if (opened.created) deps.wakeDigest()
  return opened
}

async function makeSample(tx: Tx, deps: Deps, actor: Actor, projectId: string): Promise<string> {
  const id = deps.newId()
  await insertProject(tx, { id, name: NAME, created_at: deps.now(), sample_of: projectId })
  await audit(tx, deps, id, { actor, action: 'project.created', subjectId: id, facts: { name: NAME } })
  await fillSampleWithin(tx, deps, actor, id)
  await audit(tx, deps, projectId, { actor, action: 'sample.opened', subjectId: null })
  return id
}

/**
 * What a project has of sample and test: which sample project its team looks around in, and how many tests were
 * sent.
 */
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

async function readSampleFacts(tx: Tx, sampleId: string): Promise<SampleFacts> {
  return { project_id: sampleId, ...(await countSample(tx, sampleId)) }
}

/**
 * Takes a team's sample project away. Asked for in the project that has it, or in the sample project itself; none is
 * fine too. Its rows go afterwards.
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
