// Telephone numbers: with a country code, in the forms that people write at home, or after a word that says so.
import { bounded, boundedSpans, type Span, spansOf, wordsIn } from './span.ts'

const SEPARATED = '(?:[ .\\-/]|\\)[ -]?| ?\\()?'
const NOT_BEFORE = '(?<![\\w.,:#/=+-]|\\d[ ])'
const NOT_AFTER = '(?![\\w%€$£°]|[.,:/-]\\d| ?(?:€|%|EUR|USD|rows|Zeilen|lignes|users|bytes|MB|kB|ms)\\b)'

/** Whatever its form, a number has as many, and no more than this between two of them. */
const SEVEN_DIGITS = /\d(?:[ .\-/()]{0,2}\d){6}/

const INTERNATIONAL = bounded('(?<![\\w.,#=+-])', `\\(?(?:\\+|00)[1-9](?:${SEPARATED}\\d){6,14}`, NOT_AFTER)
/** Area code and exchange never begin with 0 or 1. */
const NORTH_AMERICAN = bounded(
  NOT_BEFORE,
  '(?:1[ .-])?(?:\\([2-9]\\d\\d\\) ?|[2-9]\\d\\d[ .-])[2-9]\\d\\d[ .-]\\d{4}',
  NOT_AFTER,
)
/** After the 0 that asks for another town or a mobile network. */
const TRUNK = bounded(NOT_BEFORE, `\\(?0[1-9](?:${SEPARATED}\\d){7,10}`, NOT_AFTER)
const RUSSIAN = bounded(NOT_BEFORE, '8 ?\\(?[3-9]\\d\\d\\)? ?\\d{3}[ -]\\d\\d[ -]\\d\\d', NOT_AFTER)
const BRAZILIAN = bounded(NOT_BEFORE, '\\(?[1-9]\\d\\)? ?9\\d{4}-\\d{4}', NOT_AFTER)
const ANNOUNCED =
  /(?:\b(?:tel|telef|telefon|telefono|teléfono|telefone|téléphone|telephone|phone|mobile|mobil|cell|celular|fax|whatsapp|handy|rufnummer|numéro|nummer|ring|call|text|reach)\w*|电话|手机|電話|携帯|전화|هاتف|फोन|टेलीफोन)[ .:#)]{0,3}(?:\p{L}{1,8}[ :]{1,2}){0,3}\(?(\d(?:[ .\-/()]{0,2}\d){6,13})(?![\w%]|[.,:]\d)/giu
/** One of these is in every word above that announces a number. */
const ANNOUNCING =
  /tel|tél|phone|mobil|cel|fax|whatsapp|handy|nummer|numéro|ring|call|text|reach|电话|手机|電話|携帯|전화|هاتف|फोन|टेलीफोन/

/** Words before numbers that begin with 0 and are nobody's telephone. */
const ARTICLE =
  /\b(?:sku|gtin|ean|isbn|upc|serial|model|part|article|order|bestell\p{L}*|artikel\p{L}*|sensor)\P{L}{0,2}(?:n[or]\.?|number)?\P{L}{0,2}$/iu

export function findPhones(text: string): Span[] {
  if (!SEVEN_DIGITS.test(text)) return []
  const spans = [
    ...boundedSpans(text, 'phone', INTERNATIONAL, (found) => digitsIn(found) <= 15 && !isDate(found)),
    ...boundedSpans(text, 'phone', NORTH_AMERICAN),
    ...boundedSpans(
      text,
      'phone',
      TRUNK,
      (found, { before }) => digitsIn(found) >= 9 && digitsIn(found) <= 12 && !ARTICLE.test(before),
    ),
    ...boundedSpans(text, 'phone', RUSSIAN),
    ...boundedSpans(text, 'phone', BRAZILIAN),
    ...(wordsIn(text)(ANNOUNCING)
      ? spansOf(text, 'phone', ANNOUNCED, (found) => !isDate(found) && digitsIn(found) <= 13)
      : []),
  ]
  return spans.map((span) => withoutBracket(text, span))
}

/** One that encloses the number is not part of it: `(+49 30 901820)`. */
function withoutBracket(text: string, span: Span): Span {
  const found = text.slice(span.start, span.end)
  return found.startsWith('(') && !found.includes(')') ? { ...span, start: span.start + 1 } : span
}

const digitsIn = (text: string): number => text.replace(/\D/g, '').length

const isDate = (found: string): boolean =>
  /^(?:19|20)\d\d[-./ ]\d\d?[-./ ]\d\d?/.test(found) || /^\d\d?[-./]\d\d?[-./](?:19|20)\d\d$/.test(found)
