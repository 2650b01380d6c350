// One step of a pass that matches a tag to the observations that are already there.
import { inTransaction } from '../db/pool.ts'
import {
  advanceRematch,
  replaceMachineTags,
  selectDigestedAfter,
  selectOpenRematch,
} from '../db/tags/tag-matches.ts'
import type { Deps } from '../domain/deps.ts'
import type { Engine } from './engine.ts'
import { compileTags, matchObservations } from './match-observations.ts'
import { featuresOf, lockForModel, readableBy } from './project-memory.ts'

const STEP = 250 // observations; some 100 ms, so that new arrivals are not kept waiting

/** False when there is nothing left to do. */
export async function rematchStep(deps: Deps, engine: Engine, projectId: string): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const state = await lockForModel(tx, projectId, engine.model)
    const pass = await selectOpenRematch(tx, projectId)
    if (!pass) return false
    const grouper = await engine.memories.current(tx, projectId, state)
    const tags = (await compileTags(tx, engine, projectId, grouper)).filter((tag) => tag.id === pass.tag_id)
    const rows = await selectDigestedAfter(tx, projectId, pass.after_id, STEP)
    const items = rows.map((row) => ({
      job: { ...row, id: row.observation_id },
      features: featuresOf(readableBy(engine.model, row)),
    }))
    const matches = matchObservations(tags, items, grouper)
    const ids = rows.map((row) => row.observation_id)
    await replaceMachineTags(tx, projectId, ids, pass.tag_id, matches)
    await advanceRematch(tx, projectId, pass.tag_id, {
      startedAt: pass.started_at,
      afterId: ids.at(-1) ?? null,
      done: rows.length,
      matched: matches.length,
      finishedAt: rows.length < STEP ? deps.now() : null,
    })
    return true
  })
}
