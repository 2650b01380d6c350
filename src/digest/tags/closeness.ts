// How near an observation is to what a tag is known by: its label, and its examples once there are some.
import { type Linkable, linkScore } from '../group/link-score.ts'
import type { Yardstick } from '../group/similarity.ts'

export type Prototype = Linkable

export interface TagPrototypes {
  label: Prototype
  examples: Prototype[]
  counterexamples: Prototype[]
}

const LINK = { meaningShare: 0.6, gramsAlone: 0.6, caution: 0 }
const BEST_EXAMPLE = 0.5
/** The label's share fades as examples come in. */
const labelShare = (examples: number): number => 1 / (1 + 0.7 * examples)
/** How much nearer to a removed observation than to the tag something must be to count as removed too. */
const COUNTEREXAMPLE = 0.5

export const closeness = (tag: TagPrototypes, observation: Prototype, yardstick: Yardstick): number => {
  const score = (prototype: Prototype): number => linkScore(observation, prototype, yardstick, LINK)
  const label = score(tag.label)
  const scores = tag.examples.map(score)
  const wrong = Math.max(0, ...tag.counterexamples.map(score))
  if (scores.length === 0) return label - COUNTEREXAMPLE * Math.max(0, wrong - label)
  const best = Math.max(...scores)
  const mean = scores.reduce((sum, one) => sum + one, 0) / scores.length
  const share = labelShare(scores.length)
  const near = share * label + (1 - share) * (BEST_EXAMPLE * best + (1 - BEST_EXAMPLE) * mean)
  return near - COUNTEREXAMPLE * Math.max(0, wrong - best)
}
