// A text's content words, to check whether a generated title is about its issue.
import { EMPTY_WORDS } from '../features/text/empty-words.ts'

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

export function contentWords(text: string): Set<string> {
  const found = new Set<string>()
  for (const { segment, isWordLike } of words.segment(text.normalize('NFKC').toLowerCase())) {
    if (isWordLike && carriesMatter(segment)) found.add(formless(segment))
  }
  return found
}

export function shareContentWord(a: string, b: string): boolean {
  const wordsOfB = contentWords(b)
  return [...contentWords(a)].some((word) => wordsOfB.has(word))
}

// In scripts without spaces, words have two characters; elsewhere, such short words are particles.
function carriesMatter(word: string): boolean {
  const shortest = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word) ? 2 : 3
  return [...word].length >= shortest && !EMPTY_WORDS.has(word)
}

// Ignores plural and verb endings by comparing beginnings. Coarse, because a wrong title shares no words at all.
function formless(word: string): string {
  return [...word.replace(/s$/, '')].slice(0, 5).join('')
}
