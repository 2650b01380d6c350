// Has a network judge the pairs of a region that are worth it, many at a time.
import { LOOKED_CLOSER_AT, type PairInputs } from './pair-inputs.ts'
import { type Network, rowLength } from './run-network.ts'

const AT_ONCE = 1_024

/** Each pair once, i being greater than j. */
export function judgePairs(
  pairs: PairInputs,
  network: Network,
  n: number,
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
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) {
      if (pairs.cosine(i, j) < LOOKED_CLOSER_AT) continue
      pairs.fill(i, j, rows, count * length)
      lefts[count] = i
      rights[count++] = j
      if (count === AT_ONCE) judge()
    }
  judge()
}
