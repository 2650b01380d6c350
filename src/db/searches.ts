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
  const values: string[] = []
  const parts = terms.map((term) => condition(term, `$${values.push(term.text)}`))
  if (parts.length === 0) return ''
  const { rows } = await tx.query<{ query: string }>(`SELECT (${parts.join(' && ')})::text AS query`, values)
  return rows[0]?.query ?? ''
}

function toTerm([, minus, phrase, word = '']: RegExpMatchArray): Term {
  const without = minus === '-'
  if (phrase !== undefined) return { text: phrase.trim(), kind: 'phrase', without }
  if (!word.endsWith('*')) return { text: word, kind: 'word', without }
  // to_tsquery has a syntax of its own; only letters and digits of the beginning are passed on.
  return { text: word.replaceAll(/[^\p{L}\p{N}]/gu, ''), kind: 'prefix', without }
}

function condition({ kind, without }: Term, parameter: string): string {
  const reading = {
    word: (config: string) => `plainto_tsquery('${config}', ${parameter})`,
    phrase: (config: string) => `phraseto_tsquery('${config}', ${parameter})`,
    prefix: (config: string) => `to_tsquery('${config}', ${parameter}::text || ':*')`,
  }[kind]
  const configs = kind === 'prefix' ? ['simple'] : READINGS
  return `${without ? '!!' : ''}(${configs.map(reading).join(' || ')})`
}
