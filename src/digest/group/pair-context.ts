// A pair among all the others: when each has been judged by itself, those verdicts say more about it. Two notes that are
// likely to go with the same third ones belong together, though they are little alike; two whose companions are unlike do not.
import { bounded, SURELY, SURELY_NOT } from './logit-scale.ts'
import type { Network } from './network.ts'
import { LOOKED_CLOSER_AT, PAIR_INPUTS, type PairInputs } from './pair-inputs.ts'

/** Numbers that are written for a pair before those that tell about it alone. */
export const CONTEXT_INPUTS = 8
export const AMONG_INPUTS = CONTEXT_INPUTS + PAIR_INPUTS

/** Notes less likely than this to go together are no companions. */
const COMPANIONS_FROM = 0.02

/** The same pairs, each seen among the others: first what the verdicts on all say, then what tells about it alone. */
export function withContext(pairs: PairInputs, alone: Network, n: number): PairInputs {
  const logits = judged(pairs, alone, n)
  const companions = companionsOf(logits, n)
  const { shared, bridge } = inCommon(companions)
  const towards = meanLogits(companions, logits)
  const own = new Float32Array(PAIR_INPUTS)
  return {
    cosine: pairs.cosine,
    fill(i, j, into) {
      const [ij, ji] = [i * n + j, j * n + i]
      const [one, other] = [companions[i] as Companions, companions[j] as Companions]
      const logit = logits[ij] as number
      const cell = i > j ? ij : ji
      const common = shared[cell] as number
      into[0] = logit
      into[1] = common / Math.sqrt(one.square * other.square)
      into[2] = Math.min(towards[ij] as number, towards[ji] as number)
      into[3] = Math.max(towards[ij] as number, towards[ji] as number)
      into[4] = Math.log(Math.min(one.total, other.total))
      into[5] = Math.log(Math.max(one.total, other.total))
      into[6] = bridge[cell] as number
      into[7] = (common - 2 * chanceOf(logit)) / Math.sqrt(one.total * other.total)
      pairs.fill(i, j, own)
      into.set(own, CONTEXT_INPUTS)
    },
  }
}

function judged(pairs: PairInputs, alone: Network, n: number): Float32Array {
  const logits = new Float32Array(n * n).fill(SURELY_NOT)
  const inputs = new Float32Array(PAIR_INPUTS)
  for (let i = 0; i < n; i++) {
    logits[i * n + i] = SURELY
    for (let j = 0; j < i; j++) {
      if (pairs.cosine(i, j) < LOOKED_CLOSER_AT) continue
      pairs.fill(i, j, inputs)
      const logit = bounded(alone(inputs))
      logits[i * n + j] = logit
      logits[j * n + i] = logit
    }
  }
  return logits
}

function chanceOf(logit: number): number {
  const chance = 1 / (1 + Math.exp(-logit))
  return chance < COMPANIONS_FROM ? 0 : chance
}

/** The notes that may go with a note, itself among them, and how likely each is to. */
type Companions = {
  places: number[]
  chances: number[]
  /** Of the chances. */
  total: number
  /** Of their squares. */
  square: number
}

const companionsOf = (logits: Float32Array, n: number): Companions[] =>
  Array.from({ length: n }, (_, i) => {
    const own: Companions = { places: [], chances: [], total: 0, square: 0 }
    for (let j = 0; j < n; j++) {
      const chance = chanceOf(logits[i * n + j] as number)
      if (chance === 0) continue
      own.places.push(j)
      own.chances.push(chance)
      own.total += chance
      own.square += chance * chance
    }
    return own
  })

/**
 * n×n, of each note with those before it: the chances of the two to go with a third multiplied, over all thirds; and the
 * best third but the two themselves.
 */
function inCommon(companions: Companions[]): { shared: Float32Array; bridge: Float32Array } {
  const n = companions.length
  const shared = new Float32Array(n * n)
  const bridge = new Float32Array(n * n)
  for (const [third, { places, chances }] of companions.entries())
    for (let a = 0; a < places.length; a++)
      for (let b = 0; b <= a; b++) {
        const [i, j] = [places[a] as number, places[b] as number]
        const [one, other] = [chances[a] as number, chances[b] as number]
        const cell = i * n + j
        shared[cell] = (shared[cell] as number) + one * other
        const least = one < other ? one : other
        if (i !== third && j !== third && least > (bridge[cell] as number)) bridge[cell] = least
      }
  return { shared, bridge }
}

/** n×n: what the companions of a note, each for its chance, say of another. */
function meanLogits(companions: Companions[], logits: Float32Array): Float32Array {
  const n = companions.length
  const means = new Float32Array(n * n)
  for (const [i, { places, chances, total }] of companions.entries()) {
    const row = means.subarray(i * n, (i + 1) * n)
    for (let at = 0; at < places.length; at++) {
      const share = (chances[at] as number) / total
      const from = (places[at] as number) * n
      for (let j = 0; j < n; j++) row[j] = (row[j] as number) + share * (logits[from + j] as number)
    }
  }
  return means
}
