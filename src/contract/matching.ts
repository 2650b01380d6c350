// Finds what a person means in small sets: commands, tags, studies, filter values in the console, and issues
// preselected by the database. Words match by their beginning, in another form, anywhere inside, or with a typing
// mistake.

type Found<T> = { item: T; score: number }

/** The matches, best first; all items in their own order when nothing was typed. */
export function bestMatches<T>(typed: string, items: readonly T[], textsOf: (item: T) => string[]): T[] {
  return rank(typed, items, textsOf).map(({ item }) => item)
}

/** `textsOf` returns the name first; further texts count a little less. A score is between 0 and 1. */
export function rank<T>(typed: string, items: readonly T[], textsOf: (item: T) => string[]): Found<T>[] {
  const sought = wordsOf(typed)
  if (sought.length === 0) return items.map((item) => ({ item, score: 0 }))
  return items
    .map((item) => ({ item, score: scoreOf(sought, textsOf(item)) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
}

const ASIDE = 0.9

function scoreOf(sought: string[], texts: string[]): number {
  const scores = texts.map((text, index) => scoreIn(sought, wordsOf(text)) * (index === 0 ? 1 : ASIDE))
  return Math.max(scores.length === 1 ? 0 : scoreIn(sought, wordsOf(texts.join(' '))) * ASIDE ** 2, ...scores)
}

/** Every typed word must match. Of two matching texts, the one with fewer other words wins. */
function scoreIn(sought: string[], words: string[]): number {
  const each = sought.map((word) => Math.max(0, ...words.map((other) => likeness(word, other))))
  if (each.includes(0)) return 0
  const average = each.reduce((sum, score) => sum + score, 0) / each.length
  return average * (0.85 + 0.15 * Math.min(1, sought.length / words.length))
}

/** How well a typed word matches a word, from 0 to 1; below `FIRM` only if it was mistyped. */
export function likeness(typed: string, word: string): number {
  if (typed === word) return 1
  if (word.startsWith(typed)) return 0.95
  if (typed.length > 3 && word.startsWith(stem(typed))) return 0.85
  if (typed.length > 1 && word.includes(typed)) return 0.7
  return isMistyped(typed, word) ? 0.5 : 0
}

export const FIRM = 0.7

/** One mistake from four letters on, two from eight on, in a whole word or its beginning. */
function isMistyped(typed: string, word: string): boolean {
  const allowed = typed.length >= 8 ? 2 : typed.length >= 4 ? 1 : 0
  if (allowed === 0 || typed[0] !== word[0]) return false
  const beginnings = [word.length, typed.length - 1, typed.length, typed.length + 1]
  return beginnings.some((length) => mistakes(typed, word.slice(0, length)) <= allowed)
}

/** Counts missing, additional, changed and swapped letters. */
function mistakes(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i++) {
    const above = rows[i - 1] as number[]
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      const least = Math.min(
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (above[j - 1] as number) + same,
      )
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = swapped ? Math.min(least, (rows[i - 2]?.[j - 2] as number) + 1) : least
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] as number
}

const stem = (word: string): string => word.replace(/(?:ing|ers?|ed|ies|es|s|y)$/, '')

export const wordsOf = (text: string): string[] => plainly(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** In lowercase and without accents. Most texts are plain, and checking that first is several times faster. */
export const plainly = (text: string): string =>
  (IS_PLAIN.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{Diacritic}/gu, '')).toLowerCase()

/** Two of the accents are ASCII. */
const IS_PLAIN = /^[\0-\]_a-\x7f]*$/
