// A tag made ready for matching: phrases stemmed, label and examples turned into vectors, its own yardstick.
//
//   const texts = tagTexts(tag)                        embed these, label first, then the examples
//   const compiled = compileTag(tag, vectors, project, feedback)
//   matchTags(compiledTags, observation, project)      see match-tags.ts
import type { ObservationFeatures } from '../features/observation-features.ts'
import { centredMeaning, type Mass, massOf, type Yardstick } from '../features/similarity.ts'
import { countGrams } from '../features/text/char-grams.ts'
import { detectLanguage } from '../features/text/language.ts'
import { centroidOf, closeness, type Prototype } from './closeness.ts'
import { compilePhrase, type Phrase } from './phrases.ts'
import { type TagModel, trainTagModel } from './tag-model.ts'

export interface TagConfig {
  description?: string
  keywords?: string[]
  exclude?: string[]
  examples?: string[]
  /** Score, 0 to 1, from which the tag matches by meaning; the default is 0.5. */
  threshold?: number | null
}

export interface Tag {
  id: string
  label: string
  config: TagConfig
}

export interface TagFeedback {
  confirmed: ObservationFeatures[]
  removed: ObservationFeatures[]
}

/** What the project's stream looks like: `grouper.project()`. */
export interface ProjectView {
  yardstick: Yardstick
  sample: ObservationFeatures[]
}

export interface CompiledTag {
  id: string
  keywords: Phrase[]
  exclude: Phrase[]
  /** What label and examples have in common. */
  centroid: Prototype
  examples: Prototype[]
  /** Observations that a person took the tag off. */
  counterexamples: Prototype[]
  /** Mean and deviation of the closeness of ordinary observations to this tag. */
  ordinary: { mean: number; deviation: number }
  threshold: number
  model: TagModel | null
}

export const DEFAULT_THRESHOLD = 0.5
/** Labels that each side needs before a model of its own beats the examples. */
const LEAST_LABELS = 10
/**
 * How many observations the assumed closeness below counts for, for the label and for each example. The project's
 * sample is small, and its chance would decide between tags that examples tell apart well already.
 */
const PRIOR_SAMPLE = 32
const PRIOR_ORDINARY = { mean: 0, deviation: 1 }

const spacedLabel = (label: string): string =>
  label
    .replace(/[_\-./]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .trim()

const labelText = ({ label, config }: Tag): string =>
  [spacedLabel(label), config.description].filter(Boolean).join('. ')

/** The encoder reads sentences: a bare label says more as a wish (mean P@1 by label .59 to .61). */
const asSentence = (tag: Tag): string => {
  const text = labelText(tag)
  return tag.config.description || detectLanguage(text) !== 'en' ? text : `i want to ${text.toLowerCase()}`
}

export const tagTexts = (tag: Tag): string[] => [asSentence(tag), ...(tag.config.examples ?? [])]

const prototypeOf = (features: ObservationFeatures, yardstick: Yardstick): Prototype => {
  const mass: Mass = massOf(features, yardstick)
  return { mass, meaning: centredMeaning(mass, yardstick.centre) }
}

const textFeatures = (text: string, vector: Float32Array | undefined): ObservationFeatures => ({
  meaning: vector && vector.length > 0 ? vector : null,
  grams: countGrams(text),
  language: detectLanguage(text),
})

const ordinaryCloseness = (
  tag: Omit<CompiledTag, 'ordinary'>,
  project: ProjectView,
): CompiledTag['ordinary'] => {
  const scores = project.sample.map((features) =>
    closeness(tag, prototypeOf(features, project.yardstick), project.yardstick),
  )
  const assumed = PRIOR_SAMPLE * (1 + tag.examples.length)
  const total = scores.length + assumed
  const mean = (scores.reduce((sum, score) => sum + score, 0) + assumed * PRIOR_ORDINARY.mean) / total
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0)
  const deviation = Math.sqrt((squares + assumed * PRIOR_ORDINARY.deviation ** 2) / total)
  return { mean, deviation }
}

const modelOf = ({ confirmed, removed }: TagFeedback, yardstick: Yardstick): TagModel | null => {
  const inputs = (features: ObservationFeatures[]): Float32Array[] =>
    features.filter(({ meaning }) => meaning).map((one) => prototypeOf(one, yardstick).meaning)
  const [right, wrong] = [inputs(confirmed), inputs(removed)]
  if (right.length < LEAST_LABELS || wrong.length < LEAST_LABELS) return null
  return trainTagModel(right, wrong)
}

export const compileTag = (
  tag: Tag,
  vectors: Float32Array[],
  project: ProjectView,
  feedback: TagFeedback = { confirmed: [], removed: [] },
): CompiledTag => {
  const { yardstick } = project
  const label = textFeatures(labelText(tag), vectors[0])
  const known = [
    ...(tag.config.examples ?? []).map((text, i) => textFeatures(text, vectors[i + 1])),
    ...feedback.confirmed,
  ].map((features) => prototypeOf(features, yardstick))
  const partial = {
    id: tag.id,
    keywords: (tag.config.keywords ?? []).map(compilePhrase),
    exclude: (tag.config.exclude ?? []).map(compilePhrase),
    centroid: centroidOf(prototypeOf(label, yardstick), known, yardstick.idf),
    examples: known,
    counterexamples: feedback.removed.map((features) => prototypeOf(features, yardstick)),
    threshold: tag.config.threshold ?? DEFAULT_THRESHOLD,
    model: modelOf(feedback, yardstick),
  }
  return { ...partial, ordinary: ordinaryCloseness(partial, project) }
}
