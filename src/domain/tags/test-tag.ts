// Tests a tag on the newest observations before it is saved. Matching needs the encoder, which only the digest has:
// the question is left in the database, and whichever worker comes first answers it.
import { LIMITS } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'
import type { TagTest, TagTestCreate, TagTestItem } from '../../contract/tags/tag-tests.ts'
import {
  deleteTagTest,
  insertTagTest,
  selectTagTestAnswer,
  type TagTestFinding,
  type TestedObservation,
} from '../../db/tags/tag-tests.ts'
import type { Deps } from '../deps.ts'
import { readObservationsInOrder } from '../observations/read-observations.ts'
import { getTag } from './manage-tags.ts'

const LOOK_EVERY_MS = 50

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
    return await show(deps, projectId, await awaitFinding(deps, projectId, id, patienceMs))
  } finally {
    await deleteTagTest(deps.db, projectId, id)
  }
}

async function awaitFinding(
  deps: Deps,
  projectId: string,
  id: string,
  patienceMs: number,
): Promise<TagTestFinding> {
  for (let waited = 0; waited <= patienceMs; waited += LOOK_EVERY_MS) {
    const { answered_at, finding } = await selectTagTestAnswer(deps.db, projectId, id)
    if (finding) return finding
    if (answered_at) throw unanswered('the digest could not read this tag; try again shortly')
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw unanswered(
    'no digest worker answered in time; check that one is running (DIGEST_THREADS, or `fieldnote worker`) and try again',
  )
}

const unanswered = (detail: string) => new Refusal('unavailable', detail, { 'Retry-After': '5' })

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
