// The model that judges pairs of notes, made by `npm run train` from the benchmark's notes: one network judges each
// pair by itself, and a second one again with the first one's verdicts on all pairs.
import { readFileSync } from 'node:fs'
import { decodeNetwork, encodeNetwork, type NetworkWeights, networkBytes } from './network.ts'
import { AMONG_INPUTS } from './pair-context.ts'
import { PAIR_INPUTS } from './pair-inputs.ts'
import { type Network, network } from './run-network.ts'

export type PairWeights = {
  alone: NetworkWeights
  /** Its logit is 0 where merging two groups is best on the benchmark. */
  among: NetworkWeights
}

/** Logits that two notes are about the same matter. */
export type PairModel = {
  alone: Network
  among: Network
}

export const pairModel = ({ alone, among }: PairWeights): PairModel => ({
  alone: network(alone),
  among: network(among),
})

export const encodePairWeights = ({ alone, among }: PairWeights): Buffer =>
  Buffer.concat([encodeNetwork(alone), encodeNetwork(among)])

export function decodePairWeights(bytes: Buffer): PairWeights {
  const amongAt = networkBytes(PAIR_INPUTS)
  return {
    alone: decodeNetwork(bytes, PAIR_INPUTS),
    among: decodeNetwork(bytes.subarray(amongAt), AMONG_INPUTS),
  }
}

let shipped: PairModel | undefined

export function loadPairModel(): PairModel {
  shipped ??= pairModel(decodePairWeights(readFileSync(new URL('./pairs.bin', import.meta.url))))
  return shipped
}
