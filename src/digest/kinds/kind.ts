// The kind of an observation or issue: problem, request, question or praise. Found from its vector, the user's
// sentiment and phrases; without the vector when it is from another model.
import { ISSUE_KINDS, type IssueKind, SENTIMENTS, type Sentiment } from '../../contract/labels.ts'
import { foldText } from '../features/text/words.ts'
import { dot } from '../group/vector.ts'
import { countCues } from './kind-cues.ts'
import { type KindWeights, loadKindWeights, VECTOR_WIDTH } from './kind-weights.ts'

export type KindInput = {
  title: string
  description: string
  sentiment: Sentiment
  /** From the bundled encoder; null when only the words are known. */
  vector: Float32Array | null
}

/** Logarithms of probabilities. */
export type KindScores = Record<IssueKind, number>

let shipped: KindWeights | undefined

export function kindScores(input: KindInput, weights?: KindWeights): KindScores {
  shipped ??= weights ? undefined : loadKindWeights()
  const { withVector, wordsAlone } = weights ?? (shipped as KindWeights)
  const readable = input.vector?.length === VECTOR_WIDTH
  const inputs = readable ? vectorInputs(input, input.vector as Float32Array) : wordInputs(input)
  const rows = readable ? withVector : wordsAlone
  return logShares(rows.map((row) => dot(row, inputs)))
}

export function kindOf(scores: KindScores): IssueKind {
  return ISSUE_KINDS.reduce((best, kind) => (scores[kind] > scores[best] ? kind : best))
}

/** An issue has the kind of most of its observations. */
export function kindOfIssue(kinds: IssueKind[]): IssueKind {
  const counts = { problem: 0, request: 0, question: 0, praise: 0 }
  for (const kind of kinds) counts[kind]++
  return kindOf(counts)
}

function logShares(logits: number[]): KindScores {
  const most = Math.max(...logits)
  const rest = most + Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0))
  const [problem = 0, request = 0, question = 0, praise = 0] = logits.map((logit) => logit - rest)
  return { problem, request, question, praise }
}

/** So that training decays the vector's many small numbers like the few large ones beside it. */
const VECTOR_SCALE = 5
const MOST_CUES = 3
const QUESTION_MARK = /[?？]/

export function wordInputs({ title, description, sentiment }: Omit<KindInput, 'vector'>): Float32Array {
  const cues = [countCues(foldText(`${title}\n${description}`)), countCues(foldText(title))]
  return Float32Array.from([
    ...SENTIMENTS.map((label) => Number(label === sentiment)),
    ...cues.flatMap((counts) => ISSUE_KINDS.map((kind) => Math.min(MOST_CUES, counts[kind]))),
    Number(QUESTION_MARK.test(title)),
    Number(QUESTION_MARK.test(description)),
    1,
  ])
}

export function vectorInputs(input: Omit<KindInput, 'vector'>, vector: Float32Array): Float32Array {
  const words = wordInputs(input)
  const inputs = new Float32Array(words.length + vector.length)
  inputs.set(words)
  for (const [at, value] of vector.entries()) inputs[words.length + at] = VECTOR_SCALE * value
  return inputs
}
