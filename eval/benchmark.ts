// The open benchmark: notes of invented products with their true issues, kinds and tags, and for each product the vectors
// of an encoder that never saw it (training/benchmark_vectors.py), so that scoring is honest and needs no encoder.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { ISSUE_KINDS, type IssueKind, type Sentiment } from '../src/contract/labels.ts'
import { decodeVector } from '../src/digest/group/vector.ts'

export type BenchmarkNote = {
  title: string
  description: string
  sentiment: Sentiment
  user: string
  label: string
  kind: IssueKind
  tags: string[]
  day: number
  language: string
}

type BenchmarkTag = { label: string; description: string; keywords: string[] }

export type Product = {
  name: string
  /** Encoders, thresholds and kinds of a product come from the products of other parts. */
  part: number
  notes: BenchmarkNote[]
  tags: BenchmarkTag[]
  vectors: Float32Array[]
  /** Of "label. description" of each tag, then of each label alone. */
  tagVectors: Float32Array[]
  /** The kind of each note, as a model trained on other products has it. */
  kinds: IssueKind[]
}

export const PARTS = 5
const ROW = 4 + 384
const DATA = 'eval/data'
const VECTORS = 'eval/vectors'
const REVIEWS = 'reviews'

export const readBenchmark = (): Product[] => namesIn(DATA).map((name, at) => readProduct(name, at % PARTS))

/** Raw reviews of apps, by broad themes, without tags. They are dealt into the parts after the products. */
export function readReviews(): Product[] {
  const before = namesIn(DATA).length
  return namesIn(`${DATA}/${REVIEWS}`).map((name, at) =>
    readProduct(`${REVIEWS}/${name}`, (before + at) % PARTS),
  )
}

const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => file.replace(/\.jsonl$/, ''))
    .sort()

function readProduct(name: string, part: number): Product {
  const lines = readFileSync(`${DATA}/${name}.jsonl`, 'utf8').trim().split('\n')
  const notes = lines.map((line) => JSON.parse(line) as BenchmarkNote)
  const tagFile = `${DATA}/${name}.tags.json`
  const tags = existsSync(tagFile) ? (JSON.parse(readFileSync(tagFile, 'utf8')) as BenchmarkTag[]) : []
  const bytes = readFileSync(`${VECTORS}/${name}.bin`)
  const rows = notes.length + 2 * tags.length
  if (bytes.length !== rows * ROW + notes.length)
    throw new Error(`${VECTORS}/${name}.bin is not of this ${name}.jsonl: run training/benchmark_vectors.py`)
  const vectors = Array.from({ length: rows }, (_, row) =>
    decodeVector(bytes.subarray(row * ROW, (row + 1) * ROW)),
  )
  const kinds = [...bytes.subarray(rows * ROW)].map((kind) => ISSUE_KINDS[kind] as IssueKind)
  return {
    name,
    part,
    notes,
    tags,
    vectors: vectors.slice(0, notes.length),
    tagVectors: vectors.slice(notes.length),
    kinds,
  }
}
