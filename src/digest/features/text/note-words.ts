// A note's words as evidence that two notes are about the same matter: a word that few notes of a project contain says
// more than meaning does. Kept as numbers, because only equality counts.
import { EMPTY_WORDS } from './empty-words.ts'
import type { NoteText } from './readable.ts'
import { stemWord } from './stem.ts'
import { anyWords, foldText } from './words.ts'

const MOST_WORDS = 64
const SHORTEST = 3
/** In a script without spaces. */
const SHORTEST_DENSE = 2
const READ_CHARACTERS = 4_000

/** Characters between spaces, without punctuation around them. */
const TOKEN = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|[._:/#@'’+-]+(?=[\p{L}\p{N}]))*/gu
/** A name for something: "HADOOP-17796", "foo.bar_baz", "ClassNotFoundException". */
const IDENTIFIER = /[\p{L}\p{N}][._:/#@][\p{L}\p{N}]|\p{L}-?\p{N}|\p{N}\p{L}|\p{Ll}\p{Lu}/u
const BETWEEN = /[._:/#@-]+/
const HUMP = /(?<=\p{Ll})(?=\p{Lu})/u

/**
 * The numbers of the distinct words in a note's relevant text, in ascending order. When there are too many, the title's
 * words are kept first.
 */
export function wordsOfNote({ title, description }: NoteText, language: string): Uint32Array {
  const hashes = new Set<number>()
  for (const text of [title, description])
    for (const [token] of text.slice(0, READ_CHARACTERS).matchAll(TOKEN)) {
      if (hashes.size >= MOST_WORDS) break
      for (const word of wordsOfToken(token, language)) hashes.add(hashOf(word))
    }
  return Uint32Array.from([...hashes].slice(0, MOST_WORDS)).sort()
}

/** A name as a whole, and its parts. */
function wordsOfToken(token: string, language: string): string[] {
  const isName = IDENTIFIER.test(token)
  const parts = isName ? token.split(BETWEEN).flatMap((part) => [part, ...part.split(HUMP)]) : [token]
  const words = parts.flatMap((part) => anyWords(foldText(part))).filter(saysSomething)
  return [...(isName ? [foldText(token)] : []), ...words.map((word) => stemWord(word, language))]
}

const saysSomething = (word: string): boolean =>
  word.length >=
    (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(word)
      ? SHORTEST_DENSE
      : SHORTEST) && !EMPTY_WORDS.has(word)

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193)
    hash = Math.imul(hash ^ (unit >> 8), 0x01000193)
  }
  return hash >>> 0
}

const BYTES = 4

export function encodeWords(words: Uint32Array): Buffer {
  const encoded = Buffer.alloc(words.length * BYTES)
  for (const [at, word] of words.entries()) encoded.writeUInt32LE(word, at * BYTES)
  return encoded
}

/**
 * Copies into one buffer, as `decodeTogether` does for vectors. Empty for a note that was read before words were
 * stored.
 */
export function decodeWordsTogether(encoded: (Buffer | null)[]): Uint32Array[] {
  const all = new Uint32Array(encoded.reduce((sum, one) => sum + (one?.length ?? 0) / BYTES, 0))
  let at = 0
  return encoded.map((one) => {
    const words = all.subarray(at, at + (one?.length ?? 0) / BYTES)
    at += words.length
    for (let place = 0; place < words.length; place++) words[place] = one?.readUInt32LE(place * BYTES) ?? 0
    return words
  })
}
