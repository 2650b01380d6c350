// What was meant by words that nothing was found by: the words in use that are nearest to them. Only then, so that what
// is right is never buried in what is similar.
import { FIRM, likeness, wordsOf } from '../contract/matching.ts'

/** Shorter words are too often near each other by chance. */
const MISTYPED_FROM = 4

/** Null when there is nothing to say, or when signs were typed that mean something; `readTexts` has the words in use. */
export async function respell(typed: string, readTexts: () => Promise<string[]>): Promise<string | null> {
  const words = wordsOf(typed)
  if (!words.some((word) => word.length >= MISTYPED_FROM) || /["*]|(?:^|\s)-/.test(typed)) return null
  const known = countWords(await readTexts())
  const meant = words.map((word) => nearest(word, known))
  return meant.every((word, index) => word === words[index]) ? null : meant.join(' ')
}

function countWords(texts: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of wordsOf(texts.join(' '))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The word itself where it is known, in whatever form; the most common of those that are like it otherwise. */
function nearest(typed: string, known: Map<string, number>): string {
  const like = [...known].map(([word, count]) => ({ word, count, likeness: likeness(typed, word) }))
  if (like.some((other) => other.likeness >= FIRM)) return typed
  const [best] = like.filter((other) => other.likeness > 0).toSorted((one, other) => other.count - one.count)
  return best?.word ?? typed
}
