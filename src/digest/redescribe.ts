// Describes issues that lost observations again, without waiting for new ones.
import { bumpDigestVersion } from '../db/digest/digest-states.ts'
import { markRedescribed, selectToRedescribe } from '../db/issues/issue-rewordings.ts'
import { inTransaction } from '../db/pool.ts'
import type { Deps } from '../domain/deps.ts'
import { nameWithModel } from './ask-model.ts'
import { describeIssues } from './describe-issues.ts'
import type { Engine } from './engine.ts'
import { lockForModel } from './project-memory.ts'

const STEP = 50 // issues; about 100 ms, so that new observations do not wait

/** False when there is nothing to do. */
export async function redescribeStep(deps: Deps, engine: Engine, projectId: string): Promise<boolean> {
  if ((await selectToRedescribe(deps.db, projectId, 1)).length === 0) return false
  await engine.memories.read(deps.db, projectId)
  const { waiting, described } = await inTransaction(deps.db, async (tx) => {
    const state = await lockForModel(tx, projectId, engine.model)
    const waiting = await selectToRedescribe(tx, projectId, STEP)
    if (waiting.length === 0) return { waiting, described: [] }
    const memory = await engine.memories.current(tx, projectId, state)
    const described = await describeIssues(tx, deps, {
      projectId,
      memory,
      model: engine.model,
      issueIds: waiting,
    })
    await markRedescribed(tx, projectId, waiting)
    await bumpDigestVersion(tx, projectId) // so that everything that watches the project reloads it
    return { waiting, described }
  })
  await nameWithModel(deps, engine, projectId, described)
  return waiting.length > 0
}
