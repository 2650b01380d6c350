// From evidence to probabilities: weighed, and less where the project's other tags fit too.
import type { TagWeights } from './tag-weights.ts'

/** Projects of the benchmark have about so many. Where there are fewer, the others are taken to be ordinary. */
const USUAL_TAGS = 12

export const chance = (logit: number): number => 1 / (1 + Math.exp(-logit))

export function weigh(inputs: number[], { evidence, start }: TagWeights): number {
  return inputs.reduce((sum, input, at) => sum + input * (evidence[at] as number), start)
}

/** What those that a project of so many tags lacks weigh together. */
export const absentRivals = (tags: number, { absentRival }: TagWeights): number =>
  Math.max(0, USUAL_TAGS - tags) * Math.exp(absentRival)

/** What stands against a tag: the other tags together, those that the project lacks, and none at all. */
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
