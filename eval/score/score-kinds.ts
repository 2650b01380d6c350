// How many of the benchmark's notes get their true kind, by weights that were fitted on the products of other parts.
import { ISSUE_KINDS, type IssueKind, type Sentiment } from '../../src/contract/labels.ts'
import { kindOf, kindScores } from '../../src/digest/kinds/kind.ts'
import { type KindWeights, loadKindWeights } from '../../src/digest/kinds/kind-weights.ts'
import { PARTS, type Product } from '../benchmark.ts'
import { fitKinds } from '../fit/fit-kinds.ts'
import { scoreFlags } from './metrics.ts'

export type KindScore = {
  notes: number
  accuracy: number
  english: number
  otherLanguages: number
  /** For each kind, whether it was told from the others. */
  f1: Record<IssueKind, number>
}

export type KindResults = {
  ours: KindScore
  /** Where the vectors are another model's. */
  withoutVector: KindScore
  /** The most frequent kind of each sentiment. */
  sentimentAlone: KindScore
  alwaysProblem: KindScore
}

type Told = { note: Product['notes'][number]; kind: IssueKind }

export function scoreKinds(products: Product[], reviews: Product[]): KindResults {
  const isOther = (part: number) => (product: Product) => product.part !== part
  const parts = Array.from({ length: PARTS }, (_, part) => {
    const others = products.filter(isOther(part))
    const weights = fitKinds(others, reviews.filter(isOther(part)))
    const usual = usualKinds(others)
    return products.filter((product) => product.part === part).map((product) => ({ product, weights, usual }))
  }).flat()
  const score = (kindOfNote: (part: (typeof parts)[number], at: number) => IssueKind): KindScore =>
    scoreTold(
      parts.flatMap((part) => part.product.notes.map((note, at) => ({ note, kind: kindOfNote(part, at) }))),
    )
  return {
    ours: score(({ product, weights }, at) => told(product, at, weights, true)),
    withoutVector: score(({ product, weights }, at) => told(product, at, weights, false)),
    sentimentAlone: score(
      ({ product, usual }, at) => usual.get((product.notes[at] as Told['note']).sentiment) ?? 'problem',
    ),
    alwaysProblem: score(() => 'problem'),
  }
}

function told(product: Product, at: number, weights: KindWeights, withVector: boolean): IssueKind {
  const note = product.notes[at] as Told['note']
  const vector = withVector ? (product.vectors[at] as Float32Array) : null
  return kindOf(kindScores({ ...note, vector }, weights))
}

function usualKinds(products: Product[]): Map<Sentiment, IssueKind> {
  const counts = new Map<Sentiment, Record<IssueKind, number>>()
  for (const { sentiment, kind } of products.flatMap(({ notes }) => notes)) {
    const own = counts.get(sentiment) ?? { problem: 0, request: 0, question: 0, praise: 0 }
    own[kind]++
    counts.set(sentiment, own)
  }
  return new Map([...counts].map(([sentiment, own]) => [sentiment, kindOf(own)]))
}

function scoreTold(all: Told[]): KindScore {
  const accuracy = (some: Told[]): number =>
    some.filter(({ note, kind }) => note.kind === kind).length / some.length
  const f1 = (wanted: IssueKind): number =>
    scoreFlags(
      all.map(({ kind }) => kind === wanted),
      all.map(({ note }) => note.kind === wanted),
    ).f1
  const [problem = 0, request = 0, question = 0, praise = 0] = ISSUE_KINDS.map(f1)
  return {
    notes: all.length,
    accuracy: accuracy(all),
    english: accuracy(all.filter(({ note }) => note.language === 'en')),
    otherLanguages: accuracy(all.filter(({ note }) => note.language !== 'en')),
    f1: { problem, request, question, praise },
  }
}

/** With the weights that ship with the service. */
export const scoreShippedKinds = (products: Product[]): number =>
  scoreTold(
    products.flatMap((product) =>
      product.notes.map((note, at) => ({ note, kind: told(product, at, loadKindWeights(), true) })),
    ),
  ).accuracy
