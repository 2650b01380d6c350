// Keywords and phrases: matched regardless of case, accents and word forms, with the words of a phrase in order.
import { stemWord } from '../features/text/stem.ts'
import { foldText, wordsOf } from '../features/text/words.ts'

export type StemmedText = {
  /** Stems separated by spaces, so that a phrase is a substring. */
  stems: string
  folded: string
}

export type Phrase = (text: StemmedText, language: string) => boolean

/** Scripts without spaces between words, where keywords are matched as substrings. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
/** Symbols that word splitting drops, but that distinguish C++ from C and .NET from a net. */
const SIGNS = /[\p{S}#@&%*]|^\s*\.\p{L}/u

export const hasSigns = (phrase: string): boolean => SIGNS.test(phrase)

/** Uppercase ß is SS. */
const fold = (text: string): string => foldText(text).replaceAll('ß', 'ss')

const stemsOf = (folded: string, language: string): string =>
  ` ${wordsOf(folded.replace(/['’]/g, ''))
    .map((word) => stemWord(word, language))
    .join(' ')} `

export function stemText(text: string, language: string): StemmedText {
  const folded = fold(text)
  return { stems: stemsOf(folded, language), folded }
}

/** Stems the phrase for each text's language, because one tag serves texts in several languages. */
export function compilePhrase(phrase: string): Phrase {
  const folded = fold(phrase).trim()
  if (UNSPACED.test(phrase)) return (text) => folded !== '' && text.folded.includes(folded)
  if (hasSigns(folded)) return asItIs(folded)
  const byLanguage = new Map<string, string>()
  return (text, language) => {
    let stems = byLanguage.get(language)
    if (stems === undefined) {
      stems = stemsOf(folded, language)
      byLanguage.set(language, stems)
    }
    return stems.trim() !== '' && text.stems.includes(stems)
  }
}

/** Not inside a word, where the phrase begins or ends with a letter or digit. */
function asItIs(folded: string): Phrase {
  const escaped = folded.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const before = /^[\p{L}\p{N}]/u.test(folded) ? '(?<![\\p{L}\\p{N}])' : ''
  const after = /[\p{L}\p{N}]$/u.test(folded) ? '(?![\\p{L}\\p{N}])' : ''
  const pattern = new RegExp(before + escaped + after, 'u')
  return (text) => pattern.test(text.folded)
}
