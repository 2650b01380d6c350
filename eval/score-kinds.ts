// Problem and request, each a yes or no, on any corpus that says so.

import { lexicalFeatures } from '../src/digest/features/observation-features.ts'
import { kindOf, scoreKinds } from '../src/digest/kinds/kind.ts'
import type { KindModel } from '../src/digest/kinds/kind-model.ts'
import { createChance, shuffle } from './chance.ts'
import { type LabelScore, scoreFlags } from './metrics.ts'
import type { LabelledText } from './read-corpus.ts'
import { trainKindModel } from './train-kind.ts'

export interface KindResult {
  texts: number
  problem: LabelScore
  request: LabelScore
  /** Share of texts whose kind is named as the corpus names it, where it names one of the four. */
  accuracy: number | null
}

export const hasKinds = (texts: LabelledText[]): boolean =>
  texts.some(({ problem }) => problem === true) && texts.some(({ request }) => request === true)

const FOLDS = 5

const scoresOf = (text: LabelledText, model: KindModel | null) =>
  scoreKinds({ ...text, grams: lexicalFeatures(text).grams }, model)

const score = (texts: LabelledText[], predicted: ReturnType<typeof scoresOf>[]): KindResult => {
  const named = texts
    .map(({ kind }, i) => ({ kind, found: predicted[i] }))
    .filter(({ kind }) => kind !== null)
  const right = named.filter(({ kind, found }) => found && kindOf(found) === kind).length
  return {
    texts: texts.length,
    problem: scoreFlags(
      predicted.map(({ problem }) => problem >= 0.5),
      texts.map(({ problem }) => problem === true),
    ),
    request: scoreFlags(
      predicted.map(({ request }) => request >= 0.5),
      texts.map(({ request }) => request === true),
    ),
    accuracy: named.length === 0 ? null : right / named.length,
  }
}

/** With a model of other text, or with none: turns of phrase and sentiment alone. */
export const scoreKindsWith = (texts: LabelledText[], model: KindModel | null): KindResult => {
  const labelled = texts.filter(({ problem, request }) => problem !== null && request !== null)
  return score(
    labelled,
    labelled.map((text) => scoresOf(text, model)),
  )
}

/** Each fifth by a model of the other four. */
export const scoreKindsCrossed = (texts: LabelledText[]): KindResult => {
  const labelled = shuffle(
    texts.filter(({ problem, request }) => problem !== null && request !== null),
    createChance(5),
  )
  const predicted: ReturnType<typeof scoresOf>[] = new Array(labelled.length)
  for (let fold = 0; fold < FOLDS; fold++) {
    const model = trainKindModel(labelled.filter((_, i) => i % FOLDS !== fold))
    for (let i = fold; i < labelled.length; i += FOLDS)
      predicted[i] = scoresOf(labelled[i] as LabelledText, model)
  }
  return score(labelled, predicted)
}
