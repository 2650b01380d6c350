import { expect, it } from 'vitest'
import type { EncoderFiles } from '../../../src/digest/encode/encoder-files.ts'
import { copyRows, readWordRows } from '../../../src/digest/encode/word-rows.ts'

const WIDTH = 384
const ONE = 0x3c00 // in 16 bits

/** One published row of ones, and rows of our own in bytes, all 2. */
const files = (ours: number, scales: number[]): EncoderFiles => ({
  vocabulary: Array(1 + ours).fill('piece'),
  has: () => true,
  floats: () => new Float32Array(),
  halves: () => new Uint16Array(WIDTH).fill(ONE),
  bytes: () => new Int8Array(ours * WIDTH).fill(2),
  wideFloats: () => Float32Array.from(scales),
})

it('gives published rows as they are, and ours by their scale', () => {
  const into = new Float32Array(3 * WIDTH)

  copyRows(readWordRows(files(2, [0.5, 4])), [2, 0, 1], into)

  expect([0, 1, 2].map((row) => [...new Set(into.subarray(row * WIDTH, (row + 1) * WIDTH))])).toEqual([
    [8],
    [1],
    [1],
  ])
})

it('reads no rows that are without a scale', () => {
  expect(() => readWordRows(files(2, [0.5]))).toThrow('2 rows of word embeddings in bytes, but 1 scales')
})

it('reads no rows for another vocabulary', () => {
  const short = { ...files(1, [1]), vocabulary: ['piece'] }

  expect(() => readWordRows(short)).toThrow('1 word pieces, but 2 rows of word embeddings')
})
