// Features of plain texts without the encoder: the lexical channel alone, as for languages it cannot read.

import {
  lexicalFeatures,
  type ObservationFeatures,
} from '../../../src/digest/features/observation-features.ts'
import { loadGramShares, loadProjection } from '../../../src/digest/features/trained-weights.ts'
import { createGrouper, type Grouper, type GroupState } from '../../../src/digest/group/grouper.ts'

const priors = { centre: loadProjection().centre, gramShares: loadGramShares() }

/** A made-up meaning: one direction per topic, with a little of its own. */
export const featuresOf = (title: string, topic?: number): ObservationFeatures => {
  const meaning = topic === undefined ? null : Float32Array.from(priors.centre)
  if (meaning && topic !== undefined) {
    meaning[topic] = (meaning[topic] ?? 0) + 1
    meaning[64 + (title.length % 60)] = (meaning[64 + (title.length % 60)] ?? 0) + 0.3
  }
  return { meaning, ...lexicalFeatures({ title, description: '' }) }
}

export const newGrouper = (state: GroupState = {}): Grouper => createGrouper(state, priors)

export const numbered = (): (() => string) => {
  let next = 0
  return () => `issue-${next++}`
}
