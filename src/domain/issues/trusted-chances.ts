// What was said of possible duplicates says how far the digest's chances are to be trusted in this project.
import { selectVerdictSums } from '../../db/issues/issue-pairs.ts'
import type { Tx } from '../../db/pool.ts'

/** A pair is shown from this chance on: with a lower one, most of those added were different issues. */
const SHOWN_FROM = 0.3
/** So many pairs count as if they had been judged as expected: the first few verdicts say little. */
const PRIOR = 5
const MOST_TRUST = 2

/** `from`: the digest's chance that is enough. `trusted`: what becomes of a chance. */
export type TrustedChances = { from: number; trusted(chance: number): number }

/** By how much more often pairs were the same than their chances said. */
export async function readTrustedChances(tx: Tx, projectId: string): Promise<TrustedChances> {
  const { same, expected } = await selectVerdictSums(tx, projectId)
  const trust = Math.min(MOST_TRUST, (same + PRIOR) / (expected + PRIOR))
  return { from: SHOWN_FROM / trust, trusted: (chance) => Math.min(0.99, chance * trust) }
}
