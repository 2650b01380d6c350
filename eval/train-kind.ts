// Logistic regression over hashed grams for "reports a problem" and "asks for something" (AdaGrad, L2).
import { countGrams, type GramCounts } from '../src/digest/features/text/char-grams.ts'
import { KIND_BUCKETS, type KindModel, type LogisticModel } from '../src/digest/kinds/kind-model.ts'
import { createChance, shuffle } from './chance.ts'
import { type LabelledText, wholeText } from './read-corpus.ts'

const EPOCHS = 12
const RATE = 0.3
const DECAY = 2e-5

const trainOne = (grams: GramCounts[], truth: boolean[]): LogisticModel => {
  const weights = new Float32Array(KIND_BUCKETS)
  const seen = new Float32Array(KIND_BUCKETS).fill(0.1)
  let bias = 0
  const chance = createChance(3)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const i of shuffle([...grams.keys()], chance)) {
      const buckets = [...(grams[i] as GramCounts).keys()].map((bucket) => bucket % KIND_BUCKETS)
      const scale = 1 / Math.sqrt(Math.max(1, buckets.length))
      const logit = buckets.reduce((sum, bucket) => sum + (weights[bucket] as number) * scale, bias)
      const error = 1 / (1 + Math.exp(-logit)) - (truth[i] ? 1 : 0)
      bias -= 0.02 * error
      for (const bucket of buckets) {
        const gradient = error * scale + DECAY * (weights[bucket] as number)
        seen[bucket] = (seen[bucket] as number) + gradient * gradient
        weights[bucket] = (weights[bucket] as number) - (RATE * gradient) / Math.sqrt(seen[bucket] as number)
      }
    }
  }
  return { weights, bias }
}

export const trainKindModel = (texts: LabelledText[]): KindModel => {
  const labelled = texts.filter(({ problem, request }) => problem !== null && request !== null)
  const grams = labelled.map((text) => countGrams(wholeText(text)))
  return {
    problem: trainOne(
      grams,
      labelled.map(({ problem }) => problem === true),
    ),
    request: trainOne(
      grams,
      labelled.map(({ request }) => request === true),
    ),
  }
}
