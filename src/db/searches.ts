// Turns what a person types into a tsquery: words in any form, "phrases", begin*, -without.
import type { Tx } from './pool.ts'

/** Languages whose word forms PostgreSQL knows, by the code that detection gives. */
const CONFIGS: Record<string, string> = {
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
}

export const searchConfig = (language: string): string => CONFIGS[language] ?? 'simple'

/** A word counts when it matches as it is or as an English or other known word form. */
const READINGS = ['simple', 'english', 'french', 'german', 'spanish']

type Term = { text: string; kind: 'word' | 'phrase' | 'prefix'; without: boolean }

export async function parseSearch(tx: Tx, typed: string): Promise<string> {
  const terms = [...typed.matchAll(/(-?)(?:"([^"]*)"?|(\S+))/g)].map(toTerm).filter(({ text }) => text !== '')
  if (terms.length === 0) return ''
  const columns = terms.map((term, index) => `ARRAY[${readings(term, `$${index + 1}`)}]`)
  const { rows } = await tx.query<{ terms: string[][] }>(
    `SELECT json_build_array(${columns.join(', ')}) AS terms`,
    terms.map(({ text }) => text),
  )
  return (rows[0]?.terms ?? []).flatMap((found, index) => join(found, terms[index]?.without)).join(' & ')
}

/** Each reading once: PostgreSQL takes the same word five times for five words, and expects too many rows of them. */
function join(found: string[], without = false): string[] {
  const distinct = [...new Set(found)].filter((reading) => reading !== '')
  return distinct.length === 0 ? [] : [`${without ? '!' : ''}(${distinct.join(' | ')})`]
}

function toTerm([, minus, phrase, word = '']: RegExpMatchArray): Term {
  const without = minus === '-'
  if (phrase !== undefined) return { text: phrase.trim(), kind: 'phrase', without }
  if (!word.endsWith('*')) return { text: word, kind: 'word', without }
  // to_tsquery has a syntax of its own; only letters and digits of the beginning are passed on.
  return { text: word.replaceAll(/[^\p{L}\p{N}]/gu, ''), kind: 'prefix', without }
}

function readings({ kind }: Term, parameter: string): string {
  const reading = {
    word: (config: string) => `plainto_tsquery('${config}', ${parameter})::text`,
    phrase: (config: string) => `phraseto_tsquery('${config}', ${parameter})::text`,
    prefix: (config: string) => `to_tsquery('${config}', ${parameter}::text || ':*')::text`,
  }[kind]
  const configs = kind === 'prefix' ? ['simple'] : READINGS
  return configs.map(reading).join(', ')
}
