// Splits text into word pieces as in training: lowercase, accents kept, punctuation separate, and a run of one Asian
// script as one word; then the longest piece that fits, repeatedly. Text such as "[SEP]" is text and never a marker.
// training/encoder.py does the same in Python.

export type WordPieceTokenizer = {
  /** Ids with [CLS] before and [SEP] after, at most `MAX_TOKENS`; further text is not read. */
  encode(text: string): number[]
}

/** The encoder was trained on at most this many. */
export const MAX_TOKENS = 128

const LONGEST_WORD = 100

const DROPPED = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\uFFFD]/gu
const PUNCTUATION = /[!-/:-@[-`{-~\p{P}]/u
const ONE_SCRIPT =
  /\p{Script=Han}+|\p{Script=Hiragana}+|[\p{Script=Katakana}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu
const SPACED = /[^\t\n\r\p{Z}]+/gu

function* wordsOf(text: string): Generator<string> {
  for (const [spaced] of text.matchAll(SPACED)) {
    const plain = spaced.replace(DROPPED, '').toLowerCase().normalize('NFC')
    for (const word of splitWord(plain)) yield* word.match(ONE_SCRIPT) ?? []
  }
}

function* splitWord(word: string): Generator<string> {
  let run = ''
  for (const character of word) {
    if (PUNCTUATION.test(character)) {
      if (run !== '') yield run
      yield character
      run = ''
    } else run += character
  }
  if (run !== '') yield run
}

/** `vocabulary` lists the pieces by id. Appended entries extend the model to other languages. */
export function createWordPieceTokenizer(vocabulary: readonly string[]): WordPieceTokenizer {
  const ids = new Map<string, number>()
  for (const [id, piece] of vocabulary.entries()) if (!ids.has(piece)) ids.set(piece, id)
  const idOf = (piece: string): number => {
    const id = ids.get(piece)
    if (id === undefined) throw new Error(`the vocabulary has no ${piece}`)
    return id
  }
  const [unknown, first, last] = [idOf('[UNK]'), idOf('[CLS]'), idOf('[SEP]')]
  const longestPiece = vocabulary.reduce((longest, piece) => Math.max(longest, piece.length), 0)

  const piecesOf = (word: string): number[] => {
    if (word.length > LONGEST_WORD && [...word].length > LONGEST_WORD) return [unknown]
    const pieces: number[] = []
    for (let start = 0; start < word.length; ) {
      const prefix = start === 0 ? '' : '##'
      let end = Math.min(word.length, start + longestPiece)
      let id: number | undefined
      for (; end > start; end--) {
        id = ids.get(prefix + word.slice(start, end))
        if (id !== undefined) break
      }
      if (id === undefined) return [unknown]
      pieces.push(id)
      start = end
    }
    return pieces
  }

  const encode = (text: string): number[] => {
    const tokens = [first]
    for (const word of wordsOf(text)) {
      tokens.push(...piecesOf(word))
      if (tokens.length >= MAX_TOKENS) break
    }
    tokens.length = Math.min(tokens.length, MAX_TOKENS - 1)
    tokens.push(last)
    return tokens
  }
  return { encode }
}
