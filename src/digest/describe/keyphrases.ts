// The words and short phrases that an issue's observations share and the rest of the project does not.
import { countGrams } from '../features/text/char-grams.ts'
import { EMPTY_WORDS } from '../features/text/empty-words.ts'
import { stemWord } from '../features/text/stem.ts'
import { foldText } from '../features/text/words.ts'

const LONGEST_PHRASE = 3
const TOKENS = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu
const READ_CHARACTERS = 1_000
/** Words rarer than this in text at large may begin or end a phrase; "the", "user" and "please" may not. */
const LEAST_IDF = 4.2

interface Phrase {
  text: string
  observations: Set<number>
  worth: number
}

/** The mean rarity of a word's grams: the gram table doubles as a table of word frequencies. */
const rarityOf = (word: string, idf: Float32Array): number => {
  let sum = 0
  const grams = countGrams(word)
  for (const bucket of grams.keys()) sum += idf[bucket] as number
  return sum / Math.max(1, grams.size)
}

const saysNothing = (word: string): boolean => word.length < 3 || EMPTY_WORDS.has(word.toLowerCase())

const phrasesIn = (
  text: string,
  rarity: (word: string) => number,
): { key: string; text: string; worth: number }[] => {
  const words = text.slice(0, READ_CHARACTERS).match(TOKENS) ?? []
  const phrases: { key: string; text: string; worth: number }[] = []
  for (let start = 0; start < words.length; start++) {
    for (let size = 1; size <= LONGEST_PHRASE && start + size <= words.length; size++) {
      const part = words.slice(start, start + size)
      const ends = [part[0], part.at(-1)] as [string, string]
      if (ends.some((word) => saysNothing(word) || rarity(word) < LEAST_IDF)) continue
      const key = part.map((word) => stemWord(foldText(word), 'en')).join(' ')
      const worth = part.reduce((sum, word) => sum + rarity(word), 0) / Math.sqrt(size)
      phrases.push({ key, text: part.join(' ').toLowerCase(), worth })
    }
  }
  return phrases
}

const overlaps = (chosen: Phrase[], key: string, keys: Map<Phrase, string>): boolean =>
  chosen.some((phrase) => {
    const other = ` ${keys.get(phrase)} `
    return other.includes(` ${key} `) || ` ${key} `.includes(other)
  })

export const findKeyphrases = (texts: string[], idf: Float32Array, count = 5): string[] => {
  const known = new Map<string, number>()
  const rarity = (word: string): number => {
    const value = known.get(word) ?? rarityOf(word, idf)
    known.set(word, value)
    return value
  }
  const phrases = new Map<string, Phrase>()
  for (const [i, text] of texts.entries()) {
    for (const { key, text: words, worth } of phrasesIn(text, rarity)) {
      const phrase = phrases.get(key) ?? { text: words, observations: new Set<number>(), worth }
      phrase.observations.add(i)
      phrases.set(key, phrase)
    }
  }
  const least = texts.length >= 3 ? 2 : 1
  const ranked = [...phrases]
    .filter(([, phrase]) => phrase.observations.size >= least)
    .sort(([, a], [, b]) => b.worth * b.observations.size - a.worth * a.observations.size)
  const chosen: Phrase[] = []
  const keys = new Map(ranked.map(([key, phrase]) => [phrase, key]))
  for (const [key, phrase] of ranked) {
    if (chosen.length === count) break
    if (!overlaps(chosen, key, keys)) chosen.push(phrase)
  }
  return chosen.map(({ text }) => text)
}
