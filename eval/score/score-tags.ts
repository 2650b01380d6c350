// How well the benchmark's tags are matched, by weights that were fitted on the products of other parts: by label,
// description and keywords alone, with few of the tags, in a young project, and after a person judged twenty pairs of note
// and tag. F1 is taken over all pairs of note and tag of a product, and its mean over the products.
import type { TaggedNote } from '../../src/digest/tags/evidence.ts'
import type { KnownTag } from '../../src/digest/tags/tag.ts'
import { createTagMatcher, matcherIn, type TagMatcher } from '../../src/digest/tags/tag-matcher.ts'
import type { TagWeights } from '../../src/digest/tags/tag-weights.ts'
import { seededRandom } from '../../src/sample/seeded-random.ts'
import { PARTS, type Product } from '../benchmark.ts'
import { fitTags, meanVector, type TagLessons, tagLessons } from '../fit/fit-tags.ts'
import { shuffle } from '../shuffle.ts'
import { knownTags, taggedNotes } from '../tagged-notes.ts'
import { harmonic, type LabelScore } from './metrics.ts'
import { type LeftOut, scoreTaught, type TaughtScore, TEACHINGS, type Teaching } from './score-taught-tags.ts'

export type TagResults = {
  ours: LabelScore
  keywordsAlone: LabelScore
  /** With so many of the product's tags, drawn at random; over all pairs of all products. */
  few: Map<number, LabelScore>
  /** When only so many notes of the project have come before: the F1 of those that come after. */
  young: Map<number, LabelScore>
  taught: Map<Teaching, TaughtScore>
}

const FEW = [1, 2, 3, 6]
const YOUNG = [0, 32, 128]

export function scoreTags(products: Product[]): TagResults {
  const leftOut = withWeights(products)
  const ours = leftOut.map(({ product, lessons, weights }) =>
    scoreNotes(product, matcherIn(lessons.project, weights)),
  )
  return {
    ours: meanScore(ours),
    keywordsAlone: meanScore(products.map(scoreKeywords)),
    few: new Map(FEW.map((count) => [count, scoreFew(leftOut, count)])),
    young: new Map(YOUNG.map((age) => [age, meanScore(leftOut.map((one) => scoreYoung(one, age)))])),
    taught: new Map(TEACHINGS.map((teaching) => [teaching, scoreTaught(leftOut, teaching)])),
  }
}

function withWeights(products: Product[]): LeftOut[] {
  const center = meanVector(products)
  const lessons = products.map((product) => tagLessons(product, center))
  const fitted = Array.from({ length: PARTS }, (_, part) =>
    fitTags(
      lessons.filter((_, at) => products[at]?.part !== part),
      center,
    ),
  )
  return products.map((product, at) => ({
    product,
    lessons: lessons[at] as TagLessons,
    weights: fitted[product.part] as TagWeights,
  }))
}

type Count = { hits: number; found: number; truth: number }

function count(
  notes: TaggedNote[],
  product: Product,
  matcher: Pick<TagMatcher, 'match'>,
  among: string[],
): Count {
  const all = { hits: 0, found: 0, truth: 0 }
  for (const note of notes) {
    const found = new Set(matcher.match(note).map(({ tagId }) => tagId))
    const truth = (product.notes[Number(note.id)]?.tags ?? []).filter((label) => among.includes(label))
    all.found += found.size
    all.truth += truth.length
    all.hits += truth.filter((label) => found.has(label)).length
  }
  return all
}

function scoreOf({ hits, found, truth }: Count): LabelScore {
  const [precision, recall] = [hits / Math.max(1, found), hits / Math.max(1, truth)]
  return { precision, recall, f1: harmonic(precision, recall) }
}

const labelsOf = ({ tags }: Product): string[] => tags.map(({ label }) => label)

const scoreNotes = (product: Product, matcher: TagMatcher, from = 0): LabelScore =>
  scoreOf(count(taggedNotes(product).slice(from), product, matcher, labelsOf(product)))

/** Keywords as they stand, word forms ignored: what a tag without any meaning matches. */
function scoreKeywords(product: Product): LabelScore {
  const tags = knownTags(product).map(({ tag, verdicts }): KnownTag => {
    return { tag: { ...tag, config: { ...tag.config, threshold: 1 } }, vectors: [], verdicts }
  })
  return scoreNotes(product, createTagMatcher(tags, []))
}

function meanScore(scores: LabelScore[]): LabelScore {
  const mean = (of: keyof LabelScore) => scores.reduce((sum, score) => sum + score[of], 0) / scores.length
  return { precision: mean('precision'), recall: mean('recall'), f1: mean('f1') }
}

/** All pairs together: a single tag may have no note at all, and no F1. */
function scoreFew(leftOut: LeftOut[], size: number): LabelScore {
  const random = seededRandom(size)
  const sum = { hits: 0, found: 0, truth: 0 }
  for (const { product, weights } of leftOut) {
    const tags = shuffle(knownTags(product), random).slice(0, size)
    const notes = taggedNotes(product)
    const own = count(
      notes,
      product,
      createTagMatcher(tags, notes, weights),
      tags.map(({ tag }) => tag.id),
    )
    for (const key of ['hits', 'found', 'truth'] as const) sum[key] += own[key]
  }
  return scoreOf(sum)
}

function scoreYoung({ product, weights }: LeftOut, age: number): LabelScore {
  const before = taggedNotes(product).slice(0, age)
  return scoreNotes(product, createTagMatcher(knownTags(product), before, weights), age)
}

/** With the weights that ship with the service: the mean F1. */
export const scoreShippedTags = (products: Product[]): number =>
  meanScore(
    products.map((product) =>
      scoreNotes(product, createTagMatcher(knownTags(product), taggedNotes(product))),
    ),
  ).f1
