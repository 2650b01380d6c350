// The issues that were observed most often in a period, without adding up the days of all of them.
import type { Tx } from '../../db/pool.ts'
import { type IssueInPeriod, selectLargestIssues } from '../../db/projects/overviews.ts'

const FIRST_LOOK = 64
const WIDER = 4

/**
 * An issue has no more observations in a period than in all. So they are looked at by how many they have in all, until the
 * next one has fewer than the last of those found has in the period: how far that is depends on how the issues are spread,
 * and not on how many there are.
 */
export async function findTopIssues(
  tx: Tx,
  projectId: string,
  since: Date,
  wanted: number,
): Promise<string[]> {
  let top: IssueInPeriod[] = []
  let past = 0
  for (let limit = FIRST_LOOK; ; limit *= WIDER) {
    const largest = await selectLargestIssues(tx, projectId, since, { past, limit })
    // One that grew meanwhile may come a second time.
    const others = top.filter(({ id }) => largest.every((issue) => issue.id !== id))
    top = [...others, ...largest.filter(({ count }) => count > 0)].sort(byCount).slice(0, wanted)
    past += largest.length
    const least = top[wanted - 1]?.count ?? 0
    const next = largest.at(-1)?.observation_count ?? 0
    if (largest.length < limit || next < least) return top.map(({ id }) => id)
  }
}

const byCount = (one: IssueInPeriod, other: IssueInPeriod): number =>
  other.count - one.count || (one.id < other.id ? -1 : 1)
