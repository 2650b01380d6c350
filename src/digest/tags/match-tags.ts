// Which of the project's tags an observation carries.
import type { ObservationFeatures, ObservationText } from '../features/observation-features.ts'
import { centredMeaning, massOf } from '../features/similarity.ts'
import { closeness } from './closeness.ts'
import type { CompiledTag, ProjectView } from './compile-tag.ts'
import { stemText } from './phrases.ts'
import { predict, probability } from './tag-model.ts'

export interface TaggedObservation {
  text: ObservationText
  features: ObservationFeatures
}

export interface TagMatch {
  tagId: string
  /** 0 to 1. */
  score: number
  by: 'keyword' | 'meaning'
}

export interface TagScore extends TagMatch {
  matches: boolean
  /** The place of the phrase that decided, among the tag's keywords or what it excludes; null: none did. */
  phrase: number | null
}

/** Deviations above the tag's ordinary closeness at which the score is one half, and how fast it rises. */
const HALF_WAY = 2.2
const STEEPNESS = 1.5
const MODEL_SHARE = 0.5
/** A keyword is a person's word for it; further keywords and closeness still order the tags among each other. */
const KEYWORD_SCORE = 0.6
const EACH_KEYWORD = 0.1

/** Every tag's score, best first, matching or not. */
export const scoreTags = (
  tags: CompiledTag[],
  observation: TaggedObservation,
  project: ProjectView,
): TagScore[] => {
  const { title, description } = observation.text
  const { language } = observation.features
  const text = stemText(`${title}\n${description}`, language)
  const mass = massOf(observation.features, project.yardstick)
  const own = { mass, meaning: centredMeaning(mass, project.yardstick.centre) }
  const score = (tag: CompiledTag): TagScore => {
    const excluded = tag.exclude.findIndex((phrase) => phrase(text, language))
    if (excluded >= 0) return { tagId: tag.id, score: 0, by: 'meaning', matches: false, phrase: excluded }
    const deviations = (closeness(tag, own, project.yardstick) - tag.ordinary.mean) / tag.ordinary.deviation
    const near = probability(STEEPNESS * (deviations - HALF_WAY))
    const meaning =
      tag.model && observation.features.meaning
        ? MODEL_SHARE * predict(tag.model, own.meaning) + (1 - MODEL_SHARE) * near
        : near
    const hits = [...tag.keywords.keys()].filter((place) => tag.keywords[place]?.(text, language))
    const [phrase] = hits
    if (phrase === undefined) {
      return { tagId: tag.id, score: meaning, by: 'meaning', matches: meaning >= tag.threshold, phrase: null }
    }
    const boosted = Math.min(
      1,
      KEYWORD_SCORE + EACH_KEYWORD * (hits.length - 1) + (1 - KEYWORD_SCORE) * meaning,
    )
    return { tagId: tag.id, score: boosted, by: 'keyword', matches: true, phrase }
  }
  return tags.map(score).sort((a, b) => b.score - a.score)
}

export const matchTags = (
  tags: CompiledTag[],
  observation: TaggedObservation,
  project: ProjectView,
): TagMatch[] =>
  scoreTags(tags, observation, project)
    .filter(({ matches }) => matches)
    .map(({ tagId, score, by }) => ({ tagId, score, by }))
