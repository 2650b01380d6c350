// Removes addresses, hashes, paths, browsers and repeated text from lines.

const LINKED = /!\[[^\][]{0,200}\]\([^()\s]{1,2000}\)|\[([^\][]{1,200})\]\([^()\s]{1,2000}\)/g
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`)\]}|]{1,4000}/gi
const BROWSER =
  /(?:\buser[- ]agent ?: {0,4})?\bMozilla\/\d\.\d{1,2}(?: \([^()]{0,200}\)| [A-Za-z][A-Za-z.]{1,20}\/[\w.+-]{1,40}){1,12}/gi
const BUILD = /\bbuild (?:id|identifier) ?: {0,2}\d{6,20}\b/gi
const INLINE_HEADING =
  /\b(?:steps to reproduce|(?:actual|expected) (?:results?|behaviou?r)|reproducible|additional information) ?: ?/gi
const HEXADECIMAL =
  /\b(?=[\da-f]{0,40}\d)[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b|\b0x[\da-f]{9,16}\b/gi
const LONG_WORD = /[\w+/=%.~-]{40,}/g
const HASH = /\b[\da-f]{12,128}\b/g
const PACKAGES = /\b(?:[a-z][a-z0-9_]{0,40}\.){2,12}(?=[A-Z]\w{1,80}(?:Exception|Error|Throwable|Failure)\b)/g
const LATER_FRAMES = /(?<=\)) ?\bat (?:[\w$-]{1,60}[./]){1,16}[\w$<>]{1,80}\([^()\s]{0,120}\)/g
const FILE_PATH =
  /(?:\b[A-Z]:\\(?:[^\\\s"'`:;,()<>|*?]{1,60}\\){2}|(?<![\w/.])\/(?:usr|home|users|var|opt|tmp|etc|private|applications|builds?|system|library|root|mnt|lib|srv|workspace)\/)[^\s"'`:;,()<>|*?]{1,300}/gi
const PREFIX = /^(?:(?:re|fwd?|aw|wg|tr|rv|antw|sv) ?: {1,3}){1,5}/i

/** Trackers whose texts lost their markup. */
const PLAIN_FORM =
  /\b(?:user agent mozilla(?: (?!steps )\S{1,30}){0,24}|created attachment|steps to reproduce|actual results?|expected results?)(?: |$)/g
const MARKS = /[.,:;!?。，！？]/

/** Returns the line unchanged when it contains none of these. */
export function tidied(line: string): string {
  const read = line
    .replace(PREFIX, '')
    .replace(LINKED, '$1')
    .replace(BROWSER, ' ')
    .replace(BUILD, ' ')
    .replace(ADDRESS, wordOfAddress)
    .replace(INLINE_HEADING, ' ')
    .replace(HEXADECIMAL, ' ')
    .replace(FILE_PATH, (path) => path.split(/[\\/]/).at(-1) ?? '')
    .replace(LONG_WORD, (word) => (/\d/.test(word) && /^[^._]*$/.test(word) ? ' ' : word))
    .replace(HASH, (word) => (/\d/.test(word) && /[a-f]/.test(word) ? ' ' : word))
    .replace(LATER_FRAMES, '')
    .replace(PACKAGES, '')
  const plain = MARKS.test(read) ? read : read.replace(PLAIN_FORM, '')
  return plain === line ? line : plain.replaceAll(/[ \t]{1,200}/g, ' ').trim()
}

/** The last word of an address's path, or else its host. */
function wordOfAddress(address: string): string {
  const [host = '', ...path] = (address.split('://')[1] ?? '').split(/[?#]/)[0]?.split('/') ?? []
  const end = /[.,;:!]$/.exec(address)?.[0] ?? ''
  const word = path
    .filter(Boolean)
    .at(-1)
    ?.replace(/[.,;:!]$/, '')
  if (word === undefined) return host.replace(/^www\./, '')
  const isWord = word.length <= 40 && /[a-z]{3}/i.test(word) && !/[\da-f]{7}|%|=|\d{5}/i.test(word)
  return isWord ? `${word}${end}` : end
}

const RUN = 4
const REPEATING_FROM = 60
const REPEATING_SHARE = 0.15

/** Texts that repeat the same words, like logs without line breaks, are reduced to one occurrence. */
export function withoutRepeats(lines: string[]): string[] {
  const words = lines.map((line) => line.split(' '))
  const count = words.reduce((sum, own) => sum + own.length, 0)
  if (count < REPEATING_FROM) return lines
  const known = new Set<string>()
  const once = words.map((own) => {
    const again = own.map(() => false)
    for (let at = 0; at + RUN <= own.length; at++) {
      const said = own.slice(at, at + RUN).join(' ')
      if (known.has(said)) again.fill(true, at, at + RUN)
      else known.add(said)
    }
    return own.filter((_, at) => !again[at])
  })
  const left = once.reduce((sum, own) => sum + own.length, 0)
  if (left > count * (1 - REPEATING_SHARE)) return lines
  return once.map((own) => own.join(' ')).filter((line) => line !== '')
}
