// How close each member of an issue is to the others: in meaning where there are vectors, else in words.
import { EMPTY_WORDS } from '../features/text/empty-words.ts'
import { stemWord } from '../features/text/stem.ts'
import { anyWords, foldText } from '../features/text/words.ts'

export type MemberNote = {
  id: string
  userId: string
  title: string
  description: string
  /** An ISO 639-1 code. */
  language: string
  /** All of one model; null: there is none that can be read. */
  vector: Float32Array | null
}

export type CenteredNote = {
  note: MemberNote
  /** At most one; the higher, the nearer. */
  closeness: number
  words: ReadonlySet<string>
}

const READ_CHARACTERS = 2_000
const SHARPNESS = 10

/** The words of a text that carry its matter, without their endings. */
export function matterWords(text: string, language: string): Set<string> {
  const words = new Set<string>()
  for (const word of anyWords(foldText(text.slice(0, READ_CHARACTERS)))) {
    if (word.length < 2 || /^\d/.test(word) || EMPTY_WORDS.has(word)) continue
    words.add(stemWord(word, language))
  }
  return words
}

/** The nearest to the others first. */
export function byCloseness(notes: MemberNote[]): CenteredNote[] {
  const read = notes.map((note) => ({
    note,
    words: matterWords(`${note.title}\n${note.description}`, note.language),
  }))
  // While a project moves to another model, the first few vectors must not speak for all.
  const byMeaning = 2 * notes.filter(({ vector }) => vector).length >= notes.length
  const like = byMeaning ? likeness : likeInWords
  return read
    .map((one) => ({ ...one, closeness: nearness(othersOf(one, read).map((other) => like(one, other))) }))
    .sort((a, b) => b.closeness - a.closeness || (a.note.id < b.note.id ? -1 : 1))
}

type ReadNote = Pick<CenteredNote, 'note' | 'words'>

/** Those of other people, where there are any: who says the same again and again is not the center. */
function othersOf(one: ReadNote, all: ReadNote[]): ReadNote[] {
  const elsewhere = all.filter(({ note }) => note.userId !== one.note.userId)
  return elsewhere.length > 0 ? elsewhere : all.filter((other) => other !== one)
}

/** A mean in which high likeness counts more, so that a few notes that belong elsewhere do not move the center. */
function nearness(likenesses: number[]): number {
  if (likenesses.length === 0) return 0
  const sum = likenesses.reduce((total, each) => total + Math.exp(SHARPNESS * each), 0)
  return Math.log(sum / likenesses.length) / SHARPNESS
}

/** In meaning where both have a vector, else in words. At most one. */
export const likeness = (one: ReadNote, other: ReadNote): number =>
  one.note.vector && other.note.vector ? cosine(one.note.vector, other.note.vector) : likeInWords(one, other)

const likeInWords = (one: ReadNote, other: ReadNote): number => sharedBy(one.words, [other.words])

/** The mean share of the others that have a word of these; of a text alone, zero. */
export function sharedBy(words: ReadonlySet<string>, others: readonly ReadonlySet<string>[]): number {
  if (others.length === 0 || words.size === 0) return 0
  let found = 0
  for (const word of words) for (const other of others) if (other.has(word)) found++
  return found / (words.size * others.length)
}

/** The share of these words that nobody else has: a place, a person, a device of one note. */
export function ownShare(words: ReadonlySet<string>, others: readonly ReadonlySet<string>[]): number {
  if (others.length < 2 || words.size === 0) return 0
  let own = 0
  for (const word of words) if (!others.some((other) => other.has(word))) own++
  return own / words.size
}

/** From -1 to 1; 1 where both point the same way. */
const cosine = (a: Float32Array, b: Float32Array): number =>
  dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1)

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
