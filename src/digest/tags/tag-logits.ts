// Turns evidence into probabilities, which are lower when the project's other tags fit, too.
import type { TagWeights } from './tag-weights.ts'

/**
 * The benchmark's projects have about this many tags. In projects with fewer, the missing ones are assumed to be
 * ordinary.
 */
const USUAL_TAGS = 12

export const chance = (logit: number): number => 1 / (1 + Math.exp(-logit))

export function weigh(inputs: number[], { evidence, start }: TagWeights): number {
  return inputs.reduce((sum, input, at) => sum + input * (evidence[at] as number), start)
}

/** The combined weight of the tags that the project lacks. */
export const absentRivals = (tags: number, { absentRival }: TagWeights): number =>
  Math.max(0, USUAL_TAGS - tags) * Math.exp(absentRival)

/** What competes with a tag: all other tags, those that the project lacks, and having no tag. */
export function rivalsOf(logits: number[], weights: TagWeights): number[] {
  const raised = logits.map((logit) => Math.exp(Math.min(20, logit)))
  const unseen = Math.exp(weights.noRival) + absentRivals(logits.length, weights)
  const all = raised.reduce((sum, value) => sum + value, unseen)
  return raised.map((own) => Math.log(Math.max(1e-9, all - own)))
}

export function rivaled(logits: number[], weights: TagWeights): number[] {
  const rivals = rivalsOf(logits, weights)
  return logits.map((logit, t) => logit - weights.rivalry * (rivals[t] as number) + weights.shift)
}
