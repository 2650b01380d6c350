// Text in, projected sentence vector out: what an embedding thread runs.
import { loadProjection, MEANING_WIDTH } from '../features/trained-weights.ts'
import { createEncoder, ENCODER_DIMENSIONS } from './encoder.ts'
import { readsAsEnglish } from './english.ts'
import { readModelFiles } from './model-files.ts'
import { createTokenizer } from './tokenizer.ts'

/** An empty vector stands for a text that is not English: the encoder would call all of those alike. */
export type EmbedTexts = (texts: string[]) => Float32Array[]

/** Tokens read of one text. The matter is in the first sentences, and the cost grows with each token. */
const READ_TOKENS = 64

const project = (vector: Float32Array, matrix: Float32Array): Float32Array => {
  const projected = new Float32Array(MEANING_WIDTH)
  for (let row = 0; row < ENCODER_DIMENSIONS; row++) {
    const factor = vector[row] as number
    for (let column = 0, at = row * MEANING_WIDTH; column < MEANING_WIDTH; column++, at++) {
      projected[column] = (projected[column] as number) + factor * (matrix[at] as number)
    }
  }
  return projected
}

export const createSentenceEmbedder = (): EmbedTexts => {
  const files = readModelFiles()
  const tokenize = createTokenizer(files.vocabulary)
  const encode = createEncoder(files)
  const { matrix } = loadProjection()
  return (texts) => {
    const tokens = texts.map(tokenize)
    const english = texts.map((text, i) => readsAsEnglish(text, tokens[i]?.fluency ?? 0))
    const vectors = encode(tokens.filter((_, i) => english[i]).map(({ ids }) => ids.slice(0, READ_TOKENS)))
    let next = 0
    return english.map((readable) =>
      readable ? project(vectors[next++] as Float32Array, matrix) : new Float32Array(0),
    )
  }
}
