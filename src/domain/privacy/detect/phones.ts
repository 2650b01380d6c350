// Phone numbers: with a country code, in national formats, or after a word that announces one.
import { bounded, boundedSpans, type Span, spansOf, wordsIn } from './span.ts'

const SEPARATED = '(?:[ .\\-/]{1,3}|\\)[ .\\-/]{0,2}|[ .-]?\\()?'
const NOT_BEFORE = '(?<![\\w.,#/=+-]|\\d[ :])'
const NOT_AFTER = '(?![\\w%€$£°]|[.,:/-]\\d| ?(?:€|%|EUR|USD|rows|Zeilen|lignes|users|bytes|MB|kB|ms)\\b)'

/** Every format has at least seven digits, with at most this between two of them. */
const SEVEN_DIGITS = /\d(?:[ .\-/()]{0,2}\d){6}/

const INTERNATIONAL = bounded('(?<![\\w.,#=+-])', `\\(?(?:\\+|00)[1-9](?:${SEPARATED}\\d){6,14}`, NOT_AFTER)
/** Area code and exchange never begin with 0 or 1. */
const NORTH_AMERICAN = bounded(
  NOT_BEFORE,
  '(?:1[ .-]?)?(?:\\([2-9]\\d\\d\\)[ -]?[2-9]\\d\\d[ .-]?|[2-9]\\d\\d[ .-][2-9]\\d\\d[ .-])\\d{4}',
  NOT_AFTER,
)
/** After the 0 that dials another area or a mobile network. */
const TRUNK = bounded(NOT_BEFORE, `\\(?0[1-9](?:${SEPARATED}\\d){7,10}`, NOT_AFTER)
const RUSSIAN = bounded(NOT_BEFORE, '8[ -]?\\(?[3-9]\\d\\d\\)?[ -]?\\d{3}[ -]\\d\\d[ -]\\d\\d', NOT_AFTER)
const BRAZILIAN = bounded(NOT_BEFORE, '\\(?[1-9]\\d\\)? ?9\\d{4}[ -]\\d{4}', NOT_AFTER)
/** Mobile numbers of China and India, and ten digits as grouped there and in Mexico or Italy. */
const MOBILE = bounded(
  NOT_BEFORE,
  '(?:1[3-9]\\d[ -]?\\d{4}[ -]?\\d{4}|[6-9]\\d{4}[ -]\\d{5}|3[2-9]\\d[ .]\\d{3}[ .]?\\d{4}|[5-9]\\d \\d{4} \\d{4}|9[1-8] \\d{3} \\d\\d \\d\\d|[67]\\d\\d \\d\\d \\d\\d \\d\\d|[679]\\d\\d[ .-]\\d{3}[ .-]\\d{3})',
  NOT_AFTER,
)
const ANNOUNCERS =
  'tel|telef|telefon|telefono|teléfono|telefone|téléphone|telephone|telefoon|phone|(?:my|his|her|their|our|your) (?:new |old |work |office |home |private )?number|número|numero|mobile|mobil|móvil|celular|cell|cellulare|portable|fax|whatsapp|signal|sms|handy|komórk|rufnummer|rückruf|numéro|nummer|numer|ring|call|text|reach|callback|hotline|contact|anruf|erreichbar|appel|joindre|llam|ligar|ligue|chiam|dzwoni|zadzwoni|bellen|zvon|звон|телефон|номер|тел|моб'
const ANNOUNCED = new RegExp(
  `(?:(?<![\\p{L}])(?:${ANNOUNCERS})\\p{L}{0,20}|电话|手机|電話|携帯|전화|연락처|هاتف|फोन|टेलीफोन)[ .:#)="'：はは는은-]{0,4}(?:\\p{L}{1,10}[ :,]{1,2}){0,4}\\(?(\\+?\\d(?:[ .\\-/()]{0,2}\\d){6,13})(?![\\w%]|[.,:]\\d)`,
  'giu',
)
/** Every announcing word above contains one of these. */
const ANNOUNCING =
  /number|número|numero|tel|tél|phone|mobil|móvil|cel|portable|fax|whatsapp|signal|sms|handy|komórk|nummer|rückruf|numéro|numer|ring|call|text|reach|hotline|contact|anruf|erreichbar|appel|joindre|llam|liga|ligu|chiam|dzwoni|bellen|zvon|звон|телефон|номер|тел|моб|电话|手机|電話|携帯|전화|연락처|هاتف|फोन|टेलीफोन/

/** Words before numbers that are not phone numbers. */
const ARTICLE =
  /(?<!\p{L})(?:sku|gtin|ean|isbn|upc|imei|iccid|vin|serial\p{L}*|model|part|article|order|invoice|ticket|case|claim|parcel|tracking|shipment|policy|account|ref|reference|customer|booking|batch|lot|id|vat|tax|meter|licen[cs]e|po|bestell\p{L}*|artikel\p{L}*|auftrag\p{L}*|rechnung\p{L}*|kunden\p{L}*|sendung\p{L}*|konto\p{L}*|vorgang\p{L}*|commande|facture|colis|dossier|pedido|factura|ordine|fattura|zamówieni\p{L}*|faktura|заказ\p{L}*|счёт\p{L}*|sensor|build|订单\p{L}*|注文\p{L}*)\P{L}{0,3}(?:(?:n[or]|num|№|number|nummer|numer|numéro|id|code)(?!\p{L})\P{L}{0,3})?(?:(?:is|was|ist|est|es) )?$/iu

/** In links that call. */
const LINKED = /(?:wa\.me\/|whatsapp\.com\/send\/?\?phone=|(?:tel|sms|callto|facetime):)\+?(\d{7,15})(?!\d)/gi

export function findPhones(text: string): Span[] {
  if (!SEVEN_DIGITS.test(text)) return []
  const isCalled = (candidate: string, { before }: { before: string }) =>
    !isDate(candidate) && !ARTICLE.test(before)
  const isWithin = (least: number, most: number) => (candidate: string, at: { before: string }) =>
    digitsIn(candidate) >= least && digitsIn(candidate) <= most && isCalled(candidate, at)
  const spans = [
    ...boundedSpans(text, 'phone', INTERNATIONAL, isWithin(7, 15)),
    ...boundedSpans(text, 'phone', NORTH_AMERICAN, isCalled),
    ...boundedSpans(text, 'phone', TRUNK, isWithin(9, 12)),
    ...boundedSpans(text, 'phone', RUSSIAN, isCalled),
    ...boundedSpans(text, 'phone', BRAZILIAN, isCalled),
    ...boundedSpans(text, 'phone', MOBILE, isCalled),
    ...(/wa\.me|whatsapp\.com|tel:|sms:|callto:|facetime:/i.test(text) ? spansOf(text, 'phone', LINKED) : []),
    ...(wordsIn(text)(ANNOUNCING) ? spansOf(text, 'phone', ANNOUNCED, isWithin(7, 13)) : []),
  ]
  return spans.map((span) => withoutBracket(text, span))
}

/** A bracket around the number is not part of it: `(+49 30 901820)`. */
function withoutBracket(text: string, span: Span): Span {
  const candidate = text.slice(span.start, span.end)
  return candidate.startsWith('(') && !candidate.includes(')') ? { ...span, start: span.start + 1 } : span
}

const digitsIn = (text: string): number => text.replace(/\D/g, '').length

const isDate = (candidate: string): boolean =>
  /^(?:19|20)\d\d[-./ ]\d\d?[-./ ]\d\d?/.test(candidate) ||
  /^\d\d?[-./]\d\d?[-./](?:19|20)\d\d$/.test(candidate)
