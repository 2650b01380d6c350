// all-MiniLM-L6-v2 as trained for notes: takes a text and returns a unit vector of 384 numbers. Pure computation.
import { type EncoderWeights, loadEncoderWeights, type WeightOptions } from './encoder-weights.ts'
import { createTransformer } from './transformer.ts'
import { createWordPieceTokenizer } from './wordpiece.ts'

export type SentenceEncoder = {
  embed(text: string): Float32Array
  /** How many tokens are read, including the marks at both ends. The cost grows with each. */
  tokens(text: string): number
}

/** Threads that encode at the same time need weights loaded for that many threads, and a number each. */
export function createSentenceEncoder(weights: EncoderWeights, thread = 0): SentenceEncoder {
  const tokenizer = createWordPieceTokenizer(weights.vocabulary)
  const transform = createTransformer(weights, thread)
  return {
    embed: (text) => transform(tokenizer.encode(text)),
    tokens: (text) => tokenizer.encode(text).length,
  }
}

/** For a single thread: reads the weights and creates the encoder. */
export const loadSentenceEncoder = async (options: WeightOptions = {}): Promise<SentenceEncoder> =>
  createSentenceEncoder(await loadEncoderWeights({ ...options, threads: 1 }))
