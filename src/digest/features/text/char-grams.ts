// The lexical features of a text: character 3- to 5-grams inside words, which survive typos and word forms, whole
// words and pairs of neighbouring words, hashed into 65,536 buckets. They need no knowledge of the language.
import { foldText, wordsOf } from './words.ts'

export const GRAM_BUCKETS = 65_536
const SHORTEST = 3
const LONGEST = 5
/** A description may hold 32,768 characters; what an observation is about is said at its beginning. */
const READ_CHARACTERS = 4_000

/** Whole words and pairs of neighbours count like this many grams. Measured with the grouping: docs/quality.md. */
const WHOLE_WORD = 3
const WORD_PAIR = 3

/** How often each bucket occurs. */
export type GramCounts = Map<number, number>

function hashSlice(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 16)) & (GRAM_BUCKETS - 1)
}

function addWord(counts: GramCounts, word: string, weight: number): void {
  const marked = `^${word}$`
  for (let size = SHORTEST; size <= LONGEST; size++) {
    const last = Math.max(0, marked.length - size)
    for (let start = 0; start <= last; start++) {
      const bucket = hashSlice(marked, start, Math.min(marked.length, start + size))
      counts.set(bucket, (counts.get(bucket) ?? 0) + weight)
    }
    if (marked.length <= size) return
  }
}

function addWhole(counts: GramCounts, text: string, weight: number): void {
  const bucket = hashSlice(text, 0, text.length)
  counts.set(bucket, (counts.get(bucket) ?? 0) + weight)
}

export function countGrams(text: string, into: GramCounts = new Map(), weight = 1): GramCounts {
  let before = ''
  for (const word of wordsOf(foldText(text.slice(0, READ_CHARACTERS)))) {
    addWord(into, word, weight)
    addWhole(into, `=${word}`, weight * WHOLE_WORD)
    if (before) addWhole(into, `${before} ${word}`, weight * WORD_PAIR)
    before = word
  }
  return into
}
