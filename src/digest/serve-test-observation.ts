// Digests a test observation on its own: language, kind and tags. It joins no issue, and neither grouping nor tags
// learn from it.
import type { Observation } from '../contract/observations/observations.ts'
import { isUnreachable } from '../db/error-codes.ts'
import { inTransaction } from '../db/pool.ts'
import { answerTest, selectOpenTest, type TestFinding } from '../db/sample/test-observations.ts'
import type { Deps } from '../domain/deps.ts'
import type { Engine } from './engine.ts'
import { compileTags, matchObservations, prepareTags } from './match-observations.ts'
import { lockForModel } from './project-memory.ts'
import { readText, textToEmbed } from './read-observation.ts'

/** Digests one waiting test observation, if there is one. The caller has claimed the project. */
export async function serveTestObservation(deps: Deps, engine: Engine, projectId: string): Promise<void> {
  const test = await selectOpenTest(deps.db, projectId)
  if (!test) return
  const found = await digestTestObservation(deps, engine, projectId, test).then(
    (finding) => ({ finding }),
    (error: unknown) => {
      if (isUnreachable(error)) throw error
      return { error: String((error as Error).message ?? error) }
    },
  )
  await answerTest(deps.db, projectId, test.id, found, deps.now())
}

async function digestTestObservation(
  deps: Deps,
  engine: Engine,
  projectId: string,
  test: Observation,
): Promise<TestFinding> {
  const { vectors, fault } = await engine.embed([textToEmbed(test)])
  const [vector] = vectors
  if (!vector) throw new Error(fault ?? 'The encoder gave no vector.')
  const { kind, language } = readText(engine, test, vector)
  await prepareTags(deps.db, engine, projectId)
  return inTransaction(deps.db, async (tx) => {
    const state = await lockForModel(tx, projectId, engine.model)
    await engine.memories.current(tx, projectId, state)
    const matcher = await compileTags(tx, engine, projectId)
    const job = { ...test, observed_at: new Date(test.observed_at) }
    const matches = matchObservations(matcher, [{ job, note: { vector } }])
    return { language, kind, tag_ids: matches.map(({ tagId }) => tagId) }
  })
}
