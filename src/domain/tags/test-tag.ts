// Tests a tag on the newest observations before it is saved. Matching needs the encoder, which only the digest has:
// the question is left in the database, and whichever worker comes first answers it.
import { LIMITS } from '../../contract/limits.ts'
import type { TagTest, TagTestCreate, TagTestItem } from '../../contract/tags/tag-tests.ts'
import {
  deleteTagTest,
  insertTagTest,
  selectTagTestAnswer,
  type TagTestFinding,
  type TestedObservation,
} from '../../db/tags/tag-tests.ts'
import type { Deps } from '../deps.ts'
import { awaitWorker } from '../digest/await-worker.ts'
import { readObservationsInOrder } from '../observations/read-observations.ts'
import { getTag } from './manage-tags.ts'

export async function testTag(
  deps: Deps,
  projectId: string,
  { tag_id, label, config = {} }: TagTestCreate,
  patienceMs: number = LIMITS.tagTestSeconds * 1000,
): Promise<TagTest> {
  const known = tag_id ? (await getTag(deps, projectId, tag_id)).id : null
  const id = deps.newId()
  await insertTagTest(deps.db, projectId, { id, tag_id: known, label, config }, deps.now())
  deps.wakeDigest()
  try {
    const look = () => selectTagTestAnswer(deps.db, projectId, id)
    const couldNot = 'the digest could not read this tag; try again shortly'
    return await show(deps, projectId, await awaitWorker(look, patienceMs, couldNot))
  } finally {
    await deleteTagTest(deps.db, projectId, id)
  }
}

async function show(deps: Deps, projectId: string, finding: TagTestFinding): Promise<TagTest> {
  const { matches, near_misses, ...counts } = finding
  return {
    ...counts,
    items: await withObservations(deps, projectId, matches),
    near_misses: await withObservations(deps, projectId, near_misses),
  }
}

/** An observation that was erased meanwhile is left out. */
async function withObservations(
  deps: Deps,
  projectId: string,
  tested: TestedObservation[],
): Promise<TagTestItem[]> {
  const ids = tested.map((one) => one.observation_id)
  const found = await readObservationsInOrder(deps, projectId, ids)
  const reasons = new Map(tested.map(({ observation_id, ...reason }) => [observation_id, reason]))
  return found.flatMap((observation) => {
    const reason = reasons.get(observation.id)
    return reason ? [{ observation, reason }] : []
  })
}
