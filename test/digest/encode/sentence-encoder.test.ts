import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type EncoderWeights, loadEncoderWeights } from '../../../src/digest/encode/encoder-weights.ts'
import { bestArithmetic } from '../../../src/digest/encode/kernel.ts'
import {
  createSentenceEncoder,
  loadSentenceEncoder,
  type SentenceEncoder,
} from '../../../src/digest/encode/sentence-encoder.ts'
import { OFFLINE_MODEL } from '../../../src/digest/engine.ts'

type Reference = {
  text: string
  head: number[]
}

/** What the weights give in single precision, as `training/notes.py` writes it: the first eight numbers, to five digits. */
const reference = JSON.parse(
  readFileSync(new URL('./reference-vectors.json', import.meta.url), 'utf8'),
) as Reference[]

const VARIED = [
  '',
  '.',
  'ok',
  '👍👍👍',
  'ログインできません。パスワードを再設定しても同じ画面に戻ります。',
  'Le remboursement n’est jamais arrivé, malgré deux demandes.',
  'Die Rechnung wurde doppelt verschickt. Der Kunde bekam sie am Montag und noch einmal am Dienstag.',
  'TypeError: Cannot read properties of undefined (reading "map") at List.render (bundle.js:1:20394)',
  'Wants to export more than 10,000 rows. The file ends there, without a word, and she noticed a week later.',
  'Loves the keyboard shortcuts. Says they save an hour a day.',
  'a b c d e f g h i j k l m n o p q r s t u v w x y z',
  'the same word again and again '.repeat(1_000),
  Array.from({ length: 5_000 }, (_, i) => `word${i}`).join(' '),
]

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0)

const worstOf = (encoder: SentenceEncoder): number =>
  Math.max(
    ...reference.flatMap(({ text, head }) => {
      const vector = encoder.embed(text)
      return head.map((value, i) => Math.abs(value - (vector[i] as number)))
    }),
  )

/** Of the weights under this name: whoever ships others gives them the next number, or old and new vectors are compared. */
const SHIPPED = {
  model: 'minilm-notes/11',
  sha256: 'fa486dcc7682a20d9c613e9814160151e86a83d0e95bb300f4ab040857f7f670',
}

it('ships its weights under a name of their own', () => {
  const folder = new URL('../../../src/digest/encode/weights/', import.meta.url)
  const files = ['extra-vocabulary.txt', 'layers.a.safetensors', 'layers.b.safetensors', 'rows.safetensors']
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(new URL(file, folder)))

  expect({ model: OFFLINE_MODEL, sha256: hash.digest('hex') }).toEqual(SHIPPED)
})

describe('the sentence encoder', () => {
  let byteWeights: EncoderWeights
  let floatWeights: EncoderWeights
  let bytes: SentenceEncoder
  let floats: SentenceEncoder
  beforeAll(async () => {
    byteWeights = await loadEncoderWeights({ threads: 2 })
    floatWeights = await loadEncoderWeights({ arithmetic: 'fused' })
    bytes = createSentenceEncoder(byteWeights)
    floats = createSentenceEncoder(floatWeights)
  })

  it('multiplies bytes on this machine', () => {
    expect(bestArithmetic()).toBe('int8')
  })

  it('gives the reference vectors within 1e-2 in bytes and within 1e-4 in floats', () => {
    const layout = { ...floatWeights.layout, arithmetic: 'plain' as const }
    const plain = createSentenceEncoder({ ...floatWeights, layout })
    expect(worstOf(bytes)).toBeLessThan(1e-2)
    expect(worstOf(floats)).toBeLessThan(1e-4)
    expect(worstOf(plain)).toBeLessThan(1e-4)
  })

  it.each(VARIED.map((text) => [text.slice(0, 30), text]))(
    'gives "%s" nearly the same vector in bytes',
    (_, text) => {
      const [rounded, exact] = [bytes.embed(text), floats.embed(text)]
      expect(rounded).toHaveLength(384)
      expect(dot(rounded, rounded)).toBeCloseTo(1, 5)
      expect(dot(rounded, exact)).toBeGreaterThan(0.995)
    },
  )

  it('finds notes about the same matter more alike than others', () => {
    const [export1, export2, login] = [
      'Export to CSV stops at 10,000 rows',
      'The downloaded spreadsheet is cut off after ten thousand lines',
      'Cannot log in after resetting the password',
    ].map(bytes.embed) as [Float32Array, Float32Array, Float32Array]
    expect(dot(export1, export2)).toBeGreaterThan(dot(export1, login) + 0.3)
  })

  it.each([
    ['German', 'Der CSV-Export bricht nach 10.000 Zeilen ab'],
    ['Spanish', 'La exportación a CSV se corta a las 10.000 filas'],
    ['Japanese', 'CSVエクスポートが1万行で止まる'],
    ['Chinese', '导出 CSV 时只有一万行'],
  ])('finds a note in %s alike to the English one about the same matter', (_, foreign) => {
    const [export1, other, login] = [
      'Export to CSV stops at 10,000 rows',
      foreign,
      'Cannot log in after resetting the password',
    ].map(bytes.embed) as [Float32Array, Float32Array, Float32Array]
    expect(dot(export1, other)).toBeGreaterThan(dot(login, other) + 0.2)
  })

  it('gives a text the same vector whatever came before it', () => {
    const text = 'Wants dark mode'
    const first = bytes.embed(text)
    for (const other of VARIED) bytes.embed(other)
    expect(bytes.embed(text)).toEqual(first)
  })

  it('keeps two threads on the same weights apart', () => {
    const [one, two] = [bytes, createSentenceEncoder(byteWeights, 1)]
    const first = one.embed('The invoice was sent twice')
    two.embed('Something else altogether, and longer than that')
    expect(one.embed('The invoice was sent twice')).toEqual(first)
    expect(two.embed('The invoice was sent twice')).toEqual(first)
    expect(() => createSentenceEncoder(byteWeights, 2)).toThrow('2 threads')
  })

  it('counts the tokens that it reads', () => {
    expect(bytes.tokens('')).toBe(2)
    expect(bytes.tokens('Wants dark mode')).toBe(5)
    expect(bytes.tokens('word '.repeat(5_000))).toBe(128)
  })
})

describe('the folder of weights', () => {
  let folder: string
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const WEIGHTS = resolve('src/digest/encode/weights')

  /** The encoder's layers, and rows of ones for further pieces in place of those that ship. */
  const folderWith = (pieces: string[], rows: number): URL => {
    folder = mkdtempSync(join(tmpdir(), 'fieldnote-weights-'))
    for (const file of readdirSync(WEIGHTS).filter((name) => /^(layers|input)/.test(name)))
      symlinkSync(join(WEIGHTS, file), join(folder, file))
    const bytes = rows * 384
    const header = Buffer.from(
      JSON.stringify({
        rows: { dtype: 'I8', shape: [rows, 384], data_offsets: [0, bytes] },
        scale: { dtype: 'F32', shape: [rows], data_offsets: [bytes, bytes + rows * 4] },
      }),
    )
    const length = Buffer.alloc(8)
    length.writeBigUInt64LE(BigInt(header.length))
    const numbers = Buffer.from(new Int8Array(bytes).fill(100).buffer)
    const scales = Buffer.from(new Float32Array(rows).fill(0.001).buffer)
    writeFileSync(join(folder, 'rows.safetensors'), Buffer.concat([length, header, numbers, scales]))
    writeFileSync(join(folder, 'extra-vocabulary.txt'), `${pieces.join('\n')}\n`)
    return pathToFileURL(`${folder}/`)
  }

  it('must hold the layers: the published model never stands in for them', async () => {
    folder = mkdtempSync(join(tmpdir(), 'fieldnote-weights-'))
    await expect(loadSentenceEncoder({ folder: pathToFileURL(`${folder}/`) })).rejects.toThrow(
      'no tensor encoder.layer.0',
    )
  })

  it('may extend the vocabulary', async () => {
    const extended = await loadSentenceEncoder({ folder: folderWith(['rechnung', '##sadresse'], 2) })
    expect(extended.tokens('Rechnungsadresse')).toBe(4)
    expect(extended.embed('Rechnungsadresse').every(Number.isFinite)).toBe(true)
  })

  it('must have a row for each further piece', async () => {
    await expect(loadSentenceEncoder({ folder: folderWith(['rechnung', '##sadresse'], 1) })).rejects.toThrow(
      '30524 word pieces, but 30523 rows',
    )
  })
})
