// What kind of thing an observation, or an issue, is: problem, request, question or praise.
import type { GramCounts } from '../features/text/char-grams.ts'
import { foldText } from '../features/text/words.ts'
import { countCues } from './kind-cues.ts'
import { KIND_BUCKETS, type KindModel } from './kind-model.ts'

export const KINDS = ['problem', 'request', 'question', 'praise'] as const
export type Kind = (typeof KINDS)[number]
export type Sentiment = 'positive' | 'neutral' | 'negative'

export interface KindInput {
  title: string
  description: string
  sentiment: Sentiment | null
  grams: GramCounts
}

export type KindScores = Record<Kind, number>

const SENTIMENT: Record<Sentiment, KindScores> = {
  negative: { problem: 0.9, request: 0, question: -0.3, praise: -2.5 },
  neutral: { problem: 0, request: 0.2, question: 0.3, praise: -0.5 },
  positive: { problem: -0.9, request: -0.1, question: -0.5, praise: 1.8 },
}
const CUE = { problem: 0.7, request: 1.3, question: 1.2, praise: 0.9 }
const START = { problem: -0.4, request: -1.1, question: -1.4, praise: -1.2 }

/**
 * The models learned from app reviews. Their share leaves the word to the turns of phrase in other kinds of text,
 * and their own base rate, which is that of reviews, stays out.
 */
const LEARNED = { problem: { share: 0.3, shift: -0.6 }, request: { share: 0.5, shift: -0.85 } }

const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit))

export const modelLogit = (weights: Float32Array, bias: number, grams: GramCounts): number => {
  const scale = 1 / Math.sqrt(Math.max(1, grams.size))
  let sum = bias
  for (const bucket of grams.keys()) sum += (weights[bucket % KIND_BUCKETS] as number) * scale
  return sum
}

/** Probability of each kind by itself: a text can be a problem and a request at once. */
export const scoreKinds = (input: KindInput, model: KindModel | null): KindScores => {
  const cues = countCues(foldText(`${input.title}\n${input.description}`))
  const titleCues = countCues(foldText(input.title))
  const feeling = input.sentiment ? SENTIMENT[input.sentiment] : SENTIMENT.neutral
  const logit = (kind: Kind): number =>
    START[kind] + CUE[kind] * (cues[kind] + 0.5 * Math.min(1, titleCues[kind])) + feeling[kind]
  const learned = (kind: 'problem' | 'request'): number =>
    model ? LEARNED[kind].share * modelLogit(model[kind].weights, 0, input.grams) + LEARNED[kind].shift : 0
  const problem = logit('problem') + learned('problem')
  const request = logit('request') + learned('request')
  return {
    problem: sigmoid(problem),
    request: sigmoid(request),
    question: sigmoid(logit('question') - 0.4 * cues.problem - 0.3 * cues.request),
    praise: sigmoid(logit('praise') - 0.8 * cues.problem - 0.5 * cues.request),
  }
}

export const kindOf = (scores: KindScores): Kind =>
  KINDS.reduce((best, kind) => (scores[kind] > scores[best] ? kind : best), 'problem' as Kind)

/** An issue is what its observations are on average. */
export const kindOfIssue = (observations: KindScores[]): Kind => {
  const sum: KindScores = { problem: 0, request: 0, question: 0, praise: 0 }
  for (const scores of observations) for (const kind of KINDS) sum[kind] += scores[kind]
  return kindOf(sum)
}
