// Grouping state as compact bytes, little-endian: what the database keeps between two batches.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Background, createBackground, type PairStatistics } from '../features/background.ts'
import type { ObservationFeatures } from '../features/observation-features.ts'
import type { Mass } from '../features/similarity.ts'
import { GRAM_BUCKETS, type GramCounts } from '../features/text/char-grams.ts'
import { MEANING_WIDTH } from '../features/trained-weights.ts'
import { KINDS } from '../kinds/kind.ts'

const ISSUE_VERSION = 2
const BACKGROUND_VERSION = 2
const KINDS_AT = 24
const ISSUE_HEADER = KINDS_AT + KINDS.length * 4

const copyOf = (bytes: Buffer, start: number, length: number): ArrayBuffer =>
  Uint8Array.from(bytes.subarray(start, start + length)).buffer

/** Version, flags and language; members, meanings and squares; kinds; the meaning sum; then the grams. */
export const encodeIssue = (mass: Mass, fresh: boolean): Buffer => {
  const header = Buffer.alloc(ISSUE_HEADER)
  header.writeUInt8(ISSUE_VERSION, 0)
  header.writeUInt8(fresh ? 1 : 0, 1)
  header.write(mass.language.slice(0, 2), 2, 'latin1')
  // Sums that members were taken out of can fall a little short of what is left.
  header.writeUInt32LE(Math.max(0, mass.members), 4)
  header.writeUInt32LE(Math.max(0, mass.meanings), 8)
  header.writeFloatLE(mass.meaningSquares, 12)
  header.writeUInt32LE(mass.grams.size, 16)
  const heaviest = Math.max(1e-9, ...mass.grams.values())
  header.writeFloatLE(heaviest, 20)
  for (const [i, value] of mass.kinds.entries()) header.writeFloatLE(value, KINDS_AT + i * 4)
  const buckets = Uint16Array.from(mass.grams.keys())
  const weights = Uint16Array.from(mass.grams.values(), (weight) =>
    Math.max(1, Math.round((weight / heaviest) * 65_535)),
  )
  const meaning = mass.meanings > 0 ? Buffer.from(Float32Array.from(mass.meaningSum).buffer) : Buffer.alloc(0)
  return Buffer.concat([header, meaning, Buffer.from(buckets.buffer), Buffer.from(weights.buffer)])
}

export const decodeIssue = (bytes: Buffer): { mass: Mass; fresh: boolean } => {
  if (bytes.readUInt8(0) !== ISSUE_VERSION)
    throw new Error('grouping state of another version: redigest the project')
  const meanings = bytes.readUInt32LE(8)
  const size = bytes.readUInt32LE(16)
  const heaviest = bytes.readFloatLE(20)
  const meaningBytes = meanings > 0 ? MEANING_WIDTH * 4 : 0
  const buckets = new Uint16Array(copyOf(bytes, ISSUE_HEADER + meaningBytes, size * 2))
  const weights = new Uint16Array(copyOf(bytes, ISSUE_HEADER + meaningBytes + size * 2, size * 2))
  const grams = new Map<number, number>()
  for (const [i, bucket] of buckets.entries()) grams.set(bucket, ((weights[i] as number) / 65_535) * heaviest)
  const mass: Mass = {
    members: bytes.readUInt32LE(4),
    meanings,
    meaningSum:
      meanings > 0
        ? new Float32Array(copyOf(bytes, ISSUE_HEADER, meaningBytes))
        : new Float32Array(MEANING_WIDTH),
    meaningSquares: bytes.readFloatLE(12),
    grams,
    language: bytes.toString('latin1', 2, 4).replace(/\0/g, ''),
    kinds: Float32Array.from(KINDS, (_, i) => bytes.readFloatLE(KINDS_AT + i * 4)),
  }
  return { mass, fresh: bytes.readUInt8(1) === 1 }
}

/** 128 numbers of one byte and their scale: 132 bytes an observation. */
export const encodeMeaning = (meaning: Float32Array): Buffer => {
  const largest = meaning.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9)
  const bytes = Buffer.alloc(4 + meaning.length)
  bytes.writeFloatLE(largest / 127, 0)
  for (const [i, value] of meaning.entries()) bytes.writeInt8(Math.round((value / largest) * 127), 4 + i)
  return bytes
}

export const decodeMeaning = (bytes: Buffer): Float32Array => {
  const scale = bytes.readFloatLE(0)
  return Float32Array.from({ length: bytes.length - 4 }, (_, i) => bytes.readInt8(4 + i) * scale)
}

interface SampleJson {
  meaning: string | null
  grams: [number, number][]
  language: string
}

const sampleToJson = ({ meaning, grams, language }: ObservationFeatures): SampleJson => ({
  meaning: meaning ? encodeMeaning(meaning).toString('base64') : null,
  grams: [...grams],
  language,
})

const sampleFromJson = ({ meaning, grams, language }: SampleJson): ObservationFeatures => ({
  meaning: meaning ? decodeMeaning(Buffer.from(meaning, 'base64')) : null,
  grams: new Map(grams) satisfies GramCounts,
  language,
})

interface BackgroundJson {
  version: number
  count: number
  meaningCount: number
  meaningSum: number[]
  gramCounts: string
  meaningPairs: PairStatistics
  gramPairs: [string, PairStatistics][]
  sample: SampleJson[]
}

/** Deflated JSON: 40 kB for a project of 1,000 observations. Counts are bytes of the gap-free table. */
export const encodeBackground = (background: Background): Buffer => {
  const { sample, gramCounts, gramPairs, meaningSum, ...rest } = background
  const json: BackgroundJson = {
    ...rest,
    version: BACKGROUND_VERSION,
    meaningSum: [...meaningSum],
    gramCounts: Buffer.from(gramCounts.buffer).toString('base64'),
    gramPairs: [...gramPairs],
    sample: sample.map(sampleToJson),
  }
  return deflateRawSync(JSON.stringify(json), { level: 1 })
}

export const decodeBackground = (bytes: Buffer): Background => {
  const json = JSON.parse(inflateRawSync(bytes).toString()) as BackgroundJson
  if (json.version !== BACKGROUND_VERSION)
    throw new Error('grouping state of another version: redigest the project')
  const { version: _, meaningSum, gramCounts, gramPairs, sample, ...rest } = json
  const counts = Buffer.from(gramCounts, 'base64')
  return {
    ...createBackground(),
    ...rest,
    meaningSum: Float32Array.from(meaningSum),
    gramCounts: new Uint32Array(copyOf(counts, 0, GRAM_BUCKETS * 4)),
    gramPairs: new Map(gramPairs),
    sample: sample.map(sampleFromJson),
  }
}
