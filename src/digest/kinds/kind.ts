// What kind of thing an observation, or an issue, is: problem, request, question or praise. Told from its vector and the
// user's sentiment; by turns of phrase where the vector is another model's.
import { readFileSync } from 'node:fs'
import { ISSUE_KINDS, type IssueKind, SENTIMENTS, type Sentiment } from '../../contract/labels.ts'
import { foldText } from '../features/text/words.ts'
import { dot } from '../group/vector.ts'
import { countCues } from './kind-cues.ts'

export type KindInput = {
  title: string
  description: string
  sentiment: Sentiment
  /** Of the encoder that ships with the service; null: only the words are known. */
  vector: Float32Array | null
}

export type KindScores = Record<IssueKind, number>

export const kindScores = (input: KindInput): KindScores =>
  input.vector ? byVector(input, input.vector) : byPhrases(input)

export function kindOf(scores: KindScores): IssueKind {
  return ISSUE_KINDS.reduce((best, kind) => (scores[kind] > scores[best] ? kind : best))
}

/** An issue is what most of its observations are. */
export function kindOfIssue(kinds: IssueKind[]): IssueKind {
  const counts = { problem: 0, request: 0, question: 0, praise: 0 }
  for (const kind of kinds) counts[kind]++
  return kindOf(counts)
}

/** As the weights were trained: training/benchmark_vectors.py. */
const VECTOR_SCALE = 4

function byVector({ title, description, sentiment }: KindInput, vector: Float32Array): KindScores {
  const inputs = Float32Array.from([
    ...vector.map((value) => value * VECTOR_SCALE),
    ...SENTIMENTS.map((label) => Number(label === sentiment)),
    Number(title.includes('?')),
    Number(description.includes('?')),
    1,
  ])
  const [problem, request, question, praise] = weights().map((own) => dot(own, inputs))
  return { problem: problem ?? 0, request: request ?? 0, question: question ?? 0, praise: praise ?? 0 }
}

let loaded: Float32Array[] | undefined

/** For each kind, the weight of each input. */
function weights(): Float32Array[] {
  loaded ??= readWeights()
  return loaded
}

function readWeights(): Float32Array[] {
  const bytes = readFileSync(new URL('./kinds.bin', import.meta.url))
  const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  return ISSUE_KINDS.map((_, kind) => all.filter((_, at) => at % ISSUE_KINDS.length === kind))
}

type Feeling = 'positive' | 'neutral' | 'negative'

const BY_FEELING: Record<Feeling, KindScores> = {
  negative: { problem: 0.9, request: 0, question: -0.3, praise: -2.5 },
  neutral: { problem: 0, request: 0.2, question: 0.3, praise: -0.5 },
  positive: { problem: -0.9, request: -0.1, question: -0.5, praise: 1.8 },
}
const BY_CUE = { problem: 0.7, request: 1.3, question: 1.2, praise: 0.9 }
const BEFOREHAND = { problem: -0.4, request: -1.1, question: -1.4, praise: -1.2 }

function byPhrases({ title, description, sentiment }: KindInput): KindScores {
  const cues = countCues(foldText(`${title}\n${description}`))
  const titleCues = countCues(foldText(title))
  const feeling = BY_FEELING[feelingOf(sentiment)]
  const score = (kind: IssueKind): number =>
    BEFOREHAND[kind] + BY_CUE[kind] * (cues[kind] + 0.5 * Math.min(1, titleCues[kind])) + feeling[kind]
  return {
    problem: score('problem'),
    request: score('request'),
    question: score('question') - 0.4 * cues.problem - 0.3 * cues.request,
    praise: score('praise') - 0.8 * cues.problem - 0.5 * cues.request,
  }
}

function feelingOf(sentiment: Sentiment): Feeling {
  if (sentiment.includes('negative')) return 'negative'
  return sentiment.includes('positive') ? 'positive' : 'neutral'
}
