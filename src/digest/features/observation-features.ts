// What grouping knows of one observation.
import { KINDS, type Sentiment, scoreKinds } from '../kinds/kind.ts'
import { countGrams, type GramCounts } from './text/char-grams.ts'
import { detectLanguage } from './text/language.ts'

export interface ObservationText {
  title: string
  description: string
  sentiment?: Sentiment | null
}

export interface ObservationFeatures {
  /** Projected sentence vector; absent where the encoder cannot read the language. */
  meaning: Float32Array | null
  grams: GramCounts
  language: string
  /** How much it is a problem, a request, a question, praise; absent where nobody has read it for that. */
  kinds?: Float32Array
}

/** A title names the matter; the description tells the story around it. Measured: docs/quality.md. */
const TITLE_WEIGHT = 2

const repeatsTitle = ({ title, description }: ObservationText): boolean =>
  description.trim() === '' || description.trim().startsWith(title.trim())

/** The texts to embed, in the order in which `joinMeanings` wants their vectors. */
export const textsToEmbed = (text: ObservationText): string[] => {
  if (description(text) === '') return [text.title]
  return repeatsTitle(text) ? [text.description] : [text.title, text.description]
}

const description = (text: ObservationText): string => text.description.trim()

/** One vector of length 1 per observation; empty vectors stand for texts that are not English. */
export const joinMeanings = (vectors: Float32Array[]): Float32Array | null => {
  const readable = vectors.filter((vector) => vector.length > 0)
  const [first, ...rest] = readable
  if (!first) return null
  const sum = Float32Array.from(first)
  for (const vector of rest)
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (vector[i] as number)
  return sum.map((value) => value / readable.length)
}

export const lexicalFeatures = (text: ObservationText): Omit<ObservationFeatures, 'meaning'> => {
  const whole = repeatsTitle(text) ? text.description || text.title : `${text.title}\n${text.description}`
  const grams = repeatsTitle(text) ? countGrams(whole) : countGrams(text.description)
  if (!repeatsTitle(text)) countGrams(text.title, grams, TITLE_WEIGHT)
  // Without the learned model: turns of phrase and sentiment alone do better on reports in an agent's words.
  const scores = scoreKinds({ ...text, sentiment: text.sentiment ?? null, grams }, null)
  const kinds = Float32Array.from(KINDS, (kind) => scores[kind])
  return { grams, language: detectLanguage(whole), kinds }
}

export const observationFeatures = (text: ObservationText, vectors: Float32Array[]): ObservationFeatures => ({
  meaning: joinMeanings(vectors),
  ...lexicalFeatures(text),
})
