// Runs a network on the pairs of a region that matter, many at a time.
import { LOOKED_CLOSER_AT, type PairInputs } from './pair-inputs.ts'
import { type Network, rowLength } from './run-network.ts'

const AT_ONCE = 1_024

/** 1 or 0 per note. A pair of two 0 notes needs no verdict, because both stay where they are. */
export type Matters = Uint8Array

export const allMatter = (n: number): Matters => new Uint8Array(n).fill(1)

/** Every pair that matters once, with i > j. */
export function judgePairs(
  pairs: PairInputs,
  network: Network,
  matters: Matters,
  take: (i: number, j: number, logit: number) => void,
): void {
  const length = rowLength(pairs.width)
  const rows = new Float32Array(AT_ONCE * length)
  const [lefts, rights] = [new Int32Array(AT_ONCE), new Int32Array(AT_ONCE)]
  let count = 0
  const judge = () => {
    const logits = network(rows, count)
    for (let at = 0; at < count; at++) take(lefts[at] as number, rights[at] as number, logits[at] as number)
    count = 0
  }
  for (let i = 0; i < matters.length; i++)
    for (let j = 0; j < i; j++) {
      if (matters[i] === 0 && matters[j] === 0) continue
      if (pairs.cosine(i, j) < LOOKED_CLOSER_AT) continue
      pairs.fill(i, j, rows, count * length)
      lefts[count] = i
      rights[count++] = j
      if (count === AT_ONCE) judge()
    }
  judge()
}
