// Tests a tag on the newest observations before it is saved. Matching needs the encoder, which only the digest has: the
// request is stored in the database, and any worker answers it.
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
  const tagId = tag_id ? (await getTag(deps, projectId, tag_id)).id : null
  const id = deps.newId()
  await insertTagTest(deps.db, projectId, { id, tag_id: tagId, label, config }, deps.now())
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

/** Leaves out observations that were erased in the meantime. */
async function withObservations(
  deps: Deps,
  projectId: string,
  tested: TestedObservation[],
): Promise<TagTestItem[]> {
  const ids = tested.map((one) => one.observation_id)
  const observations = await readObservationsInOrder(deps, projectId, ids)
  const reasons = new Map(tested.map(({ observation_id, ...reason }) => [observation_id, reason]))
  return observations.flatMap((observation) => {
    const reason = reasons.get(observation.id)
    return reason ? [{ observation, reason }] : []
  })
}
