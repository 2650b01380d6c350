// How alike two observations, or two issues, are: the meaning channel and the lexical channel, each measured
// in standard deviations above what an ordinary pair of this project shows.
import { KINDS } from '../kinds/kind.ts'
import { ACROSS_LANGUAGES, type Background, type Expectation, expectedSimilarity } from './background.ts'
import type { ObservationFeatures } from './observation-features.ts'
import { GRAM_BUCKETS } from './text/char-grams.ts'

/** One observation or the sum of many, in the form that both channels compare. */
export interface Mass {
  members: number
  /** How many of the members have a meaning vector. */
  meanings: number
  meaningSum: Float32Array
  /** Sum of the squared lengths of the meaning vectors. */
  meaningSquares: number
  /** Sum of each member's gram weights before IDF, divided by that member's length after IDF. */
  grams: Map<number, number>
  language: string
  /** Sum of the members' kinds; zeros where they are unknown. */
  kinds: Float32Array
}

export interface Yardstick {
  centre: Float32Array
  idf: Float32Array
  meaning: Expectation
  grams(language: string, other: string): Expectation
}

export interface Priors {
  centre: Float32Array
  gramShares: Float32Array
}

/** The general frequencies count like this many observations. Measured: the more the better up to here. */
const PRIOR_OBSERVATIONS = 10_000
const PRIOR_CENTRE = 20
const PRIOR_MEANING: Expectation = { mean: 0, deviation: 0.19 }
const PRIOR_GRAMS: Expectation = { mean: 0.04, deviation: 0.08 }

const centreOf = (background: Background, priors: Priors): Float32Array =>
  priors.centre.map(
    (value, i) =>
      (value * PRIOR_CENTRE + (background.meaningSum[i] as number)) /
      (PRIOR_CENTRE + background.meaningCount),
  )

/** Rebuilt when the project has grown by a tenth: it goes over all 65,536 buckets. */
export const createYardstick = (background: Background, priors: Priors): Yardstick => {
  const total = 1 + background.count + PRIOR_OBSERVATIONS
  const idf = new Float32Array(GRAM_BUCKETS)
  for (let bucket = 0; bucket < GRAM_BUCKETS; bucket++) {
    const share = (priors.gramShares[bucket] as number) * PRIOR_OBSERVATIONS
    idf[bucket] = Math.log(total / (0.5 + (background.gramCounts[bucket] as number) + share))
  }
  const byLanguage = new Map(
    [...background.gramPairs].map(([key, pairs]) => [key, expectedSimilarity(pairs, PRIOR_GRAMS)]),
  )
  return {
    centre: centreOf(background, priors),
    idf,
    meaning: expectedSimilarity(background.meaningPairs, PRIOR_MEANING),
    grams: (language, other) =>
      byLanguage.get(language === other ? language : ACROSS_LANGUAGES) ?? PRIOR_GRAMS,
  }
}

const squaredLength = (vector: Float32Array): number => {
  let sum = 0
  for (let i = 0; i < vector.length; i++) sum += (vector[i] as number) ** 2
  return sum
}

export const lengthAfterIdf = (grams: Map<number, number>, idf: Float32Array): number => {
  let squares = 0
  for (const [bucket, weight] of grams) squares += (weight * (idf[bucket] as number)) ** 2
  return Math.sqrt(squares)
}

export const massOf = (features: ObservationFeatures, yardstick: Yardstick): Mass => {
  const grams = new Map<number, number>()
  for (const [bucket, count] of features.grams) grams.set(bucket, 1 + Math.log(count))
  const scale = 1 / Math.max(lengthAfterIdf(grams, yardstick.idf), 1e-9)
  for (const [bucket, weight] of grams) grams.set(bucket, weight * scale)
  return {
    members: 1,
    meanings: features.meaning ? 1 : 0,
    meaningSum: features.meaning ?? new Float32Array(yardstick.centre.length),
    meaningSquares: features.meaning ? squaredLength(features.meaning) : 0,
    grams,
    language: features.language,
    kinds: features.kinds ?? new Float32Array(KINDS.length),
  }
}

/** The members' average direction seen from the project's centre, scaled so that products are mean cosines. */
export const centredMeaning = (mass: Mass, centre: Float32Array): Float32Array => {
  const centred = new Float32Array(centre.length)
  if (mass.meanings === 0) return centred
  let product = 0
  for (let i = 0; i < centred.length; i++) product += (mass.meaningSum[i] as number) * (centre[i] as number)
  const squares = mass.meaningSquares - 2 * product + mass.meanings * squaredLength(centre)
  const scale = 1 / Math.max(Math.sqrt(mass.meanings * Math.max(squares, 0)), 1e-9)
  for (let i = 0; i < centred.length; i++) {
    centred[i] = ((mass.meaningSum[i] as number) - mass.meanings * (centre[i] as number)) * scale
  }
  return centred
}

export const dot = (left: Float32Array, right: Float32Array): number => {
  let sum = 0
  for (let i = 0; i < left.length; i++) sum += (left[i] as number) * (right[i] as number)
  return sum
}

/** The mean, over all pairs of members, of the cosine of their gram vectors. */
export const gramLink = (left: Mass, right: Mass, idf: Float32Array): number => {
  const [few, many] =
    left.grams.size < right.grams.size ? [left.grams, right.grams] : [right.grams, left.grams]
  let sum = 0
  for (const [bucket, weight] of few) {
    const other = many.get(bucket)
    if (other !== undefined) sum += weight * other * (idf[bucket] as number) ** 2
  }
  return sum / (left.members * right.members)
}
