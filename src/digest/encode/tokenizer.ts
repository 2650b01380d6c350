// SentencePiece unigram tokenizer: the most likely way to cut a text into pieces of the model's vocabulary.
// It follows the model's reference implementation to the letter, its treatment of unknown characters included.
import type { VocabularyEntry } from './model-files.ts'

export interface Tokens {
  ids: number[]
  /** Log-probability of the segmentation per character: English is around -1.8, French around -3.1. */
  fluency: number
}

export type Tokenize = (text: string) => Tokens

const SPACE = '\u2581'
const UNKNOWN = 0
const RESERVED = 6
/** 128 tokens, all that the model reads, are some 600 characters of English. */
const LONGEST_INPUT = 2048
const CODE_POINTS = 0x110000
/** What an unknown character counts in the fluency; the reference segmentation counts it as 0. */
const UNKNOWN_SCORE = -14

interface Trie {
  child: Map<number, number>
  piece: Int32Array
}

const buildTrie = (vocabulary: VocabularyEntry[]): Trie => {
  const child = new Map<number, number>()
  const pieces = [-1]
  for (let index = RESERVED; index < vocabulary.length; index++) {
    let node = 0
    for (const symbol of vocabulary[index]?.[0] ?? '') {
      const key = node * CODE_POINTS + (symbol.codePointAt(0) ?? 0)
      let next = child.get(key)
      if (next === undefined) {
        next = pieces.push(-1) - 1
        child.set(key, next)
      }
      node = next
    }
    pieces[node] = index
  }
  return { child, piece: Int32Array.from(pieces) }
}

const symbolsOf = (text: string): Uint32Array => {
  const normalized = text.slice(0, LONGEST_INPUT).normalize('NFKC')
  if (normalized.length === 0) return new Uint32Array(0)
  const marked = SPACE + normalized.replace(/ /g, SPACE)
  return Uint32Array.from(marked, (symbol) => symbol.codePointAt(0) ?? 0)
}

/** For each end position, the last piece of the best segmentation up to there. */
const bestPieces = (symbols: Uint32Array, trie: Trie, scores: Float64Array): Int32Array => {
  const best = new Float64Array(symbols.length + 1)
  const piece = new Int32Array(symbols.length + 1)
  const offer = (start: number, end: number, score: number, index: number): void => {
    const total = score + (best[start] as number)
    // A best of exactly 0 counts as "none yet", as in the reference implementation.
    if (best[end] !== 0 && total < (best[end] as number)) return
    best[end] = total
    piece[end] = index
  }
  for (let start = 0; start < symbols.length; start++) {
    let node = 0
    let found = false
    for (let at = start; at < symbols.length; at++) {
      const next = trie.child.get(node * CODE_POINTS + (symbols[at] as number))
      if (next === undefined) break
      node = next
      const index = trie.piece[node] as number
      if (index < 0) continue
      found = true
      offer(start, at + 1, scores[index] as number, index)
    }
    if (!found) offer(start, start + 1, 0, UNKNOWN)
  }
  return piece
}

export const createTokenizer = (vocabulary: VocabularyEntry[]): Tokenize => {
  const trie = buildTrie(vocabulary)
  const scores = Float64Array.from(vocabulary, ([, score]) => score ?? 0)
  const lengths = vocabulary.map(([piece]) => piece.length)
  return (text) => {
    const symbols = symbolsOf(text)
    const piece = bestPieces(symbols, trie, scores)
    const backwards: number[] = []
    let total = 0
    for (let end = symbols.length; end > 0; ) {
      const index = piece[end] as number
      total += index === UNKNOWN ? UNKNOWN_SCORE : (scores[index] as number)
      if (index !== UNKNOWN || backwards.at(-1) !== UNKNOWN) backwards.push(index)
      end -= lengths[index] as number
    }
    return { ids: backwards.reverse(), fluency: total / Math.max(1, symbols.length) }
  }
}
