// Verdicts on possible duplicates tell how far to trust the digest's probabilities in this project.
import { selectVerdictSums } from '../../db/issues/issue-pairs.ts'
import type { Tx } from '../../db/pool.ts'

/** Pairs are shown from this probability on: below it, most additional pairs were different issues. */
const SHOWN_FROM = 0.3
/** This many pairs count as if they had been judged as expected, because the first few verdicts say little. */
const PRIOR = 5
const MOST_TRUST = 2

/** `from` is the lowest probability shown; `trusted` corrects a probability. */
export type TrustedChances = { from: number; trusted(chance: number): number }

/** By how much more often pairs were the same than predicted. */
export async function readTrustedChances(tx: Tx, projectId: string): Promise<TrustedChances> {
  const { same, expected } = await selectVerdictSums(tx, projectId)
  const trust = Math.min(MOST_TRUST, (same + PRIOR) / (expected + PRIOR))
  return { from: SHOWN_FROM / trust, trusted: (chance) => Math.min(0.99, chance * trust) }
}
