// What was learned once from public labelled text and ships with the project (see eval/train.ts).
import { readFileSync } from 'node:fs'
import { GRAM_BUCKETS } from './text/char-grams.ts'

export const ENCODER_WIDTH = 512
export const MEANING_WIDTH = 128

export interface Projection {
  /** ENCODER_WIDTH rows of MEANING_WIDTH columns. */
  matrix: Float32Array
  /** Where the average text lands. */
  centre: Float32Array
}

const read = (name: string): Buffer => readFileSync(new URL(`./${name}`, import.meta.url))

/** Int8 columns, each with its own scale: 66 kB instead of 262. */
export const decodeProjection = (bytes: Buffer): Projection => {
  const scales = new Float32Array(Uint8Array.from(bytes.subarray(0, MEANING_WIDTH * 8)).buffer)
  const matrix = new Float32Array(ENCODER_WIDTH * MEANING_WIDTH)
  for (let i = 0; i < matrix.length; i++) {
    matrix[i] = bytes.readInt8(MEANING_WIDTH * 8 + i) * (scales[i % MEANING_WIDTH] as number)
  }
  return { matrix, centre: scales.slice(MEANING_WIDTH) }
}

export const encodeProjection = ({ matrix, centre }: Projection): Buffer => {
  const scales = new Float32Array(MEANING_WIDTH * 2)
  scales.set(centre, MEANING_WIDTH)
  for (let i = 0; i < matrix.length; i++) {
    const column = i % MEANING_WIDTH
    scales[column] = Math.max(scales[column] as number, Math.abs(matrix[i] as number) / 127)
  }
  const values = Int8Array.from(matrix, (value, i) =>
    Math.round(value / (scales[i % MEANING_WIDTH] as number)),
  )
  return Buffer.concat([Buffer.from(scales.buffer), Buffer.from(values.buffer)])
}

/** The share of texts in general that hold a gram of each bucket. One byte each, on a logarithmic scale. */
export const decodeGramShares = (bytes: Buffer): Float32Array =>
  Float32Array.from({ length: GRAM_BUCKETS }, (_, bucket) => {
    const level = bytes[bucket] as number
    return level === 0 ? 0 : Math.exp((level - 255) / 22)
  })

export const encodeGramShares = (shares: Float32Array): Buffer =>
  Buffer.from(
    Uint8Array.from(shares, (share) =>
      share === 0 ? 0 : Math.max(1, Math.min(255, Math.round(255 + 22 * Math.log(share)))),
    ),
  )

export const loadProjection = (): Projection => decodeProjection(read('projection.bin'))
export const loadGramShares = (): Float32Array => decodeGramShares(read('gram-shares.bin'))
