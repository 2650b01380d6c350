// Word forms put aside: Porter's algorithm for English (1980, its public description), and for other words the
// few endings that plurals and genders share in the languages nearby.

const VOWEL_RUNS = /[^aeiouy][aeiouy]|^[aeiouy]/
const hasVowel = (stem: string): boolean => /[aeiouy]/.test(stem)

/** Porter's measure: how often a vowel run is followed by a consonant run. */
const measure = (stem: string): number =>
  stem
    .replace(/[^aeiouy]y/g, (match) => `${match[0]}i`)
    .replace(/[aeiou]+|y(?=[^aeiou])/g, 'V')
    .replace(/[^V]+/g, 'C')
    .split('VC').length - 1

const endsShort = (stem: string): boolean => /[^aeiou][aeiouy][^aeiouwxy]$/.test(stem)
const endsDouble = (stem: string): boolean => /([^aeiou])\1$/.test(stem)

function replaceEnding(word: string, endings: [string, string][], least: number): string {
  const found = endings.find(([ending]) => word.endsWith(ending))
  if (!found) return word
  const stem = word.slice(0, word.length - found[0].length)
  return measure(stem) > least ? stem + found[1] : word
}

function plural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (word.endsWith('ies')) return `${word.slice(0, -3)}i`
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

function pastAndProgressive(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const match = /^(.*?)(ed|ing)$/.exec(word)
  const stem = match?.[1]
  if (stem === undefined || !hasVowel(stem)) return word
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`
  if (endsDouble(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1)
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem
}

const STEP_2: [string, string][] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['ization', 'ize'],
  ['isation', 'ize'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['biliti', 'ble'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['entli', 'ent'],
  ['iviti', 'ive'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['alli', 'al'],
  ['ator', 'ate'],
  ['bli', 'ble'],
  ['eli', 'e'],
]
const STEP_3: [string, string][] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
]
const STEP_4: [string, string][] = [
  'ement',
  'ance',
  'ence',
  'able',
  'ible',
  'ment',
  'tion',
  'sion',
  'ant',
  'ent',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
  'ise',
  'al',
  'er',
  'ic',
  'ou',
].map((ending) => [ending, ending === 'tion' ? 't' : ending === 'sion' ? 's' : ''])

function finalE(word: string): string {
  if (!word.endsWith('e')) return word
  const stem = word.slice(0, -1)
  const size = measure(stem)
  return size > 1 || (size === 1 && !endsShort(stem)) ? stem : word
}

function porter(word: string): string {
  let stem = pastAndProgressive(plural(word))
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`
  stem = replaceEnding(stem, STEP_2, 0)
  stem = replaceEnding(stem, STEP_3, 0)
  stem = finalE(replaceEnding(stem, STEP_4, 1))
  return stem.endsWith('ll') && measure(stem) > 1 ? stem.slice(0, -1) : stem
}

const LIGHT_ENDINGS = /(aux|eux|ees|ions|ion|es|en|er|em|et|os|as|is|ee|s|x|e|o|a)$/

/** Expects a folded word (see `foldText`); other scripts come back unchanged. */
export function stemWord(word: string, language: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  if (language === 'en') return VOWEL_RUNS.test(word) ? porter(word) : word
  const stem = word.replace(LIGHT_ENDINGS, '')
  return stem.length >= 3 ? stem : word
}
