// What an ordinary pair of observations of this project looks like: the yardstick for "unusually similar".
// Everything here is a running count, so that it is learned from the stream and never recomputed.

import type { ObservationFeatures } from './observation-features.ts'
import { GRAM_BUCKETS } from './text/char-grams.ts'
import { MEANING_WIDTH } from './trained-weights.ts'

/** Running sums of a similarity over random pairs. */
export interface PairStatistics {
  pairs: number
  sum: number
  squares: number
}

export interface Background {
  /** Observations seen. */
  count: number
  meaningCount: number
  meaningSum: Float32Array
  /** In how many observations each bucket occurred. */
  gramCounts: Uint32Array
  meaningPairs: PairStatistics
  /** By language; `*` for pairs across languages. */
  gramPairs: Map<string, PairStatistics>
  /** A uniform sample of the stream, against which each new observation is held. */
  sample: ObservationFeatures[]
}

export const ACROSS_LANGUAGES = '*'
const SAMPLE_SIZE = 32
/** Beyond this many pairs the statistics follow the stream instead of remembering its beginning. */
const REMEMBERED_PAIRS = 30_000

export const createBackground = (): Background => ({
  count: 0,
  meaningCount: 0,
  meaningSum: new Float32Array(MEANING_WIDTH),
  gramCounts: new Uint32Array(GRAM_BUCKETS),
  meaningPairs: { pairs: 0, sum: 0, squares: 0 },
  gramPairs: new Map(),
  sample: [],
})

export const addPair = (statistics: PairStatistics, similarity: number): void => {
  if (statistics.pairs >= REMEMBERED_PAIRS) {
    statistics.pairs /= 2
    statistics.sum /= 2
    statistics.squares /= 2
  }
  statistics.pairs += 1
  statistics.sum += similarity
  statistics.squares += similarity * similarity
}

export interface Expectation {
  mean: number
  deviation: number
}

/** As many pairs as the expectation is worth while the project is young. */
const PRIOR_PAIRS = 300

/** The public families' averages stand in until the project has spoken for itself. */
export const expectedSimilarity = (
  statistics: PairStatistics | undefined,
  prior: Expectation,
): Expectation => {
  const { pairs, sum, squares } = statistics ?? { pairs: 0, sum: 0, squares: 0 }
  const total = pairs + PRIOR_PAIRS
  const mean = (sum + PRIOR_PAIRS * prior.mean) / total
  const square = (squares + PRIOR_PAIRS * (prior.deviation ** 2 + prior.mean ** 2)) / total
  return { mean, deviation: Math.sqrt(Math.max(square - mean * mean, 1e-6)) }
}

/** Spreads consecutive numbers over 0..1; stands in for chance so that a replay gives the same sample. */
const scatter = (count: number): number => {
  const mixed = Math.imul(count ^ (count >>> 15), 0x2c1b3c6d)
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32
}

/** Reservoir sampling: every observation seen so far is in the sample with the same chance. */
const sampleObservation = (background: Background, features: ObservationFeatures): void => {
  if (background.sample.length < SAMPLE_SIZE) {
    background.sample.push(features)
    return
  }
  const place = Math.floor(scatter(background.count) * background.count)
  if (place < SAMPLE_SIZE) background.sample[place] = features
}

export const countObservation = (background: Background, features: ObservationFeatures): void => {
  background.count++
  for (const bucket of features.grams.keys()) {
    background.gramCounts[bucket] = (background.gramCounts[bucket] as number) + 1
  }
  if (features.meaning) {
    background.meaningCount++
    for (const [i, value] of features.meaning.entries()) {
      background.meaningSum[i] = (background.meaningSum[i] as number) + value
    }
  }
  sampleObservation(background, features)
}

export const pairStatistics = (background: Background, language: string): PairStatistics => {
  let statistics = background.gramPairs.get(language)
  if (!statistics) {
    statistics = { pairs: 0, sum: 0, squares: 0 }
    background.gramPairs.set(language, statistics)
  }
  return statistics
}
