// Reads any folder of labeled JSON lines. Names of properties vary between corpora; several are understood.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sentiment } from '../../src/contract/labels.ts'

export type LabeledText = {
  title: string
  description: string
  /** The group it belongs to: intent, topic, duplicate set. */
  group: string | null
  tags: string[] | null
  problem: boolean | null
  request: boolean | null
  kind: string | null
  sentiment: Sentiment | null
  language: string | null
}

export type Corpus = {
  name: string
  /** Corpora of one family share text or style: none of them may teach what is scored on another. */
  family: string
  texts: LabeledText[]
}

type Json = Record<string, unknown>

const first = (row: Json, names: string[]): unknown =>
  names.map((name) => row[name]).find((value) => value != null)
const text = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null

function flag(value: unknown): boolean | null {
  if (value === undefined || value === null) return null
  return value === true || value === 1 || value === '1' || value === 'true'
}

function sentimentOf(row: Json): Sentiment | null {
  const named = text(first(row, ['user_sentiment', 'sentiment']))?.toLowerCase()
  if (named === 'positive' || named === 'neutral' || named === 'negative') return named
  const stars = Number(first(row, ['score', 'rating', 'stars']) ?? Number.NaN)
  if (Number.isNaN(stars)) return null
  return stars <= 2 ? 'negative' : stars >= 4 ? 'positive' : 'neutral'
}

function parseRow(row: Json): LabeledText {
  const title = text(first(row, ['title', 'summary', 'subject']))
  const body =
    text(first(row, ['description', 'text', 'body', 'utterance', 'sentence', 'content', 'review'])) ?? ''
  const kind = text(first(row, ['kind', 'type', 'category_kind']))
  const tags = row.tags
  return {
    title: title ?? body,
    description: title === null ? '' : body,
    group: text(first(row, ['group', 'issue', 'label', 'intent', 'category', 'cluster', 'topic'])),
    tags: Array.isArray(tags) ? tags.map(String) : null,
    kind,
    problem:
      flag(first(row, ['problem_report', 'problem', 'bug'])) ??
      (kind === null ? null : /^(problem|bug)/.test(kind)),
    request:
      flag(first(row, ['feature_request', 'request', 'feature'])) ??
      (kind === null ? null : /request|feature/.test(kind)),
    sentiment: sentimentOf(row),
    language: text(first(row, ['lang', 'language'])),
  }
}

function familyOf(name: string): string {
  const [head = name, second] = name.split('.')
  return /^reviews?(-|$)/.test(head) && second ? second : head
}

const parseLines = (content: string): LabeledText[] =>
  content
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => parseRow(JSON.parse(line) as Json))
    .filter((row) => row.title.trim() !== '')

export const readCorpora = (folder: string): Corpus[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl') || file.endsWith('.ndjson'))
    .sort()
    .map((file) => {
      const name = file.replace(/\.(jsonl|ndjson)$/, '')
      return { name, family: familyOf(name), texts: parseLines(readFileSync(join(folder, file), 'utf8')) }
    })

/** Parts of one corpus, such as train and test, joined. */
export function joinFamilies(corpora: Corpus[]): Corpus[] {
  const joined = new Map<string, Corpus>()
  for (const corpus of corpora) {
    const name = corpus.name.replace(/\.(train|test|dev|development|valid|validation)$/, '')
    const whole = joined.get(name) ?? { name, family: corpus.family, texts: [] }
    whole.texts.push(...corpus.texts)
    joined.set(name, whole)
  }
  return [...joined.values()]
}
