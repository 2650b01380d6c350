// Removes word endings: Porter's algorithm for English, and for other words the few endings of plurals and genders that
// related languages share.
import { stemmer } from 'stemmer'

/** Porter's algorithm only knows -ize. Short words are left unchanged: "revise" belongs to "revision". */
const BRITISH = /^([a-z]{5,})is(ations?|ed|ers?|es?|ing)$/

const LIGHT_ENDINGS = /(aux|eux|ees|ions|ion|es|en|er|em|et|os|as|is|ee|s|x|e|o|a)$/

/** Expects a folded word (see `foldText`). Returns words of other scripts unchanged. */
export function stemWord(word: string, language: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  if (language === 'en') return stemmer(word.replace(BRITISH, '$1iz$2'))
  const stem = word.replace(LIGHT_ENDINGS, '')
  return stem.length >= 3 ? stem : word
}
