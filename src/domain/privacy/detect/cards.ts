// Payment card numbers: the issuers' lengths and prefixes, with a valid check digit.
import type { Span } from './span.ts'

/** Digits with an occasional separator of one or two characters. */
const RUN = /\d(?:(?:[ \t]{1,3}|[ \t]?[-./_·|,:][ \t]?|\r?\n)?\d){11,}/g
const GROUP = /\d+/g
const [LEAST, MOST] = [12, 19]

export function findCards(text: string): Span[] {
  const spans: Span[] = []
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const before = text.slice(Math.max(0, index - 2), index)
    const after = text.slice(index + run.length, index + run.length + 2)
    const isCut = IS_CUT_BEFORE.test(before) || IS_CUT_AFTER.test(after)
    if (!isCut && isEven(run) && isCard(run.replace(/\D/g, '')))
      spans.push({ start: index, end: index + run.length, kind: 'card' })
    else if (MAY_HOLD_CARD.test(run)) spans.push(...cardsAmong(groupsOf(run, index), before, after))
  }
  return spans
}

/** One separator between all groups: mixed separators mean several numbers, such as dates. */
const isEven = (run: string): boolean => !run.includes(',') && new Set(run.replace(/[\d \t]/g, '')).size <= 1

const IS_CUT_BEFORE = /[A-Za-z#.,+-]$/
const IS_CUT_AFTER = /^(?:[A-Za-z]|[.,]\d)/

const MAY_HOLD_CARD = /\d{13}|\d{4}\D{1,3}(?:\d{4}\D{1,3}\d{4}|\d{6})/

type Group = { digits: string; start: number }

/** A card number among other numbers, such as its expiry date: in the groups of card numbers. */
function cardsAmong(groups: Group[], before: string, after: string): Span[] {
  const spans: Span[] = []
  for (let first = 0; first < groups.length; first++) {
    const count = groupsOfCard(groups, first)
    const last = groups[first + count - 1]
    const isCut =
      (first === 0 && IS_CUT_BEFORE.test(before)) ||
      (first + count === groups.length && IS_CUT_AFTER.test(after))
    if (count === 0 || !last || isCut) continue
    spans.push({ start: groups[first]?.start ?? 0, end: last.start + last.digits.length, kind: 'card' })
    first += count - 1
  }
  return spans
}

const groupsOf = (run: string, index: number): Group[] =>
  [...run.matchAll(GROUP)].map((group) => ({ digits: group[0], start: index + group.index }))

/** The number of groups from here that form a card number; usually none. */
function groupsOfCard(groups: Group[], first: number): number {
  let digits = ''
  let form = ''
  for (const [at, group] of groups.slice(first, first + 5).entries()) {
    digits += group.digits
    form += `${group.digits.length} `
    if (digits.length > MOST) return 0
    if (FORMS.test(form) && isCard(digits)) return at + 1
  }
  return 0
}

const FORMS = /^(?:4 4 4 4 |4 4 4 4 3 |4 6 [45] |1[3-9] )$/

const isCard = (digits: string): boolean =>
  digits.length >= LEAST &&
  digits.length <= MOST &&
  ISSUERS.test(digits) &&
  hasCheckDigit(digits) &&
  !/^(\d)\1+$/.test(digits)

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

/** The Luhn algorithm. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (let index = digits.length - 1, double = false; index >= 0; index--, double = !double) {
    const digit = Number(digits[index]) * (double ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}
