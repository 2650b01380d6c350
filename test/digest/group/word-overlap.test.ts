import { expect, it } from 'vitest'
import { wordsInCommon } from '../../../src/digest/group/word-overlap.ts'

const note = (...words: number[]) => ({ words: Uint32Array.from(words) })

it('is 1 for the same words, 0 for none in common, and counts the rare ones more', () => {
  const rarity = (word: number) => (word < 10 ? 3 : 0.5)
  const inCommon = wordsInCommon(
    [note(1, 2, 50), note(1, 2, 50), note(3, 4), note(1, 60), note(7, 50)],
    rarity,
  )

  expect(inCommon(0, 1)).toBeCloseTo(1)
  expect(inCommon(0, 2)).toBe(0)
  expect(inCommon(0, 3)).toBeGreaterThan(inCommon(0, 4))
  expect(inCommon(3, 0)).toBeCloseTo(inCommon(0, 3))
})

it('is 0 where a note has no words, or only such as all have', () => {
  expect(wordsInCommon([note(), note(1)], () => 1)(0, 1)).toBe(0)
  expect(wordsInCommon([note(1), note(1)], () => 0)(0, 1)).toBe(0)
})
