// Everything that is learned from labelled text, trained from corpora or loaded as shipped.
import { foldText } from '../src/digest/features/text/words.ts'
import { loadGramShares, loadProjection, type Projection } from '../src/digest/features/trained-weights.ts'
import { type KindModel, loadKindModel } from '../src/digest/kinds/kind-model.ts'
import { createChance, shuffle } from './chance.ts'
import type { EncodeAll } from './encoder-cache.ts'
import { type Corpus, type LabelledText, wholeText } from './read-corpus.ts'
import { trainGramShares } from './train-gram-shares.ts'
import { trainKindModel } from './train-kind.ts'
import { trainProjection } from './train-projection.ts'

export interface Trained {
  projection: Projection
  gramShares: Float32Array
  kinds: KindModel | null
}

const MOST_TEXTS = 4_000
/** Groups smaller than this on average are too few examples to learn what a group has in common. */
const LEAST_GROUP_SIZE = 8

const sampleOf = (texts: LabelledText[]): LabelledText[] =>
  shuffle(texts, createChance(7)).slice(0, MOST_TEXTS)

const byFamily = (corpora: Corpus[]): Map<string, LabelledText[]> => {
  const families = new Map<string, LabelledText[]>()
  for (const { family, texts } of corpora) families.set(family, [...(families.get(family) ?? []), ...texts])
  return families
}

const teachesGroups = (texts: LabelledText[]): boolean => {
  const groups = new Set(texts.map(({ group }) => group).filter((group) => group !== null))
  return groups.size > 1 && texts.length / groups.size >= LEAST_GROUP_SIZE
}

export const train = (corpora: Corpus[], encode: EncodeAll): Trained => {
  const families = [...byFamily(corpora).values()]
  const labelled = families
    .map((texts) => sampleOf(texts.filter(({ group }) => group !== null)))
    .filter(teachesGroups)
    .map((texts) => ({
      vectors: encode(texts.map(wholeText)),
      groups: texts.map(({ group }) => group ?? ''),
    }))
  const distinct = families.map((texts) => [
    ...new Map(sampleOf(texts).map((text) => [foldText(wholeText(text)), wholeText(text)])).values(),
  ])
  const told = families.flat().filter(({ problem }) => problem !== null)
  return {
    projection: trainProjection(labelled),
    gramShares: trainGramShares(distinct),
    kinds: told.length > 0 ? trainKindModel(told) : null,
  }
}

export const loadTrained = (): Trained => ({
  projection: loadProjection(),
  gramShares: loadGramShares(),
  kinds: loadKindModel(),
})
