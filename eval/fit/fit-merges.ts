// Fits the chance that two groups of notes are one matter, by logistic regression on groups of the benchmark: those that the
// second look finds, and smaller ones, as issues are that people keep as they are.

import { averageLinks, type Clustering } from '../../src/digest/group/average-link.ts'
import { backgroundOf } from '../../src/digest/group/issue-table.ts'
import { allMatter } from '../../src/digest/group/judge-pairs.ts'
import { gather } from '../../src/digest/group/likeness.ts'
import { asLikeness } from '../../src/digest/group/logit-scale.ts'
import { MERGE_INPUTS, type MergeWeights, mergeInputs } from '../../src/digest/group/merge-chance.ts'
import { cosinesOf, judgedBy } from '../../src/digest/group/note-likeness.ts'
import { type PairWeights, pairModel } from '../../src/digest/group/pair-model.ts'
import type { Product } from '../benchmark.ts'
import { toMember } from '../group-stream.ts'
import { matterOf } from '../matter.ts'
import { createAdam } from './adam.ts'
import { type LabeledNote, labeledNotes } from './shapes.ts'

/** The logits at which groups are cut, 0 being where the digest does. */
const CUTS = [0, 1, 2]
/** Groups less alike than this, in the mean of their notes, are not worth a question. */
const LOOKED_AT_FROM = -2

type Row = { inputs: Float32Array; same: number }

export function fitMerges(products: Product[], weights: Omit<PairWeights, 'merge'>): MergeWeights {
  const rows = products.flatMap((product) => rowsOf(labeledNotes(product), weights))
  return fitLogistic(rows)
}

function rowsOf(labeled: LabeledNote[], weights: Omit<PairWeights, 'merge'>): Row[] {
  const members = labeled.map(({ note }, at) => toMember(note, at, false))
  const background = backgroundOf([gather(members)])
  const cosines = cosinesOf(members)
  const { likeness: compare } = judgedBy(
    pairModel({ ...weights, merge: new Float32Array(MERGE_INPUTS + 1) }),
    background,
  )
  const likeness = compare(members, cosines, allMatter(members.length))
  const n = members.length
  const alone = { group: Int32Array.from({ length: n }, (_, at) => at), groups: n, apart: () => false }
  const cutAt = averageLinks(likeness, n, alone, asLikeness(0))
  const signs = members.map(({ sign }) => sign)
  return CUTS.flatMap((cut) => {
    const clustering = cutAt(asLikeness(cut))
    const fill = mergeInputs({ clustering, likeness, cosines, signs }, background.calibrated)
    return pairsOf(clustering, matters(labeled, clustering), fill)
  })
}

const matters = (labeled: LabeledNote[], { groupOf, groups }: Clustering): string[] =>
  Array.from({ length: groups }, (_, group) =>
    matterOf(labeled.filter((_note, at) => groupOf[at] === group).map(({ label }) => label)),
  )

function pairsOf(
  { groups }: Clustering,
  about: string[],
  fill: (one: number, other: number, into: Float32Array) => void,
): Row[] {
  const rows: Row[] = []
  for (let one = 0; one < groups; one++)
    for (let other = 0; other < one; other++) {
      const inputs = new Float32Array(MERGE_INPUTS)
      fill(one, other, inputs)
      if ((inputs[0] as number) >= LOOKED_AT_FROM)
        rows.push({ inputs, same: Number(about[one] === about[other]) })
    }
  return rows
}

const STEPS = 3_000
const RATE = 0.02

/** All rows in every step: they are few. */
function fitLogistic(rows: Row[]): MergeWeights {
  const weights = new Float32Array(MERGE_INPUTS + 1)
  const adam = createAdam(weights)
  for (let step = 0; step < STEPS; step++) {
    const slope = new Float64Array(weights.length)
    for (const { inputs, same } of rows) {
      let logit = weights[MERGE_INPUTS] as number
      for (let at = 0; at < MERGE_INPUTS; at++) logit += (weights[at] as number) * (inputs[at] as number)
      const error = (1 / (1 + Math.exp(-logit)) - same) / rows.length
      for (let at = 0; at < MERGE_INPUTS; at++)
        slope[at] = (slope[at] as number) + error * (inputs[at] as number)
      slope[MERGE_INPUTS] = (slope[MERGE_INPUTS] as number) + error
    }
    adam(slope, (RATE * (1 + Math.cos((Math.PI * step) / STEPS))) / 2)
  }
  return weights
}
