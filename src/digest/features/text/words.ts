// Splits a text into words, in any script, ignoring case and accents.

const MARKS = /\p{M}+/gu
const WORDS = /[\p{L}\p{N}]+/gu

/** Compatibility decomposed, without accents, in lowercase. */
export const foldText = (text: string): string => text.normalize('NFKD').replace(MARKS, '').toLowerCase()

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const SEGMENTS = new Intl.Segmenter(undefined, { granularity: 'word' })

export const wordsOf = (folded: string): string[] => folded.match(WORDS) ?? []

/** Includes scripts without spaces, where finding words takes ten times as long. */
export function anyWords(folded: string): string[] {
  if (!DENSE.test(folded)) return wordsOf(folded)
  return [...SEGMENTS.segment(folded)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
}
