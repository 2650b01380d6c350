import { describe, expect, it } from 'vitest'
import {
  decodeWordsTogether,
  encodeWords,
  wordsOfNote,
} from '../../../../src/digest/features/text/note-words.ts'

const shared = (one: string, other: string, language = 'en'): number => {
  const [a, b] = [one, other].map((title) => wordsOfNote({ title, description: '' }, language))
  return [...(a ?? [])].filter((word) => b?.includes(word)).length
}

describe('the words of a note', () => {
  it.each([
    ['names a ticket whole and in its parts', 'Backport HADOOP-17796', 'hadoop-17796 again', 3],
    [
      'a class as a part of its package',
      'java.lang.ClassNotFoundException',
      'throws ClassNotFoundException',
      3,
    ],
    ['a setting in another case', 'foo.bar_baz is ignored', 'Foo.Bar_Baz', 4],
    ['an error code', 'Error 0x80070005', 'shows "0x80070005".', 1],
    ['any form of a word', 'Exports are crashing', 'the export crashes', 2],
    ['a word without its accent', 'Le café ferme', 'cafe', 1],
    ['words without spaces between them', '検索結果が空です', '検索が遅い', 1],
    ['nothing of words that fit any note', 'What is the problem with this?', 'this problem', 0],
  ])('are the same for %s', (_, one, other, count) => {
    expect(shared(one, other)).toBe(count)
  })

  it('are numbers in ascending order, the title’s kept where there are many', () => {
    const description = Array.from({ length: 500 }, (_, at) => `word${at}`).join(' ')

    const words = wordsOfNote({ title: 'Quokka', description }, 'en')

    expect(words).toHaveLength(64)
    expect([...words]).toEqual([...words].sort((a, b) => a - b))
    expect(words).toContain(wordsOfNote({ title: 'quokka', description: '' }, 'en')[0])
  })

  it('come back from bytes, and are none where none were kept', () => {
    const words = Uint32Array.from([7, 70_000, 4_000_000_000])

    expect(decodeWordsTogether([encodeWords(words), null, encodeWords(words)])).toEqual([
      words,
      new Uint32Array(),
      words,
    ])
  })
})
