// A piece of a text that is to be replaced.

export type Span = { start: number; end: number; kind: string }

/** Finds what is of one kind; `text` has plain digits and separators, character for character as long as the original. */
export type Detector = (text: string) => Span[]

/** Every match of the pattern's first group, or of all of it, that passes the check. */
export function spansOf(
  text: string,
  kind: string,
  pattern: RegExp,
  accept: (match: string, at: { before: string; after: string }) => boolean = () => true,
): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(pattern)) {
    const found = match[1] ?? match[0]
    const start = match.index + (match[1] === undefined ? 0 : match[0].lastIndexOf(found))
    const end = start + found.length
    const at = { before: text.slice(Math.max(0, start - CONTEXT), start), after: text.slice(end, end + 3) }
    if (accept(found, at)) spans.push({ start, end, kind })
  }
  return spans
}

/** What is looked for, and what must not stand around it. */
export type Bounded = { core: RegExp; whole: RegExp }

export const bounded = (before: string, core: string, after: string): Bounded => ({
  core: new RegExp(core),
  whole: new RegExp(before + core + after, 'g'),
})

/** To look behind at every character is what costs, so that is left for texts that have what is looked for at all. */
export function boundedSpans(
  text: string,
  kind: string,
  { core, whole }: Bounded,
  accept?: Parameters<typeof spansOf>[3],
): Span[] {
  return core.test(text) ? spansOf(text, kind, whole, accept) : []
}

/** Says whether one of several words, given in small letters, may be in the text, in letters of any case. One expression: to look
 * for one word after the other took three times as long. */
export function wordsIn(text: string): (words: RegExp) => boolean {
  const lower = text.toLowerCase()
  const unsure = FOLDED.test(text)
  return (words) => unsure || words.test(lower)
}

/** Expressions take these for plain letters (`ſ` for `s`), and `toLowerCase` does not. */
const FOLDED = /[\u017F\u1C80-\u1C88]/

const CONTEXT = 28 // characters before it that say what a number is

/** Digits of other scripts, and spaces and dashes of all widths, as their plain equals of the same length. */
export function plainCharacters(text: string): string {
  return UNUSUAL.test(text) ? text.replace(UNUSUAL_ALL, plain) : text
}

/** Inside of [] in an expression. */
export const UNUSUAL_CHARACTERS =
  '\\u0660-\\u0669\\u06F0-\\u06F9\\u0966-\\u096F\\uFF10-\\uFF19\\uFF0B\\uFF20\\u00A0\\u2007\\u202F\\u3000\\u2010-\\u2015\\u2212\\uFF0D'
const UNUSUAL = new RegExp(`[${UNUSUAL_CHARACTERS}]`)
const UNUSUAL_ALL = new RegExp(UNUSUAL.source, 'g')
const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10]

function plain(character: string): string {
  const code = character.charCodeAt(0)
  const zero = ZEROS.find((first) => code >= first && code < first + 10)
  if (zero !== undefined) return String(code - zero)
  if (code === 0xff0b) return '+'
  if (code === 0xff20) return '@'
  return [0x00a0, 0x2007, 0x202f, 0x3000].includes(code) ? ' ' : '-'
}
