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
const READ_CHARACTERS = 32_768

const stemsOf = (folded: string, language: string): string =>
  ` ${wordsOf(folded.replace(/['’]/g, ''))
    .map((word) => stemWord(word, language))
    .join(' ')} `

export function stemText(text: string, language: string): StemmedText {
  const folded = foldText(text.slice(0, READ_CHARACTERS))
  return { stems: stemsOf(folded, language), folded }
}

/** The phrase is stemmed as each text's language asks: the same tag serves texts in several languages. */
export function compilePhrase(phrase: string): Phrase {
  const folded = foldText(phrase).trim()
  if (UNSPACED.test(phrase)) return (text) => folded !== '' && text.folded.includes(folded)
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
