import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { openEncoderFiles } from '../../../src/digest/encode/encoder-files.ts'
import {
  createWordPieceTokenizer,
  MAX_TOKENS,
  type WordPieceTokenizer,
} from '../../../src/digest/encode/wordpiece.ts'

const reference = JSON.parse(readFileSync(new URL('./reference-vectors.json', import.meta.url), 'utf8')) as {
  text: string
  ids: number[]
}[]

describe('the word-piece tokenizer', () => {
  let vocabulary: string[]
  let tokenizer: WordPieceTokenizer
  beforeAll(async () => {
    vocabulary = (await openEncoderFiles()).vocabulary
    tokenizer = createWordPieceTokenizer(vocabulary)
  })

  const piecesOf = (text: string, by = tokenizer, pieces = vocabulary): string[] =>
    by.encode(text).map((id) => pieces[id] ?? '?')

  it.each(reference)('cuts "$text" into the reference tokens', ({ text, ids }) => {
    expect(tokenizer.encode(text)).toEqual(ids)
  })

  it.each([
    ['', []],
    [' \t\n\u00a0 ', []],
    ['Crème BRÛLÉE', ['cr', '##ème', 'br', '##û', '##lé', '##e']],
    ['ﬁle', ['ﬁ', '##le']],
    ["can't—won't", ['can', "'", 't', '—', 'won', "'", 't']],
    ['3.5$+tax', ['3', '.', '5', '$', '+', 'tax']],
    ['東京tokyo', ['東京', 'tokyo']],
    ['zero\u200bwidth\u0000', ['zero', '##wid', '##th']],
    ['next\u0085line', ['next', '##line']],
    ['🎉', ['🎉']],
    ['\u{1F9FF}', ['[UNK]']],
    ['[SEP] [UNK]', ['[', 'sep', ']', '[', 'un', '##k', ']']],
    ['x'.repeat(101), ['[UNK]']],
  ])('cuts %j as the encoder was trained to read it', (text, pieces) => {
    expect(piecesOf(text)).toEqual(['[CLS]', ...pieces, '[SEP]'])
  })

  it('reads words of up to a hundred characters, counting what takes two code units once', () => {
    const mathematical = '\u{1D7D8}'
    expect(piecesOf('x'.repeat(100))).not.toContain('[UNK]')
    expect(piecesOf(mathematical.repeat(100))).toHaveLength(3)
  })

  it('reads 128 tokens at most, the marks at both ends included', () => {
    const long = tokenizer.encode('word '.repeat(5_000))
    expect(long).toHaveLength(MAX_TOKENS)
    expect([long[0], long.at(-1)]).toEqual([101, 102])
    const cutInsideWord = tokenizer.encode(`${'word '.repeat(125)}unbelievableness`)
    expect(cutInsideWord).toHaveLength(MAX_TOKENS)
  })

  it('knows pieces appended to the vocabulary, and keeps the ids of those before', () => {
    const extended = [...vocabulary, 'rechnung', '##sadresse', 'the']
    const both = createWordPieceTokenizer(extended)
    expect(piecesOf('Rechnungsadresse', both, extended)).toEqual(['[CLS]', 'rechnung', '##sadresse', '[SEP]'])
    expect(both.encode('the invoice')).toEqual(tokenizer.encode('the invoice'))
  })

  it('refuses a vocabulary without its marks', () => {
    expect(() => createWordPieceTokenizer(['[UNK]', '[CLS]'])).toThrow('[SEP]')
  })
})
