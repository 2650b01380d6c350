// A team's sample project, created and filled on first use. It is a project like any other, with its own keys if any,
// so nothing in it reaches the agents of a real one.

import { conflict } from '../contract/refusal.ts'
import type { SampleFacts } from '../contract/sample/samples.ts'
import { inTransaction, type Tx } from '../db/pool.ts'
import { copyMembers } from '../db/projects/project-members.ts'
import { insertProject, lockProject } from '../db/projects/projects.ts'
import { selectSampleProject } from '../db/sample/samples.ts'
import { type Actor, audit } from '../domain/audit/audit.ts'
import type { Deps } from '../domain/deps.ts'
import { getProject } from '../domain/projects/manage-projects.ts'
import { fillSampleWithin } from './fill-sample.ts'
import { readSampleFacts } from './read-sample.ts'

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
