// all-MiniLM-L6-v2 as trained for notes: text in, a vector of 384 numbers and of length one out. Pure computation.
import { type EncoderWeights, loadEncoderWeights, type WeightOptions } from './encoder-weights.ts'
import { createTransformer } from './transformer.ts'
import { createWordPieceTokenizer } from './wordpiece.ts'

export type SentenceEncoder = {
  embed(text: string): Float32Array
  /** How many tokens of the text are read, the marks at both ends included: the cost grows with each. */
  tokens(text: string): number
}

/** Threads that encode at the same time need weights loaded for as many, and each its own number. */
export function createSentenceEncoder(weights: EncoderWeights, thread = 0): SentenceEncoder {
  const tokenizer = createWordPieceTokenizer(weights.vocabulary)
  const transform = createTransformer(weights, thread)
  return {
    embed: (text) => transform(tokenizer.encode(text)),
    tokens: (text) => tokenizer.encode(text).length,
  }
}

/** For a single thread: reads the weights and is ready. */
export const loadSentenceEncoder = async (options: WeightOptions = {}): Promise<SentenceEncoder> =>
  createSentenceEncoder(await loadEncoderWeights({ ...options, threads: 1 }))
