// What simple means reach on the same streams: leader clustering on words, on character grams with the
// stream's own IDF, and on the sentence vector alone. Their thresholds are chosen on the other corpora.
import { countGrams } from '../src/digest/features/text/char-grams.ts'
import { foldText, wordsOf } from '../src/digest/features/text/words.ts'
import { type LabelledText, wholeText } from './read-corpus.ts'

export type SparseVector = Map<number, number>

export const BASELINES = ['words', 'characters', 'embedding'] as const
export type Baseline = (typeof BASELINES)[number]

export const THRESHOLDS: Record<Baseline, number[]> = {
  words: [0.1, 0.15, 0.2, 0.25, 0.3, 0.4],
  characters: [0.1, 0.15, 0.2, 0.25, 0.3, 0.4],
  embedding: [0.35, 0.45, 0.55, 0.65, 0.75],
}

const weigh = (counts: SparseVector[]): SparseVector[] => {
  const seen = new Map<number, number>()
  for (const one of counts) for (const key of one.keys()) seen.set(key, (seen.get(key) ?? 0) + 1)
  return counts.map((one) => {
    const weighed = [...one].map(([key, count]): [number, number] => [
      key,
      (1 + Math.log(count)) * (1 + Math.log((1 + counts.length) / (1 + (seen.get(key) ?? 0)))),
    ])
    const length = Math.sqrt(weighed.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1
    return new Map(weighed.map(([key, weight]) => [key, weight / length]))
  })
}

const countWords = (text: string, numbers: Map<string, number>): SparseVector => {
  const counts: SparseVector = new Map()
  for (const word of wordsOf(foldText(text))) {
    const number = numbers.get(word) ?? numbers.size
    numbers.set(word, number)
    counts.set(number, (counts.get(number) ?? 0) + 1)
  }
  return counts
}

export const baselineVectors = (
  baseline: Baseline,
  stream: LabelledText[],
  encode: (texts: string[]) => Float32Array[],
): SparseVector[] => {
  const texts = stream.map(wholeText)
  if (baseline === 'characters') return weigh(texts.map((text) => countGrams(text)))
  if (baseline === 'embedding') return encode(texts).map((vector) => new Map(vector.entries()))
  const numbers = new Map<string, number>()
  return weigh(texts.map((text) => countWords(text, numbers)))
}

interface Cluster {
  sum: Float32Array
  size: number
}

/** Keys become positions in an array: looking sums up in maps took ten times as long. */
const widthOf = (vectors: SparseVector[]): number =>
  1 + vectors.reduce((most, vector) => Math.max(most, ...vector.keys()), 0)

/** Joins the issue with the highest mean cosine, if it is high enough; nothing is ever merged. */
export const leaderClustering = (vectors: SparseVector[], threshold: number): string[] => {
  const clusters: Cluster[] = []
  const width = widthOf(vectors)
  return vectors.map((vector) => {
    const keys = Uint32Array.from(vector.keys())
    const weights = Float32Array.from(vector.values())
    let best = -1
    let bestScore = threshold
    for (const [i, { sum, size }] of clusters.entries()) {
      let product = 0
      for (let k = 0; k < keys.length; k++)
        product += (weights[k] as number) * (sum[keys[k] as number] as number)
      if (product / size < bestScore) continue
      bestScore = product / size
      best = i
    }
    if (best < 0) best = clusters.push({ sum: new Float32Array(width), size: 0 }) - 1
    const cluster = clusters[best] as Cluster
    cluster.size++
    for (const [key, weight] of vector) cluster.sum[key] = (cluster.sum[key] as number) + weight
    return String(best)
  })
}
