// Tag matching on any labelled corpus: its groups are the tags, named as the corpus names them.

import { foldText, wordsOf } from '../src/digest/features/text/words.ts'
import { createGrouper } from '../src/digest/group/grouper.ts'
import { compileTag, type ProjectView, type Tag, tagTexts } from '../src/digest/tags/compile-tag.ts'
import { scoreTags, type TagScore } from '../src/digest/tags/match-tags.ts'
import { createChance, shuffle } from './chance.ts'
import { type EmbedTexts, featuresOf } from './features.ts'
import { harmonic } from './metrics.ts'
import { type LabelledText, wholeText } from './read-corpus.ts'
import type { Trained } from './trained.ts'

export interface TagScores {
  atOne: number
  micro: number
  macro: number
}

export const TAG_SETTINGS = ['label only', '+ 5 keywords', '+ 5 examples'] as const
export type TagSetting = (typeof TAG_SETTINGS)[number]

const SCORED_TEXTS = 500
const GIVEN = 5

const labelsOf = (text: LabelledText): string[] => text.tags ?? (text.group === null ? [] : [text.group])

/** What a person would list: the words that set a tag's texts apart from the others. */
const keywordsOf = (own: LabelledText[], others: LabelledText[]): string[] => {
  const shares = (texts: LabelledText[]): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const text of texts) {
      for (const word of new Set(wordsOf(foldText(wholeText(text)))))
        counts.set(word, (counts.get(word) ?? 0) + 1 / texts.length)
    }
    return counts
  }
  const [mine, theirs] = [shares(own), shares(others)]
  return [...mine]
    .filter(([word, share]) => word.length > 2 && share * own.length >= 2)
    .map(([word, share]) => ({ word, worth: share * Math.log(share / ((theirs.get(word) ?? 0) + 0.002)) }))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, GIVEN)
    .map(({ word }) => word)
}

const scoreRanking = (rankings: TagScore[][], truth: string[][]): TagScores => {
  const perTag = new Map<string, { hit: number; found: number; true: number }>()
  const cell = (tag: string) => {
    const entry = perTag.get(tag) ?? { hit: 0, found: 0, true: 0 }
    perTag.set(tag, entry)
    return entry
  }
  let first = 0
  for (const [i, ranking] of rankings.entries()) {
    const labels = truth[i] ?? []
    if (ranking[0] && labels.includes(ranking[0].tagId)) first++
    for (const label of labels) cell(label).true++
    for (const { tagId, matches } of ranking) {
      if (!matches) continue
      cell(tagId).found++
      if (labels.includes(tagId)) cell(tagId).hit++
    }
  }
  const f1 = (c: { hit: number; found: number; true: number }): number =>
    harmonic(c.hit / Math.max(1, c.found), c.hit / Math.max(1, c.true))
  const all = [...perTag.values()]
  const sum = all.reduce(
    (a, c) => ({ hit: a.hit + c.hit, found: a.found + c.found, true: a.true + c.true }),
    { hit: 0, found: 0, true: 0 },
  )
  const present = all.filter((c) => c.true > 0)
  return {
    atOne: first / rankings.length,
    micro: f1(sum),
    macro: present.reduce((a, c) => a + f1(c), 0) / present.length,
  }
}

const makeTags = (labels: string[], rest: LabelledText[], setting: TagSetting): Tag[] =>
  labels.map((label) => {
    const own = rest.filter((text) => labelsOf(text).includes(label))
    const config = {
      ...(setting === '+ 5 keywords' && {
        keywords: keywordsOf(
          own,
          rest.filter((text) => !labelsOf(text).includes(label)),
        ),
      }),
      ...(setting === '+ 5 examples' && { examples: own.slice(0, GIVEN).map(wholeText) }),
    }
    return { id: label, label, config }
  })

export const scoreTagMatching = (
  texts: LabelledText[],
  trained: Trained,
  embed: EmbedTexts,
  seed: number,
): Map<TagSetting, TagScores> => {
  const labelled = shuffle(
    texts.filter((text) => labelsOf(text).length > 0),
    createChance(seed),
  )
  const size = Math.min(SCORED_TEXTS, Math.floor(labelled.length / 2))
  const [scored, rest] = [labelled.slice(0, size), labelled.slice(size)]
  const labels = [...new Set(labelled.flatMap(labelsOf))]
  const features = featuresOf(scored, embed)
  const grouper = createGrouper({}, { centre: trained.projection.centre, gramShares: trained.gramShares })
  for (const [i, one] of features.entries()) grouper.assign(one, () => String(i))
  const project: ProjectView = grouper.project()
  return new Map(
    TAG_SETTINGS.map((setting) => {
      const tags = makeTags(labels, rest, setting).map((tag) =>
        compileTag(tag, embed(tagTexts(tag)), project),
      )
      const rankings = scored.map((text, i) =>
        scoreTags(tags, { text, features: features[i] as (typeof features)[number] }, project),
      )
      return [setting, scoreRanking(rankings, scored.map(labelsOf))]
    }),
  )
}
