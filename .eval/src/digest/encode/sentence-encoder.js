// all-MiniLM-L6-v2 as trained for notes: text in, a vector of 384 numbers and of length one out. Pure computation.
import { loadEncoderWeights } from './encoder-weights.js';
import { createTransformer } from './transformer.js';
import { createWordPieceTokenizer } from './wordpiece.js';
/** Threads that encode at the same time need weights loaded for as many, and each its own number. */
export function createSentenceEncoder(weights, thread = 0) {
    const tokenizer = createWordPieceTokenizer(weights.vocabulary);
    const transform = createTransformer(weights, thread);
    return {
        embed: (text) => transform(tokenizer.encode(text)),
        tokens: (text) => tokenizer.encode(text).length,
    };
}
/** For a single thread: reads the weights and is ready. */
export const loadSentenceEncoder = async (options = {}) => createSentenceEncoder(await loadEncoderWeights({ ...options, threads: 1 }));
//# sourceMappingURL=sentence-encoder.js.map