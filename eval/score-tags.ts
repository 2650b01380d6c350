// How well the benchmark's tags are matched, by weights that were fitted on the products of other parts: by label,
// description and keywords alone, with few of the tags, and after a person judged twenty pairs of note and tag.
// F1 is taken over all pairs of note and tag of a product, and its mean over the products.
import type { TaggedNote } from '../src/digest/tags/evidence.ts'
import type { KnownTag } from '../src/digest/tags/tag.ts'
import { createTagMatcher, type TagScore } from '../src/digest/tags/tag-matcher.ts'
import type { TagWeights } from '../src/digest/tags/tag-weights.ts'
import { PARTS, type Product } from './benchmark.ts'
import { type Chance, createChance, shuffle } from './chance.ts'
import { fitTags, meanVector, tagLessons } from './fit-tags.ts'
import { harmonic, type LabelScore, scoreFlags } from './metrics.ts'
import { knownTags, taggedNotes } from './tagged-notes.ts'

export type TagResults = {
  ours: LabelScore
  keywordsAlone: LabelScore
  /** With so many of the product's tags, drawn at random; over all pairs of all products. */
  few: Map<number, LabelScore>
  taught: Map<Teaching, TaughtScore>
}

export type TaughtScore = {
  before: number
  /** Over all pairs, the judged ones among them. */
  after: number
  /** Over the pairs that nobody judged, before and after. */
  restBefore: number
  restAfter: number
}

/**
 * Which pairs the person judges: mistakes they come upon, suggested or missing; those whose score is nearest one half;
 * or any that is suggested or true.
 */
export const TEACHINGS = ['mistakes', 'uncertain', 'any'] as const
export type Teaching = (typeof TEACHINGS)[number]

const FEW = [1, 2, 3, 6]
const JUDGED = 20
const ROUNDS = 4
/** One product in so many is taught: a round costs as much as matching the product anew. */
const TAUGHT_EACH = 3

type LeftOut = { product: Product; weights: TagWeights }

export function scoreTags(products: Product[], teachings: readonly Teaching[] = TEACHINGS): TagResults {
  const leftOut = withWeights(products)
  const ours = leftOut.map(({ product, weights }) => scoreProduct(product, knownTags(product), weights))
  return {
    ours: meanScore(ours),
    keywordsAlone: meanScore(products.map(scoreKeywords)),
    few: new Map(FEW.map((count) => [count, scoreFew(leftOut, count)])),
    taught: new Map(teachings.map((teaching) => [teaching, scoreTaught(leftOut, teaching)])),
  }
}

function withWeights(products: Product[]): LeftOut[] {
  const centre = meanVector(products)
  const lessons = products.map((product) => tagLessons(product, centre))
  const fitted = Array.from({ length: PARTS }, (_, part) =>
    fitTags(
      lessons.filter((_, at) => products[at]?.part !== part),
      centre,
    ),
  )
  return products.map((product) => ({ product, weights: fitted[product.part] as TagWeights }))
}

/** For each note and each of the tags: found and true. */
type Pairs = { found: TagScore[][]; truth: boolean[][] }

function matchProduct(product: Product, tags: KnownTag[], weights: TagWeights): Pairs {
  const notes = taggedNotes(product)
  const matcher = createTagMatcher(tags, notes, weights)
  const found = notes.map((note) => {
    const byId = new Map(matcher.score(note).map((score) => [score.tagId, score]))
    return tags.map(({ tag }) => byId.get(tag.id) as TagScore)
  })
  return { found, truth: product.notes.map((note) => tags.map(({ tag }) => note.tags.includes(tag.id))) }
}

const scorePairs = (found: boolean[][], truth: boolean[][]): LabelScore => scoreFlags(found.flat(), truth.flat())

function scoreProduct(product: Product, tags: KnownTag[], weights: TagWeights): LabelScore {
  const { found, truth } = matchProduct(product, tags, weights)
  return scorePairs(
    found.map((row) => row.map(({ matches }) => matches)),
    truth,
  )
}

/** Keywords as they stand, word forms ignored: what a tag without any meaning matches. */
function scoreKeywords(product: Product): LabelScore {
  const tags = knownTags(product).map((known) => ({ ...known, tag: withThreshold(known.tag, 1) }))
  const notes = taggedNotes(product).map((note): TaggedNote => ({ ...note, vector: null }))
  const matcher = createTagMatcher(tags, [])
  const found = notes.map((note) => {
    const matches = new Set(matcher.match(note).map(({ tagId }) => tagId))
    return tags.map(({ tag }) => matches.has(tag.id))
  })
  return scorePairs(
    found,
    product.notes.map((note) => tags.map(({ tag }) => note.tags.includes(tag.id))),
  )
}

const withThreshold = (tag: KnownTag['tag'], threshold: number): KnownTag['tag'] => ({
  ...tag,
  config: { ...tag.config, threshold },
})

const meanScore = (scores: LabelScore[]): LabelScore => {
  const mean = (of: keyof LabelScore) => scores.reduce((sum, score) => sum + score[of], 0) / scores.length
  return { precision: mean('precision'), recall: mean('recall'), f1: mean('f1') }
}

/** All pairs together: a single tag may have no note at all, and no F1. */
function scoreFew(leftOut: LeftOut[], count: number): LabelScore {
  const random = createChance(count)
  let [hits, found, truth] = [0, 0, 0]
  for (const { product, weights } of leftOut) {
    const tags = shuffle(knownTags(product), random).slice(0, count)
    const pairs = matchProduct(product, tags, weights)
    for (const [n, row] of pairs.found.entries())
      for (const [t, { matches }] of row.entries()) {
        const holds = pairs.truth[n]?.[t] === true
        hits += Number(matches && holds)
        found += Number(matches)
        truth += Number(holds)
      }
  }
  const [precision, recall] = [hits / Math.max(1, found), hits / Math.max(1, truth)]
  return { precision, recall, f1: harmonic(precision, recall) }
}

function scoreTaught(leftOut: LeftOut[], teaching: Teaching): TaughtScore {
  const scores = leftOut.filter((_, at) => at % TAUGHT_EACH === 0).map((one) => teach(one, teaching))
  const mean = (of: keyof TaughtScore) => scores.reduce((sum, score) => sum + score[of], 0) / scores.length
  return { before: mean('before'), after: mean('after'), restBefore: mean('restBefore'), restAfter: mean('restAfter') }
}

function teach({ product, weights }: LeftOut, teaching: Teaching): TaughtScore {
  const random = createChance(product.notes.length)
  const judged = new Map<string, boolean>()
  const first = matchProduct(product, knownTags(product), weights)
  let last = first
  for (let round = 0; round < ROUNDS; round++) {
    for (const { n, t } of choose(last, judged, teaching, random).slice(0, JUDGED / ROUNDS))
      judged.set(`${n} ${t}`, last.truth[n]?.[t] === true)
    last = matchProduct(product, judgedTags(product, judged), weights)
  }
  const said = (n: number, t: number) => judged.get(`${n} ${t}`)
  const flags = ({ found }: Pairs) => found.map((row, n) => row.map(({ matches }, t) => said(n, t) ?? matches))
  const rest = ({ found, truth }: Pairs) => {
    const unsaid = found.flatMap((row, n) => [...row.keys()].filter((t) => said(n, t) === undefined).map((t) => ({ n, t })))
    return scoreFlags(
      unsaid.map(({ n, t }) => found[n]?.[t]?.matches === true),
      unsaid.map(({ n, t }) => truth[n]?.[t] === true),
    ).f1
  }
  const before = scorePairs(
    first.found.map((row) => row.map(({ matches }) => matches)),
    first.truth,
  ).f1
  return { before, after: scorePairs(flags(last), last.truth).f1, restBefore: rest(first), restAfter: rest(last) }
}

type Pair = { n: number; t: number }

function choose({ found, truth }: Pairs, judged: Map<string, boolean>, teaching: Teaching, random: Chance): Pair[] {
  const all = found.flatMap((row, n) => [...row.keys()].map((t) => ({ n, t }))).filter(({ n, t }) => !judged.has(`${n} ${t}`))
  const of = ({ n, t }: Pair) => ({ score: found[n]?.[t] as TagScore, holds: truth[n]?.[t] === true })
  if (teaching === 'uncertain') {
    const distance = (pair: Pair) => Math.abs(of(pair).score.score - 0.5)
    return all.sort((one, other) => distance(one) - distance(other))
  }
  const wanted = ({ score, holds }: ReturnType<typeof of>) =>
    teaching === 'mistakes' ? score.matches !== holds : score.matches || holds
  return shuffle(
    all.filter((pair) => wanted(of(pair))),
    random,
  )
}

function judgedTags(product: Product, judged: Map<string, boolean>): KnownTag[] {
  return knownTags(product).map((known, t) => ({
    ...known,
    verdicts: [...judged].flatMap(([pair, holds]) => {
      const [n = 0, tag = 0] = pair.split(' ').map(Number)
      const vector = product.vectors[n] as Float32Array
      return tag === t ? [{ observationId: String(n), holds, vector }] : []
    }),
  }))
}
