// The embedding row of each word piece, as stored: the published rows as 16-bit floats, ours for other languages as
// bytes with a scale each. Converting all of them to floats took half of the encoder's loading time.
import type { EncoderFiles } from './encoder-files.ts'
import { WIDTH } from './encoder-layout.ts'
import { halfValues } from './half-floats.ts'

/** Can be passed to another thread: its memory is shared and not copied. */
export type WordRows = {
  published: Uint16Array
  ours: Int8Array
  scales: Float32Array
}

export function readWordRows(files: EncoderFiles): WordRows {
  const published = files.halves('embeddings.word_embeddings.weight')
  const ours = files.has('rows') ? files.bytes('rows') : new Int8Array(0)
  const scales = ours.length > 0 ? files.wideFloats('scale') : new Float32Array(0)
  const rows = (published.length + ours.length) / WIDTH
  if (rows !== files.vocabulary.length)
    throw new Error(`${files.vocabulary.length} word pieces, but ${rows} rows of word embeddings`)
  if (scales.length !== ours.length / WIDTH)
    throw new Error(`${ours.length / WIDTH} rows of word embeddings in bytes, but ${scales.length} scales`)
  return { published, ours, scales }
}

/** Copies the rows of these pieces, one after another. */
export function copyRows({ published, ours, scales }: WordRows, ids: number[], into: Float32Array): void {
  const values = halfValues()
  let at = 0
  for (const id of ids) {
    const row = id * WIDTH
    if (row < published.length)
      for (let i = 0; i < WIDTH; i++) into[at + i] = values[published[row + i] as number] as number
    else {
      const scale = scales[id - published.length / WIDTH] as number
      const own = row - published.length
      for (let i = 0; i < WIDTH; i++) into[at + i] = (ours[own + i] as number) * scale
    }
    at += WIDTH
  }
}
