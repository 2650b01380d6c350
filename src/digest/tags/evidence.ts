// Evidence for a tag in an observation itself: closeness in meaning, keywords, words in common.
import { EMPTY_WORDS } from '../features/text/empty-words.ts'
import { detectLanguage } from '../features/text/language.ts'
import { stemWord } from '../features/text/stem.ts'
import { foldText, wordsOf } from '../features/text/words.ts'
import { addScaled, dot, normalize } from '../group/vector.ts'
import { compilePhrase, hasSigns, type Phrase, type StemmedText, stemText } from './phrases.ts'
import { type KnownTag, type Tag, tagTexts } from './tag.ts'

export type TaggedNote = {
  /** So that it does not count among its own neighbors. */
  id: string
  title: string
  description: string
  /** A unit vector, or null. */
  vector: Float32Array | null
}

export type ReadNote = {
  id: string
  language: string
  whole: StemmedText
  title: StemmedText
  words: Set<string>
  titleWords: Set<string>
  vector: Float32Array | null
}

export function readNote({ id, title, description, vector }: TaggedNote): ReadNote {
  const language = detectLanguage(`${title}\n${description}`)
  const whole = stemText(`${title}\n${description}`, language)
  const onlyTitle = stemText(title, language)
  const stems = ({ stems }: StemmedText) => new Set(stems.trim().split(' '))
  return { id, language, whole, title: onlyTitle, words: stems(whole), titleWords: stems(onlyTitle), vector }
}

/** How rare a word is in the project's sample, as a logarithm. Rare words say more. */
export type Rarity = (stem: string) => number

/** As if this many notes had been seen before the first. */
const PRIOR_NOTES = 64
const PRIOR_COUNT = 2

export function rarityIn(notes: ReadNote[]): Rarity {
  const counts = new Map<string, number>()
  for (const { words } of notes) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (stem) => Math.log((notes.length + PRIOR_NOTES) / ((counts.get(stem) ?? 0) + PRIOR_COUNT))
}

/** Vectors are compared by their difference from the project's mean. */
const PRIOR_CENTER = 16

export function centerOf(notes: ReadNote[], usual: Float32Array): Float32Array {
  const vectors = notes.flatMap(({ vector }) => vector ?? [])
  const width = vectors[0]?.length ?? usual.length
  const center = new Float32Array(width)
  const prior = usual.length === width ? PRIOR_CENTER : 0
  addScaled(center, prior > 0 ? usual : [], prior)
  for (const vector of vectors) addScaled(center, vector, 1)
  const count = vectors.length + prior
  return count === 0 ? center : center.map((value) => value / count)
}

export function centered(vector: Float32Array, center: Float32Array): Float32Array {
  const own = Float32Array.from(vector)
  addScaled(own, center, -1)
  return normalize(own)
}

export type TagSigns = {
  keywords: Phrase[]
  exclude: Phrase[]
  /** The tag's words as in a text of this language. */
  wordsIn(language: string): string[]
  /** Centered; null without a vector. */
  described: Float32Array | null
  label: Float32Array | null
}

/** The weight of all examples in the description's direction, relative to the description. */
const EXAMPLES = 0.5

export function signsOf({ tag, vectors }: KnownTag, center: Float32Array): TagSigns {
  const [described, label, ...examples] = vectors
  return {
    keywords: (tag.config.keywords ?? []).map(compilePhrase),
    exclude: (tag.config.exclude ?? []).map(compilePhrase),
    wordsIn: wordsOfTag(tag),
    described: described && directionOf(described, examples, center),
    label: label && centered(label, center),
  } as TagSigns
}

function directionOf(described: Float32Array, examples: Float32Array[], center: Float32Array): Float32Array {
  const direction = centered(described, center)
  for (const example of examples) addScaled(direction, centered(example, center), EXAMPLES / examples.length)
  return normalize(direction)
}

function wordsOfTag(tag: Tag): TagSigns['wordsIn'] {
  const [described = ''] = tagTexts(tag)
  // Phrases, and words with symbols, count as a whole.
  const isWord = (keyword: string) => !/\s/.test(keyword.trim()) && !hasSigns(keyword)
  const keywords = (tag.config.keywords ?? []).filter(isWord)
  const text = foldText([described, ...keywords].join(' ').replace(/['’]/g, ''))
  const words = wordsOf(text).filter((word) => word.length > 1 && !EMPTY_WORDS.has(word))
  const byLanguage = new Map<string, string[]>()
  return (language) => {
    const known = byLanguage.get(language)
    if (known) return known
    const stems = [...new Set(words.map((word) => stemWord(word, language)))]
    byLanguage.set(language, stems)
    return stems
  }
}

/**
 * Closeness to description and label, keyword anywhere, keyword in the title, and rarity of the words in common: all,
 * and those in the title.
 */
export type Evidence = [number, number, number, number, number, number]

const MOST_WORDS = 12

export function evidenceOf(
  tag: TagSigns,
  note: ReadNote,
  own: Float32Array | null,
  rarity: Rarity,
): Evidence {
  const close = (direction: Float32Array | null): number => (direction && own ? dot(direction, own) : 0)
  const found = (text: StemmedText): number =>
    Number(tag.keywords.some((phrase) => phrase(text, note.language)))
  const words = tag.wordsIn(note.language)
  let [all, inTitle] = [0, 0]
  for (const word of words) {
    if (!note.words.has(word)) continue
    all += rarity(word)
    if (note.titleWords.has(word)) inTitle = Math.max(inTitle, rarity(word))
  }
  return [
    close(tag.described),
    close(tag.label),
    found(note.whole),
    found(note.title),
    Math.min(MOST_WORDS, all),
    inTitle,
  ]
}
