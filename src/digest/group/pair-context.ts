// Judges pairs again, after all pairs were judged by themselves. Two notes that probably belong with the same other
// notes belong together even if they are little alike, and two with different companions do not.

import { allMatter, judgePairs, type Matters } from './judge-pairs.ts'
import { bounded, SURELY, SURELY_NOT } from './logit-scale.ts'
import { PAIR_INPUTS, type PairInputs } from './pair-inputs.ts'
import type { Network } from './run-network.ts'

/** How many context inputs precede those of the pair itself. */
export const CONTEXT_INPUTS = 8
export const AMONG_INPUTS = CONTEXT_INPUTS + PAIR_INPUTS

/** Notes that are less likely than this to belong together are not companions. */
const COMPANIONS_FROM = 0.02
const LEAST_LOGIT = Math.log(COMPANIONS_FROM / (1 - COMPANIONS_FROM))

/** The pairs that matter, each with its context: first what all verdicts say, then the inputs of the pair itself. */
export function withContext(pairs: PairInputs, alone: Network, matters: Matters): PairInputs {
  const n = matters.length
  const logits = judged(pairs, alone, n)
  const companions = companionsOf(logits, n)
  const { shared, bridge } = inCommon(companions, matters)
  const logOfTotal = Float64Array.from(companions, ({ total }) => Math.log(total))
  const rootOfTotal = Float64Array.from(companions, ({ total }) => Math.sqrt(total))
  const rootOfSquare = Float64Array.from(companions, ({ square }) => Math.sqrt(square))
  return {
    width: CONTEXT_INPUTS + pairs.width,
    cosine: pairs.cosine,
    fill(i, j, into, from) {
      const [ij, ji] = [i * n + j, j * n + i]
      const [one, other] = [companions[i] as Companions, companions[j] as Companions]
      const logit = logits[ij] as number
      const cell = i > j ? ij : ji
      const common = shared[cell] as number
      const [there, back] = [meanLogit(one, logits, j * n), meanLogit(other, logits, i * n)]
      const [here, yonder] = [logOfTotal[i] as number, logOfTotal[j] as number]
      into[from] = logit
      into[from + 1] = common / ((rootOfSquare[i] as number) * (rootOfSquare[j] as number))
      into[from + 2] = there < back ? there : back
      into[from + 3] = there < back ? back : there
      into[from + 4] = here < yonder ? here : yonder
      into[from + 5] = here < yonder ? yonder : here
      into[from + 6] = bridge[cell] as number
      into[from + 7] =
        (common - 2 * chanceOf(logit)) / ((rootOfTotal[i] as number) * (rootOfTotal[j] as number))
      pairs.fill(i, j, into, from + CONTEXT_INPUTS)
    },
  }
}

function judged(pairs: PairInputs, alone: Network, n: number): Float32Array {
  const logits = new Float32Array(n * n).fill(SURELY_NOT)
  for (let i = 0; i < n; i++) logits[i * n + i] = SURELY
  judgePairs(pairs, alone, allMatter(n), (i, j, judgment) => {
    const logit = bounded(judgment)
    logits[i * n + j] = logit
    logits[j * n + i] = logit
  })
  return logits
}

const chanceOf = (logit: number): number => (logit < LEAST_LOGIT ? 0 : 1 / (1 + Math.exp(-logit)))

/** The notes that may belong with a note, including itself, with their probabilities. */
type Companions = {
  places: Int32Array
  chances: Float64Array
  /** Sum of the probabilities. */
  total: number
  /** Sum of their squares. */
  square: number
}

function companionsOf(logits: Float32Array, n: number): Companions[] {
  const [places, chances] = [new Int32Array(n), new Float64Array(n)]
  return Array.from({ length: n }, (_, i) => {
    let [count, total, square] = [0, 0, 0]
    for (let j = 0; j < n; j++) {
      const chance = chanceOf(logits[i * n + j] as number)
      if (chance === 0) continue
      places[count] = j
      chances[count++] = chance
      total += chance
      square += chance * chance
    }
    return { places: places.slice(0, count), chances: chances.slice(0, count), total, square }
  })
}

/**
 * n×n, for pairs that matter, of each note with those before it: the product of the probabilities that the two belong
 * with a third, summed over all thirds; and the best third other than the two.
 */
function inCommon(
  companions: Companions[],
  matters: Matters,
): { shared: Float32Array; bridge: Float32Array } {
  const n = companions.length
  const shared = new Float32Array(n * n)
  const bridge = new Float32Array(n * n)
  for (const [third, { places, chances }] of companions.entries()) {
    const all = places.map((_, at) => at)
    const some = all.filter((at) => matters[places[at] as number] === 1)
    for (let a = 0; a < places.length; a++) {
      const [i, one] = [places[a] as number, chances[a] as number]
      const others = matters[i] === 1 ? all : some
      for (let at = 0; at < others.length && (others[at] as number) <= a; at++) {
        const b = others[at] as number
        const [j, other] = [places[b] as number, chances[b] as number]
        const cell = i * n + j
        shared[cell] = (shared[cell] as number) + one * other
        const least = one < other ? one : other
        if (i !== third && j !== third && least > (bridge[cell] as number)) bridge[cell] = least
      }
    }
  }
  return { shared, bridge }
}

/** The mean logit of a note's companions, weighted by probability, with the note whose row begins here. */
function meanLogit({ places, chances, total }: Companions, logits: Float32Array, row: number): number {
  let sum = 0
  for (let at = 0; at < places.length; at++)
    sum += (chances[at] as number) * (logits[row + (places[at] as number)] as number)
  return sum / total
}
