// The weights of kinds: one number per kind and input, with the vector and without. Made by `npm run train` from the
// benchmark's notes.
import { readFileSync } from 'node:fs'
import { ISSUE_KINDS } from '../../contract/labels.ts'

export type KindWeights = {
  /** One row per kind: words first, then the vector. */
  withVector: Float32Array[]
  wordsAlone: Float32Array[]
}

export const VECTOR_WIDTH = 384
const WORD_INPUTS = 16

const WIDTHS = { withVector: WORD_INPUTS + VECTOR_WIDTH, wordsAlone: WORD_INPUTS }
const FLOAT = 4

export function encodeKindWeights({ withVector, wordsAlone }: KindWeights): Buffer {
  const values = [...withVector, ...wordsAlone].flatMap((row) => [...row])
  const bytes = Buffer.alloc(values.length * FLOAT)
  for (const [at, value] of values.entries()) bytes.writeFloatLE(value, at * FLOAT)
  return bytes
}

export function decodeKindWeights(bytes: Buffer): KindWeights {
  let at = 0
  const rows = (width: number): Float32Array[] =>
    ISSUE_KINDS.map(() => Float32Array.from({ length: width }, () => bytes.readFloatLE(FLOAT * at++)))
  return { withVector: rows(WIDTHS.withVector), wordsAlone: rows(WIDTHS.wordsAlone) }
}

export const loadKindWeights = (): KindWeights =>
  decodeKindWeights(readFileSync(new URL('./kinds.bin', import.meta.url)))
