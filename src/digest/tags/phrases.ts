// Keywords and phrases: found whatever the case, accents and word forms, the words of a phrase in order.
import { stemWord } from '../features/text/stem.ts'
import { foldText, wordsOf } from '../features/text/words.ts'

export type StemmedText = {
  /** Stems between spaces, so that a phrase is a substring. */
  stems: string
  folded: string
}

export type Phrase = (text: StemmedText, language: string) => boolean

/** Scripts that write words without spaces: there a keyword is looked for as it is. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
/** What makes C++ another thing than C, and .NET than a net: signs that words are read without. */
const SIGNS = /[\p{S}#@&%*]|^\s*\.\p{L}/u

export const hasSigns = (phrase: string): boolean => SIGNS.test(phrase)

/** ß in capitals is SS. */
const fold = (text: string): string => foldText(text).replaceAll('ß', 'ss')

const stemsOf = (folded: string, language: string): string =>
  ` ${wordsOf(folded.replace(/['’]/g, ''))
    .map((word) => stemWord(word, language))
    .join(' ')} `

export function stemText(text: string, language: string): StemmedText {
  const folded = fold(text)
  return { stems: stemsOf(folded, language), folded }
}

/** The phrase is stemmed as each text's language asks: the same tag serves texts in several languages. */
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

/** Not within a word, where it begins or ends with a letter or a digit. */
function asItIs(folded: string): Phrase {
  const escaped = folded.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const before = /^[\p{L}\p{N}]/u.test(folded) ? '(?<![\\p{L}\\p{N}])' : ''
  const after = /[\p{L}\p{N}]$/u.test(folded) ? '(?![\\p{L}\\p{N}])' : ''
  const pattern = new RegExp(before + escaped + after, 'u')
  return (text) => pattern.test(text.folded)
}
