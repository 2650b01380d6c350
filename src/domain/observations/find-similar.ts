// Observations close in meaning to any text. Only the digest has the encoder, and tests of tags ask it already: the text
// is tested as a tag that nothing carries, so that all that comes back is what came closest.
import { LIMITS } from '../../contract/limits.ts'
import type { ObservationDetail } from '../../contract/observations/observation-details.ts'
import type { Deps } from '../deps.ts'
import { testTag } from '../tags/test-tag.ts'

const OUT_OF_REACH = 1 // as a threshold: no closeness is enough

/** The closest first, among the newest that are digested. Refused as unavailable where no worker answers in time. */
export async function findSimilarToText(
  deps: Deps,
  projectId: string,
  text: string,
  patienceMs?: number,
): Promise<ObservationDetail[]> {
  const tag = { label: text.slice(0, LIMITS.tagTextLength), config: { threshold: OUT_OF_REACH } }
  const { items, near_misses } = await testTag(deps, projectId, tag, patienceMs)
  return [...items, ...near_misses]
    .sort((one, other) => other.reason.score - one.reason.score)
    .slice(0, LIMITS.similarObservations)
    .map(({ observation }) => observation)
}
