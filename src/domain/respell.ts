// Corrects mistyped search words to the nearest words in the project's texts. Only for a search that found nothing, so
// that exact matches are never buried among similar ones.
import { FIRM, likeness, plainly, wordsOf } from '../contract/matching.ts'

/** Shorter words are too often similar by chance. */
const MISTYPED_FROM = 4

/** Null if nothing needs correcting, or if the search has operators. `readTexts` reads the words in use. */
export async function respell(typed: string, readTexts: () => Promise<string[]>): Promise<string | null> {
  const words = wordsOf(typed)
  if (!words.some(canBeMistyped) || hasSigns(typed)) return null
  const texts = plainly((await readTexts()).join(' '))
  const meant = words.map((word) => nearest(word, texts))
  return meant.every((word, index) => word === words[index]) ? null : meant.join(' ')
}

/** "…", * and - are search operators. */
export const hasSigns = (typed: string): boolean => /["*]|(?:^|\s)-/.test(typed)

const canBeMistyped = (word: string): boolean => word.length >= MISTYPED_FROM

/** The word itself if the texts contain it in some form, otherwise the most common similar word. */
function nearest(typed: string, texts: string): string {
  if (!canBeMistyped(typed) || texts.includes(typed)) return typed
  const like = [...countWords(texts, typed)]
    .map(([word, count]) => ({ word, count, likeness: likeness(typed, word) }))
    .filter((other) => other.likeness > 0)
  if (like.some((other) => other.likeness >= FIRM)) return typed
  const [best] = like.toSorted((one, other) => other.count - one.count)
  return best?.word ?? typed
}

/** Counts only words with the same first letter, which all similar words have: counting every word takes long. */
function countWords(texts: string, typed: string): Map<string, number> {
  const [letter = ''] = typed
  const counts = new Map<string, number>()
  for (const [word] of texts.matchAll(
    new RegExp(`${letter}(?<![\\p{L}\\p{N}]${letter})[\\p{L}\\p{N}]*`, 'gu'),
  ))
    counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
