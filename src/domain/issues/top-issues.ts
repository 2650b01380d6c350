// The issues observed most often in a period, without adding up the days of every issue.
import type { Tx } from '../../db/pool.ts'
import { type IssueInPeriod, selectLargestIssues } from '../../db/projects/overviews.ts'

const FIRST_LOOK = 64
const WIDER = 4

/**
 * An issue has at most as many observations in a period as in total. So issues are read by their total, until the next
 * total is below the last count found. How many are read depends on how the counts are spread and not on the number of
 * issues.
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
    // An issue that grew meanwhile may appear twice.
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
