// Maps the words, stars or scores of a column to sentiments.
import { SENTIMENTS, type Sentiment } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'

export type SentimentValue = { value: string; sentiment: Sentiment | null }

const WORDS: [words: string, sentiment: Sentiment][] = [
  ['very bad, terrible, awful, very dissatisfied, very unhappy, angry', 'very negative'],
  ['bad, poor, dissatisfied, unhappy, sad, frustrated, thumbs down, detractor', 'negative'],
  ['ok, okay, mixed, passive, none, unknown, n/a, offered, unoffered', 'neutral'],
  ['good, happy, satisfied, thumbs up, promoter', 'positive'],
  ['very good, great, excellent, very satisfied, very happy, delighted', 'very positive'],
]
const MEANINGS = new Map<string, Sentiment>([
  ...WORDS.flatMap(([words, sentiment]) => words.split(', ').map((word) => [word, sentiment] as const)),
  ...SENTIMENTS.map((label) => [label, label] as const),
])

/** The lowest and highest number of each scale, and the meanings of its numbers from the lowest on. */
const SCALES: { from: number; to: number; meanings: number[] }[] = [
  { from: 1, to: 5, meanings: [0, 1, 2, 3, 4] },
  { from: -1, to: 1, meanings: [1, 2, 3] },
  { from: -2, to: 2, meanings: [0, 1, 2, 3, 4] },
  { from: 0, to: 10, meanings: [0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 4] },
]

/** Ignores case, surrounding spaces and how words are joined. */
export const plainValue = (value: string): string =>
  value
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+(?=\D)/g, ' ')

/**
 * The distinct values of a column. Numbers are returned as their whole scale, because other rows may contain the rest.
 */
export function recognizeSentiments(values: string[]): SentimentValue[] {
  const different = [...new Set(values.map(plainValue))].filter((value) => value !== '')
  const numbers = different.map(Number)
  const scale =
    numbers.length > 0 && SCALES.find(({ from, to }) => numbers.every((number) => isOn(number, from, to)))
  if (scale)
    return scale.meanings.map((meaning, step) => ({
      value: String(scale.from + step),
      sentiment: SENTIMENTS[meaning] ?? null,
    }))
  return different
    .filter((value) => value.length <= LIMITS.importSentimentLength)
    .slice(0, LIMITS.importSentiments)
    .map((value) => ({ value, sentiment: MEANINGS.get(value) ?? null }))
}

const isOn = (number: number, from: number, to: number): boolean =>
  Number.isInteger(number) && number >= from && number <= to
