// How a text falls into words, in any script, with case and accents put aside.

const MARKS = /\p{M}+/gu
const WORDS = /[\p{L}\p{N}]+/gu

/** Compatibility-decomposed, without accents, in lower case. */
export const foldText = (text: string): string => text.normalize('NFKD').replace(MARKS, '').toLowerCase()

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const SEGMENTS = new Intl.Segmenter(undefined, { granularity: 'word' })

export const wordsOf = (folded: string): string[] => folded.match(WORDS) ?? []

/** Also those of scripts without spaces. Finding them costs ten times as much. */
export function anyWords(folded: string): string[] {
  if (!DENSE.test(folded)) return wordsOf(folded)
  return [...SEGMENTS.segment(folded)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
}
