// Payment card numbers: the lengths and beginnings that issuers use, with a check digit that is right.
import { type Span, spansOf } from './span.ts'

const DIGITS = /(?<![\d.,#+-]|[A-Za-z]|\d[ -])\d(?:[ -]?\d){11,18}(?![\d]|[ -]\d|[A-Za-z]|[.,]\d)/g

export const findCards = (text: string): Span[] => (/\d(?:[ -]?\d){11}/.test(text) ? numbersIn(text) : [])

const numbersIn = (text: string): Span[] =>
  spansOf(text, 'card', DIGITS, (found) => {
    const digits = found.replace(/\D/g, '')
    return ISSUERS.test(digits) && hasCheckDigit(digits) && !/^(\d)\1+$/.test(digits)
  })

/** Visa, Mastercard, American Express, Discover, Diners, JCB, UnionPay, Maestro. */
const ISSUERS = new RegExp(
  `^(?:${[
    '4\\d{12}(?:\\d{3}){0,2}',
    '5[1-5]\\d{14}',
    '2(?:22[1-9]|2[3-9]\\d|[3-6]\\d\\d|7[01]\\d|720)\\d{12}',
    '3[47]\\d{13}',
    '6(?:011|5\\d\\d|4[4-9]\\d)\\d{12}',
    '3(?:0[0-5]|[689]\\d)\\d{11}',
    '35(?:2[89]|[3-8]\\d)\\d{12}',
    '62\\d{14,17}',
    '(?:50|5[6-8]|6[37])\\d{10,17}',
  ].join('|')})$`,
)

/** Luhn. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (let index = digits.length - 1, double = false; index >= 0; index--, double = !double) {
    const digit = Number(digits[index]) * (double ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}
