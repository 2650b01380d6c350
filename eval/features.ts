// From labelled text to what the digest works on, with vectors from the cache.
import { readsAsEnglish } from '../src/digest/encode/english.ts'
import { readVocabulary } from '../src/digest/encode/model-files.ts'
import { createTokenizer } from '../src/digest/encode/tokenizer.ts'
import {
  type ObservationFeatures,
  observationFeatures,
  textsToEmbed,
} from '../src/digest/features/observation-features.ts'
import type { EncodeAll } from './encoder-cache.ts'
import type { LabelledText } from './read-corpus.ts'
import { project } from './train-projection.ts'
import type { Trained } from './trained.ts'

export type EmbedTexts = (texts: string[]) => Float32Array[]

/** As the worker thread does it: an empty vector for what is not English. */
export const createEmbed = (encode: EncodeAll, trained: Trained): EmbedTexts => {
  const tokenize = createTokenizer(readVocabulary())
  return (texts) => {
    const vectors = encode(texts)
    return texts.map((text, i) =>
      readsAsEnglish(text, tokenize(text).fluency)
        ? project(vectors[i] as Float32Array, trained.projection.matrix)
        : new Float32Array(0),
    )
  }
}

export const featuresOf = (texts: LabelledText[], embed: EmbedTexts): ObservationFeatures[] => {
  embed(texts.flatMap(textsToEmbed))
  return texts.map((text) => observationFeatures(text, embed(textsToEmbed(text))))
}
