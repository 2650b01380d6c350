// A piece of text to replace.

export type Span = { start: number; end: number; kind: string }

/** Finds values of one kind in a normalized text. */
export type Detector = (text: string) => Span[]

/** All matches of the pattern's first group, or else of the whole pattern, that pass the check. */
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
    const at = { before: text.slice(Math.max(0, start - CONTEXT), start), after: text.slice(end, end + 40) }
    if (accept(found, at)) spans.push({ start, end, kind })
  }
  return spans
}

/** A pattern, without (`core`) and with (`whole`) its lookaround. */
export type Bounded = { core: RegExp; whole: RegExp }

export const bounded = (before: string, core: string, after: string): Bounded => ({
  core: new RegExp(core),
  whole: new RegExp(before + core + after, 'g'),
})

/** Lookbehind at every character is expensive, so it runs only on texts that contain the core. */
export function boundedSpans(
  text: string,
  kind: string,
  { core, whole }: Bounded,
  accept?: Parameters<typeof spansOf>[3],
): Span[] {
  return core.test(text) ? spansOf(text, kind, whole, accept) : []
}

/**
 * Tests in one expression whether one of several lowercase words may be in the text, ignoring case. Testing word by
 * word took three times as long.
 */
export function wordsIn(text: string): (words: RegExp) => boolean {
  const lower = text.toLowerCase()
  const unsure = FOLDED.test(text)
  return (words) => unsure || words.test(lower)
}

/** Case-insensitive expressions match these to plain letters (`ſ` to `s`), but `toLowerCase` does not change them. */
const FOLDED = /[\u017F\u1C80-\u1C88]/

const CONTEXT = 60 // characters before a number that tell what it is

/** A normalized text, and the position of each of its characters in the original; null when none has moved. */
export type Readable = { text: string; places: Uint32Array | null }

/**
 * Normalizes digits, letters and signs of other scripts and widths, removes invisible characters, and decodes
 * characters encoded for URLs, HTML and JSON: `jane%40example.com`.
 */
export function readable(original: string): Readable {
  const plain = UNUSUAL.test(original) ? original.replace(UNUSUAL_ALL, plainOf) : original
  return MOVING.test(plain) ? withoutMoving(plain) : { text: plain, places: null }
}

function withoutMoving(plain: string): Readable {
  const places = new Uint32Array(plain.length + 1)
  let text = ''
  let from = 0
  const keep = (part: string, at: number, step: number) => {
    for (let index = 0; index < part.length; index++) places[text.length + index] = at + index * step
    text += part
  }
  for (const match of plain.matchAll(MOVING_ALL)) {
    keep(plain.slice(from, match.index), from, 1)
    keep(decoded(match), match.index, 0)
    from = match.index + match[0].length
  }
  keep(plain.slice(from), from, 1)
  places[text.length] = plain.length
  return { text, places: places.subarray(0, text.length + 1) }
}

/** Maps a span of the normalized text to the original. */
export const inOriginal = ({ places }: Readable, span: Span): Span =>
  places === null ? span : { ...span, start: places[span.start] as number, end: places[span.end] as number }

/** Decodes `%40`, `&#64;`, `&#x40;`, `&commat;` and `\u0040` to `@`. */
function decoded([encoded, percent, decimal, hex, named, escaped]: RegExpMatchArray): string {
  if (named) return NAMED.get(named) ?? encoded
  const code = decimal ? Number(decimal) : Number.parseInt(percent ?? hex ?? escaped ?? '', 16)
  // Only characters that values contain: a decoded separator must not create a false boundary.
  return code >= 32 && code < 127 && !(percent && code === AMPERSAND)
    ? String.fromCharCode(code)
    : Number.isNaN(code)
      ? ''
      : encoded
}

/** Separates parameters in a URL; an encoded one is part of a value. */
const AMPERSAND = 38

const NAMED = new Map([
  ['commat', '@'],
  ['period', '.'],
  ['plus', '+'],
  ['colon', ':'],
  ['equals', '='],
  ['amp', '&'],
  ['nbsp', ' '],
  ['quot', '"'],
  ['shy', ''],
  ['zwnj', ''],
  ['zwj', ''],
])

/** For a character class: zero-width characters, soft hyphens and direction marks. */
const INVISIBLE = '\\u00AD\\u034F\\u061C\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF'
const MOVING = new RegExp(
  `[${INVISIBLE}]|%(?:25){0,3}([2-7][\\da-f])|&#(?:0{0,4}(\\d{2,3})|x0{0,4}([\\da-f]{2}));|&(${[...NAMED.keys()].join('|')});|\\\\u00([2-7][\\da-f])`,
  'i',
)
const MOVING_ALL = new RegExp(MOVING.source, 'gi')

/** For a character class: digits of other scripts, wide letters, digits and signs, wide spaces, dashes. */
const UNUSUAL_PLACED =
  '\\u0660-\\u0669\\u06F0-\\u06F9\\u0966-\\u096F\\uFF0B\\uFF0D\\uFF0E\\uFF10-\\uFF19\\uFF1D\\uFF20-\\uFF3A\\uFF3F\\uFF41-\\uFF5A\\u00A0\\u2007\\u202F\\u3000\\u2010-\\u2015\\u2212'
/** For a character class. */
export const UNUSUAL_CHARACTERS = UNUSUAL_PLACED + INVISIBLE
const UNUSUAL = new RegExp(`[${UNUSUAL_PLACED}]`)
const UNUSUAL_ALL = new RegExp(UNUSUAL.source, 'g')
const ZEROS = [0x0660, 0x06f0, 0x0966]

function plainOf(character: string): string {
  const code = character.charCodeAt(0)
  const zero = ZEROS.find((first) => code >= first && code < first + 10)
  if (zero !== undefined) return String(code - zero)
  if (code > 0xff00) return String.fromCharCode(code - 0xfee0)
  return [0x00a0, 0x2007, 0x202f, 0x3000].includes(code) ? ' ' : '-'
}
