// One step of a rematch: matches a tag to existing observations.
import { wakeWaitingForTag } from '../db/integrations/events.ts'
import { inTransaction, type Tx } from '../db/pool.ts'
import {
  advanceRematch,
  replaceMachineTags,
  selectDigestedAfter,
  selectDigestedCount,
  selectOpenRematch,
  startRematches,
} from '../db/tags/tag-matches.ts'
import type { Deps } from '../domain/deps.ts'
import type { Engine } from './engine.ts'
import { compileTags, matchObservations, notesOf } from './match-observations.ts'
import { lockForModel } from './project-memory.ts'

const STEP = 125 // observations; about 50 ms, so that new observations do not wait

/** False when there is nothing left to do. */
export async function rematchStep(deps: Deps, engine: Engine, projectId: string): Promise<boolean> {
  if (!(await selectOpenRematch(deps.db, projectId))) return false
  await engine.memories.read(deps.db, projectId)
  await compileTags(deps.db, engine, projectId) // so that they are in memory when needed under the lock
  return inTransaction(deps.db, async (tx) => {
    const state = await lockForModel(tx, projectId, engine.model)
    const pass = await selectOpenRematch(tx, projectId)
    if (!pass) return false
    await engine.memories.current(tx, projectId, state)
    const matcher = await compileTags(tx, engine, projectId)
    const rows = await selectDigestedAfter(tx, projectId, pass.after_id, STEP)
    const notes = notesOf(engine, rows)
    const items = rows.map((row, at) => ({
      job: { ...row, id: row.observation_id },
      note: { vector: notes[at]?.vector ?? null },
    }))
    const matches = matchObservations(matcher, items).filter(({ tagId }) => tagId === pass.tag_id)
    const ids = rows.map((row) => row.observation_id)
    await replaceMachineTags(tx, projectId, ids, pass.tag_id, matches)
    const tagged = matches.map(({ observationId }) => observationId)
    await wakeWaitingForTag(tx, projectId, tagged, deps.now())
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

/** Projects are rematched at these sizes, because the first observations had no neighbors when they were matched. */
const SIZES = [32, 48, 72, 108, 162, 243, 364, 546, 819]

/** Call it after a batch with this many newly digested observations. */
export async function rematchGrown(tx: Tx, projectId: string, digested: number, at: Date): Promise<void> {
  const count = await selectDigestedCount(tx, projectId)
  const crossed = SIZES.some((size) => count - digested < size && size <= count)
  if (crossed) await startRematches(tx, projectId, at)
}
