// How much better tags are matched after a person has judged twenty pairs of note and tag of a product.
import type { Verdict } from '../../src/digest/tags/tag.ts'
import { matcherIn, type TagScore } from '../../src/digest/tags/tag-matcher.ts'
import type { TagWeights } from '../../src/digest/tags/tag-weights.ts'
import { type TaggedProject, teachProject } from '../../src/digest/tags/tagged-project.ts'
import { type Random, seededRandom } from '../../src/sample/seeded-random.ts'
import type { Product } from '../benchmark.ts'
import type { TagLessons } from '../fit/fit-tags.ts'
import { shuffle } from '../shuffle.ts'
import { taggedNotes } from '../tagged-notes.ts'
import { scoreFlags } from './metrics.ts'

/** A product, with weights that were fitted without it. */
export type LeftOut = { product: Product; lessons: TagLessons; weights: TagWeights }

export type TaughtScore = {
  before: number
  /** Over all pairs, the judged ones among them. */
  after: number
  /** Over the pairs that nobody judged, before and after. */
  restBefore: number
  restAfter: number
}

/**
 * Which pairs the person judges: mistakes that they come upon, suggested or missing; those whose score is nearest one
 * half; or any that is suggested or true.
 */
export const TEACHINGS = ['mistakes', 'uncertain', 'any'] as const
export type Teaching = (typeof TEACHINGS)[number]

const JUDGED = 20
const ROUNDS = 4

export function scoreTaught(leftOut: LeftOut[], teaching: Teaching): TaughtScore {
  const scores = leftOut.map((one) => teach(one, teaching))
  const mean = (of: keyof TaughtScore) => scores.reduce((sum, score) => sum + score[of], 0) / scores.length
  return {
    before: mean('before'),
    after: mean('after'),
    restBefore: mean('restBefore'),
    restAfter: mean('restAfter'),
  }
}

/** A note and a tag, by their places, with what was found, what is true, and what the person said. */
type Pair = { n: number; t: number; score: TagScore; holds: boolean }

const keyOf = ({ n, t }: Pair): string => `${n} ${t}`

function teach({ product, lessons, weights }: LeftOut, teaching: Teaching): TaughtScore {
  const random = seededRandom(product.notes.length)
  const judged = new Map<string, Pair>()
  const match = (project: TaggedProject) => pairsOf(product, project, weights)
  const first = match(lessons.project)
  let last = first
  for (let round = 0; round < ROUNDS; round++) {
    const open = last.filter((pair) => !judged.has(keyOf(pair)))
    for (const pair of choose(open, teaching, random).slice(0, JUDGED / ROUNDS)) judged.set(keyOf(pair), pair)
    last = match(teachProject(lessons.project, verdictsOf(product, [...judged.values()])))
  }
  const rest = (pairs: Pair[]) => pairs.filter((pair) => !judged.has(keyOf(pair)))
  return {
    before: f1Of(first),
    after: f1Of(last, (pair) => judged.has(keyOf(pair))),
    restBefore: f1Of(rest(first)),
    restAfter: f1Of(rest(last)),
  }
}

function pairsOf(product: Product, project: TaggedProject, weights: LeftOut['weights']): Pair[] {
  const matcher = matcherIn(project, weights)
  return taggedNotes(product).flatMap((note, n) => {
    const byId = new Map(matcher.score(note).map((score) => [score.tagId, score]))
    return product.tags.map(({ label }, t) => ({
      n,
      t,
      score: byId.get(label) as TagScore,
      holds: product.notes[n]?.tags.includes(label) === true,
    }))
  })
}

/** What a person said stands. */
const f1Of = (pairs: Pair[], said: (pair: Pair) => boolean = () => false): number =>
  scoreFlags(
    pairs.map((pair) => (said(pair) ? pair.holds : pair.score.matches)),
    pairs.map(({ holds }) => holds),
  ).f1

function choose(open: Pair[], teaching: Teaching, random: Random): Pair[] {
  if (teaching === 'uncertain') {
    const distance = ({ score }: Pair) => Math.abs(score.score - 0.5)
    return open.sort((one, other) => distance(one) - distance(other))
  }
  const wanted = ({ score, holds }: Pair) =>
    teaching === 'mistakes' ? score.matches !== holds : score.matches || holds
  return shuffle(open.filter(wanted), random)
}

const verdictsOf = (product: Product, judged: Pair[]): Verdict[][] =>
  product.tags.map((_, tag) =>
    judged
      .filter(({ t }) => t === tag)
      .map(({ n, holds }) => ({
        observationId: String(n),
        holds,
        vector: product.vectors[n] as Float32Array,
      })),
  )
