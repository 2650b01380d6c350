// How close each member of an issue is to its center, by meaning if there are vectors, and else by words.
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
  /** From the same model for all members; null when there is no readable one. */
  vector: Float32Array | null
}

export type CenteredNote = {
  note: MemberNote
  /** At most 1; higher is closer. */
  closeness: number
  words: ReadonlySet<string>
}

const READ_CHARACTERS = 2_000

/** The content words of a text, without endings. */
export function matterWords(text: string, language: string): Set<string> {
  const words = new Set<string>()
  for (const word of anyWords(foldText(text.slice(0, READ_CHARACTERS)))) {
    if (word.length < 2 || /^\d/.test(word) || EMPTY_WORDS.has(word)) continue
    words.add(stemWord(word, language))
  }
  return words
}

/** The closest to the center first. */
export function byCloseness(notes: MemberNote[]): CenteredNote[] {
  const words = notes.map(({ title, description, language }) =>
    matterWords(`${title}\n${description}`, language),
  )
  const vectors = notes.flatMap(({ vector }) => (vector ? [vector] : []))
  // While a project moves to another model, its first few vectors must not represent all notes.
  const center = 2 * vectors.length >= notes.length ? sumOf(vectors) : null
  return notes
    .map((note, i) => {
      const own = words[i] as Set<string>
      const closeness =
        center && note.vector
          ? cosine(note.vector, center)
          : sharedBy(
              own,
              words.filter((_, j) => j !== i),
            )
      return { note, closeness, words: own }
    })
    .sort((a, b) => b.closeness - a.closeness || (a.note.id < b.note.id ? -1 : 1))
}

/** The mean share of the others that contain a word of these; zero for a single text. */
export function sharedBy(words: ReadonlySet<string>, others: readonly ReadonlySet<string>[]): number {
  if (others.length === 0 || words.size === 0) return 0
  let found = 0
  for (const word of words) for (const other of others) if (other.has(word)) found++
  return found / (words.size * others.length)
}

/** The share of these words that no other note has: a place, a person, a device. */
export function ownShare(words: ReadonlySet<string>, others: readonly ReadonlySet<string>[]): number {
  if (others.length < 2 || words.size === 0) return 0
  let own = 0
  for (const word of words) if (!others.some((other) => other.has(word))) own++
  return own / words.size
}

/** Has the direction of their mean. */
function sumOf(vectors: Float32Array[]): Float32Array | null {
  const [first] = vectors
  if (!first) return null
  const sum = new Float32Array(first.length)
  for (const vector of vectors)
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (vector[i] as number)
  return sum
}

/** From -1 to 1; 1 for the same direction. */
export const cosine = (a: Float32Array, b: Float32Array): number =>
  dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1)

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
