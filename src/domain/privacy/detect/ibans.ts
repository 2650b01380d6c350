// International bank account numbers: the country's length, with valid check digits.
import { type Span, spansOf } from './span.ts'

const LENGTHS = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18
   FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21
   LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27
   ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20`
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
)

const BEGINNING = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?=[\s./-]{0,2}[A-Z0-9])/giu

export function findIbans(text: string): Span[] {
  if (!/[A-Za-z]{2}\d{2}/.test(text)) return []
  return spansOf(text, 'iban', BEGINNING).flatMap(({ start }) => {
    const end = endOf(text, start)
    return end === null ? [] : [{ start, end, kind: 'iban' }]
  })
}

/** Where a number of the country's length ends, with up to two spaces or separators in between. */
function endOf(text: string, start: number): number | null {
  const length = LENGTHS.get(text.slice(start, start + 2).toUpperCase())
  if (length === undefined) return null
  let number = ''
  let at = start
  for (; number.length < length && at < text.length; at++) {
    if (isAlphanumeric(text.charCodeAt(at))) number += text[at]
    else if (!isSeparator(text[at]) || (isSeparator(text[at - 1]) && isSeparator(text[at - 2]))) return null
  }
  const ended = number.length === length && !isAlphanumeric(text.charCodeAt(at))
  return ended && hasCheckDigits(number.toUpperCase()) ? at : null
}

const isSeparator = (character: string | undefined): boolean =>
  character !== undefined && ' -./\t\n'.includes(character)

const isAlphanumeric = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

/** Modulo 97, a few digits at a time. */
function hasCheckDigits(number: string): boolean {
  const turned = number.slice(4) + number.slice(0, 4)
  let rest = 0
  for (const character of turned) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
