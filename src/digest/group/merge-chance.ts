// How likely two groups of notes are to be about one matter, for people to be asked: from what the network says of their
// notes, how close their centers are, and how many they are. Learned from the benchmark with it (`npm run train`).
import type { Clustering } from './average-link.ts'
import type { Calibration, Sign } from './likeness.ts'
import { asLogit } from './logit-scale.ts'

/** Numbers that `fill` writes for two groups. */
export const MERGE_INPUTS = 6

/** A weight for each input, then the bias. */
export type MergeWeights = Float32Array

export type Groups = {
  clustering: Clustering
  /** n×n: how alike two notes are, on the threshold's scale. */
  likeness: Float32Array
  /** n×n. */
  cosines: Float32Array
  signs: Sign[]
}

export type MergeInputs = (one: number, other: number, into: Float32Array) => void

export function mergeInputs(groups: Groups, calibrated: Calibration): MergeInputs {
  const { clustering, signs } = groups
  const sizes = new Float64Array(clustering.groups)
  const signSums = new Float64Array(clustering.groups)
  for (const [at, group] of clustering.groupOf.entries()) {
    sizes[group] = (sizes[group] as number) + 1
    signSums[group] = (signSums[group] as number) + (signs[at] as number)
  }
  const likeness = between(groups.likeness, clustering)
  const cosines = between(groups.cosines, clustering)
  const meanSign = (group: number) => (signSums[group] as number) / (sizes[group] as number)
  return (one, other, into) => {
    const [here, there] = [sizes[one] as number, sizes[other] as number]
    const square = cosines.sum(one, one) * cosines.sum(other, other)
    into[0] = asLogit(likeness.sum(one, other) / (here * there))
    into[1] = asLogit(likeness.most(one, other))
    into[2] = Math.log(Math.min(here, there))
    into[3] = Math.log(Math.max(here, there))
    into[4] = calibrated(square > 0 ? cosines.sum(one, other) / Math.sqrt(square) : 0)
    into[5] = Math.max(0, -meanSign(one) * meanSign(other))
  }
}

export function mergeChance(weights: MergeWeights, inputs: Float32Array): number {
  let logit = weights[MERGE_INPUTS] as number
  for (let at = 0; at < MERGE_INPUTS; at++) logit += (weights[at] as number) * (inputs[at] as number)
  return 1 / (1 + Math.exp(-logit))
}

/** What the notes of two groups have with each other: added up, and the most. */
function between(table: Float32Array, { groupOf, groups }: Clustering) {
  const n = groupOf.length
  const sums = new Float64Array(groups * groups)
  const most = new Float32Array(groups * groups).fill(Number.NEGATIVE_INFINITY)
  for (let i = 0; i < n; i++) {
    const from = (groupOf[i] as number) * groups
    for (let j = 0; j < n; j++) {
      const cell = from + (groupOf[j] as number)
      const value = table[i * n + j] as number
      sums[cell] = (sums[cell] as number) + value
      if (value > (most[cell] as number)) most[cell] = value
    }
  }
  const at = (one: number, other: number) => one * groups + other
  return {
    sum: (one: number, other: number) => sums[at(one, other)] as number,
    most: (one: number, other: number) => most[at(one, other)] as number,
  }
}
