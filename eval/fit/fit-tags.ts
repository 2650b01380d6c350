// The weights of tags: logistic regression over all pairs of note and tag, with the competition among a project's tags in
// it; often with some of the tags only, so that few tags are matched as well as many.
import { absentRivals, chance, rivaled, rivalsOf, weigh } from '../../src/digest/tags/tag-logits.ts'
import { createVotes } from '../../src/digest/tags/tag-votes.ts'
import { EVIDENCE_COUNT, type TagWeights } from '../../src/digest/tags/tag-weights.ts'
import { inputsOf, knowProject, type TaggedProject } from '../../src/digest/tags/tagged-project.ts'
import { seededRandom } from '../../src/sample/seeded-random.ts'
import type { Product } from '../benchmark.ts'
import { scoreFlags } from '../score/metrics.ts'
import { shuffle } from '../shuffle.ts'
import { knownTags, taggedNotes } from '../tagged-notes.ts'
import { createAdam } from './adam.ts'

const EPOCHS = 12
const RATE = 0.03
const SOME_TAGS = 0.6

/** What is learned from a product; for each note and each tag the inputs, and whether it carries the tag. */
export type TagLessons = { project: TaggedProject; inputs: number[][][]; truth: boolean[][] }

export function tagLessons(product: Product, center: Float32Array): TagLessons {
  const project = knowProject(knownTags(product), taggedNotes(product), center)
  const inputs = project.sample.map((reading) => inputsOf(project, reading))
  const truth = product.notes.map(({ tags }) => product.tags.map(({ label }) => tags.includes(label)))
  return { project, inputs, truth }
}

export function meanVector(products: Product[]): Float32Array {
  const vectors = products.flatMap((product) => product.vectors)
  const mean = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors)
    for (let at = 0; at < mean.length; at++)
      mean[at] = (mean[at] as number) + (vector[at] as number) / vectors.length
  return mean
}

export function fitTags(lessons: TagLessons[], center: Float32Array): TagWeights {
  const values = new Float64Array(EVIDENCE_COUNT + 5)
  values.set([5, 5])
  values.set([-2, 0.5, 0, -1, 0], EVIDENCE_COUNT)
  const step = createAdam(values)
  const random = seededRandom(11)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const rate = RATE * (1 - epoch / EPOCHS)
    for (const lesson of shuffle(lessons, random)) {
      const all = [...(lesson.truth[0] ?? []).keys()]
      const some = 1 + Math.floor(random() * all.length)
      const tags = random() < SOME_TAGS ? shuffle(all, random).slice(0, some) : all
      step(slopeOn(lesson, tags, weightsFrom(values, center)), rate)
    }
  }
  const weights = weightsFrom(values, center)
  return { ...weights, halfWay: bestHalfWay(lessons, weights) }
}

function weightsFrom(values: Float64Array, center: Float32Array): TagWeights {
  const [start = 0, rivalry = 0, noRival = 0, absentRival = 0, shift = 0] = values.subarray(EVIDENCE_COUNT)
  const evidence = Float32Array.from(values.subarray(0, EVIDENCE_COUNT))
  return { evidence, start, rivalry, noRival, absentRival, shift, halfWay: 0, center }
}

/** Of the mean loss per note, by each of the values. */
function slopeOn({ inputs, truth }: TagLessons, tags: number[], weights: TagWeights): Float64Array {
  const slope = new Float64Array(EVIDENCE_COUNT + 5)
  const add = (at: number, value: number) => {
    slope[at] = (slope[at] as number) + value / inputs.length
  }
  const absent = absentRivals(tags.length, weights)
  for (const [n, own] of inputs.entries()) {
    const logits = tags.map((t) => weigh(own[t] as number[], weights))
    const rivals = rivalsOf(logits, weights)
    const errors = rivaled(logits, weights).map(
      (logit, i) => chance(logit) - Number(truth[n]?.[tags[i] as number]),
    )
    const pulls = errors.map((error, i) => error * Math.exp(-(rivals[i] as number)))
    const pull = pulls.reduce((sum, value) => sum + value, 0)
    for (const [i, t] of tags.entries()) {
      const [error, others] = [errors[i] as number, pull - (pulls[i] as number)]
      const byLogit = error - weights.rivalry * Math.exp(Math.min(20, logits[i] as number)) * others
      for (const [at, input] of (own[t] as number[]).entries()) add(at, byLogit * input)
      add(EVIDENCE_COUNT, byLogit)
      add(EVIDENCE_COUNT + 1, -error * (rivals[i] as number))
      add(EVIDENCE_COUNT + 4, error)
    }
    add(EVIDENCE_COUNT + 2, -weights.rivalry * pull * Math.exp(weights.noRival))
    add(EVIDENCE_COUNT + 3, -weights.rivalry * pull * absent)
  }
  return slope
}

const HALF_WAYS = Array.from({ length: 26 }, (_, step) => -1.8 + 0.1 * step)
/** A wrong tag costs more than a missing one: it makes the tag worthless as a filter. */
const PRECISION = 0.75

/** The least at which so many of the tags are right, in the mean over the products. */
function bestHalfWay(lessons: TagLessons[], weights: TagWeights): number {
  const sums = HALF_WAYS.map(() => 0)
  for (const { project, truth } of lessons) {
    const votes = createVotes(project, weights)
    const shares = project.sample.flatMap(votes)
    for (const [step, halfWay] of HALF_WAYS.entries()) {
      const found = shares.map((share) => share >= chance(halfWay))
      sums[step] = (sums[step] as number) + scoreFlags(found, truth.flat()).precision
    }
  }
  const enough = sums.findIndex((sum) => sum / lessons.length >= PRECISION)
  return HALF_WAYS.at(enough) as number
}
