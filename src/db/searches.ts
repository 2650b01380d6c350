// Turns what a person types into a tsquery: words in any form, the last one also as a beginning, "phrases", begin*,
// -without.
import type { Tx } from './pool.ts'

/** Languages with word forms in PostgreSQL, by the code that detection returns. */
const CONFIGS = new Map<string, string>(
  Object.entries({
    da: 'danish',
    de: 'german',
    en: 'english',
    es: 'spanish',
    fi: 'finnish',
    fr: 'french',
    hu: 'hungarian',
    it: 'italian',
    nl: 'dutch',
    no: 'norwegian',
    pt: 'portuguese',
    ro: 'romanian',
    ru: 'russian',
    sv: 'swedish',
    tr: 'turkish',
  }),
)

export const searchConfig = (language: string): string => CONFIGS.get(language) ?? 'simple'

/** A word counts when it matches as it is or as an English or other known word form. */
const READINGS = ['simple', 'english', 'french', 'german', 'spanish']

/** `last`: a word that may still be being typed. */
type Term = { text: string; kind: 'word' | 'last' | 'phrase' | 'prefix'; without: boolean }

export const parseSearch = async (tx: Tx, typed: string): Promise<string> =>
  (await parseSearchApart(tx, typed)).query

/** Each as the text of a tsquery: what must be there and what must not, and what must not by itself. */
export type ParsedSearch = { query: string; excluded: string }

export async function parseSearchApart(tx: Tx, typed: string): Promise<ParsedSearch> {
  const terms = await readTerms(tx, typed)
  return {
    query: terms.map(({ without, query }) => `${without ? '!' : ''}(${query})`).join(' & '),
    excluded: anyOf(terms.filter(({ without }) => without)),
  }
}

/** What to highlight in a match, each as the text of a tsquery; empty if there is nothing to highlight. */
export type SoughtTerms = {
  words: string
  phrases: string
  /** The number of words in the shortest phrase. */
  phraseLength: number
}

export async function parseSought(tx: Tx, typed: string): Promise<SoughtTerms> {
  const terms = (await readTerms(tx, typed)).filter(({ without }) => !without)
  const phrases = terms.filter(({ kind }) => kind === 'phrase')
  return {
    words: anyOf(terms.filter(({ kind }) => kind !== 'phrase')),
    phrases: anyOf(phrases),
    phraseLength: Math.min(...phrases.map(({ text }) => text.split(/\s+/).length)),
  }
}

type ReadTerm = Term & { query: string }

const anyOf = (some: ReadTerm[]): string => some.map(({ query }) => `(${query})`).join(' | ')

/** Without terms that mean nothing in any language. */
async function readTerms(tx: Tx, typed: string): Promise<ReadTerm[]> {
  const terms = toTerms(typed)
  if (terms.length === 0) return []
  const columns = terms.map((term, index) => `ARRAY[${readings(term, `$${index + 1}`)}]`)
  const { rows } = await tx.query<{ terms: string[][] }>(
    `SELECT json_build_array(${columns.join(', ')}) AS terms`,
    terms.map(({ text }) => text),
  )
  const found = rows[0]?.terms ?? []
  return terms
    .map((term, index) => ({ ...term, query: join(found[index] ?? []) }))
    .filter(({ query }) => query !== '')
}

/** Each reading once: PostgreSQL takes the same word five times for five words, and expects too many rows of them. */
const join = (found: string[]): string => [...new Set(found)].filter((reading) => reading !== '').join(' | ')

function toTerms(typed: string): Term[] {
  const terms = [...typed.matchAll(/(-?)(?:"([^"]*)"?|(\S+))/g)].map(toTerm).filter(({ text }) => text !== '')
  const last = terms.at(-1)
  // One or two letters match too many words: all of them would be read to find the newest few.
  const unfinished = last?.kind === 'word' && !last.without && /^[\p{L}\p{N}]{3,}$/u.test(last.text)
  return unfinished ? [...terms.slice(0, -1), { ...last, kind: 'last' }] : terms
}

function toTerm([, minus, phrase, word = '']: RegExpMatchArray): Term {
  const without = minus === '-'
  if (phrase !== undefined) return { text: phrase.trim(), kind: 'phrase', without }
  if (!word.endsWith('*')) return { text: word, kind: 'word', without }
  // to_tsquery has a syntax of its own; only letters and digits of the beginning are passed on.
  return { text: word.replaceAll(/[^\p{L}\p{N}]/gu, ''), kind: 'prefix', without }
}

function readings({ kind }: Term, parameter: string): string {
  const beginning = `to_tsquery('simple', ${parameter}::text || ':*')::text`
  if (kind === 'prefix') return beginning
  const parse = kind === 'phrase' ? 'phraseto_tsquery' : 'plainto_tsquery'
  const forms = READINGS.map((config) => `${parse}('${config}', ${parameter})::text`)
  return [...forms, ...(kind === 'last' ? [beginning] : [])].join(', ')
}

// How matching answers and users are found depends on how many there are, judged by the newest: frequent matches are
// soon found by walking through all in order, and are too many to collect; rare ones are collected from an index.

/** How many of the newest are checked, and how many matches make a term frequent. */
export const NEWEST = 1_000
export const FREQUENT = 10
/** From here on, matches are also counted by walking: an index would collect all first. */
export const COMMON = 200
/** The most that are collected. */
export const FEW = 3_000
