import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEncoder, type Encode } from '../../../src/digest/encode/encoder.ts'
import { readModelFiles } from '../../../src/digest/encode/model-files.ts'
import { createTokenizer, type Tokenize } from '../../../src/digest/encode/tokenizer.ts'

interface Golden {
  text: string
  tokens: number[]
  head: number[]
  checksum: number
}

/** Taken from the model's reference runtime, @energetic-ai/embeddings 0.2.0. */
const golden = JSON.parse(readFileSync(new URL('./golden-vectors.json', import.meta.url), 'utf8')) as Golden[]

describe('the sentence encoder', () => {
  let tokenize: Tokenize
  let encode: Encode
  beforeAll(() => {
    const files = readModelFiles()
    tokenize = createTokenizer(files.vocabulary)
    encode = createEncoder(files)
  })

  it.each(golden)('cuts "$text" into the reference tokens', ({ text, tokens }) => {
    expect(tokenize(text).ids).toEqual(tokens)
  })

  it('gives the reference vectors within 5e-6, alone and in a batch', () => {
    const batch = encode(golden.map(({ tokens }) => tokens))
    for (const [i, { tokens, head, checksum }] of golden.entries()) {
      const [alone] = encode([tokens])
      for (const vector of [alone, batch[i]]) {
        expect(vector).toHaveLength(512)
        const worst = Math.max(...head.map((value, at) => Math.abs(value - (vector?.[at] ?? 0))))
        expect(worst).toBeLessThan(5e-6)
        const sum = vector?.reduce((total, value, at) => total + value * Math.cos(at), 0) ?? 0
        expect(Math.abs(sum - checksum)).toBeLessThan(5e-5)
      }
    }
  })

  it('ignores what comes after 128 tokens', () => {
    const long = Array.from({ length: 300 }, (_, i) => 100 + (i % 50))
    const [cut, whole] = encode([long.slice(0, 128), long])
    expect(whole).toEqual(cut)
  })

  it('calls French less fluent than English', () => {
    const english = tokenize('I cannot sign in since the last update').fluency
    const french = tokenize('Je ne peux plus me connecter depuis la mise à jour').fluency
    expect(english).toBeGreaterThan(-2.7)
    expect(french).toBeLessThan(-2.7)
  })
})
