// Sentence vectors before projection, kept on disk between runs: encoding is most of an evaluation's time.
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEncoder } from '../src/digest/encode/encoder.ts'
import { readModelFiles } from '../src/digest/encode/model-files.ts'
import { createTokenizer } from '../src/digest/encode/tokenizer.ts'
import { ENCODER_WIDTH } from '../src/digest/features/trained-weights.ts'

const KEY_BYTES = 16
const ROW_BYTES = KEY_BYTES + ENCODER_WIDTH * 4
const BATCH = 64

const keyOf = (text: string): string =>
  createHash('sha256').update(text).digest().toString('latin1', 0, KEY_BYTES)

const readCache = (file: string): Map<string, Float32Array> => {
  const vectors = new Map<string, Float32Array>()
  if (!existsSync(file)) return vectors
  const bytes = readFileSync(file)
  for (let at = 0; at + ROW_BYTES <= bytes.length; at += ROW_BYTES) {
    const key = bytes.toString('latin1', at, at + KEY_BYTES)
    vectors.set(key, new Float32Array(Uint8Array.from(bytes.subarray(at + KEY_BYTES, at + ROW_BYTES)).buffer))
  }
  return vectors
}

export type EncodeAll = (texts: string[]) => Float32Array[]

export const createCachedEncoder = (folder = '.eval/cache'): EncodeAll => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'use-lite.f32')
  const known = readCache(file)
  let encode: ((texts: string[]) => Float32Array[]) | undefined
  const load = (): ((texts: string[]) => Float32Array[]) => {
    const files = readModelFiles()
    const tokenize = createTokenizer(files.vocabulary)
    const run = createEncoder(files)
    return (texts) => run(texts.map((text) => tokenize(text).ids))
  }
  return (texts) => {
    const missing = [...new Set(texts.filter((text) => !known.has(keyOf(text))))]
    for (let start = 0; start < missing.length; start += BATCH) {
      encode ??= load()
      const batch = missing.slice(start, start + BATCH)
      for (const [i, vector] of encode(batch).entries()) {
        const key = keyOf(batch[i] as string)
        known.set(key, vector)
        appendFileSync(file, Buffer.concat([Buffer.from(key, 'latin1'), Buffer.from(vector.buffer)]))
      }
    }
    return texts.map((text) => known.get(keyOf(text)) as Float32Array)
  }
}
