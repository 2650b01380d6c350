import { describe, expect, it } from 'vitest'
import { stemWord } from '../../../../src/digest/features/text/stem.ts'

describe('stemWord', () => {
  it.each([
    ['crashes', 'crashing'],
    ['payments', 'payment'],
    ['connected', 'connections'],
    ['synchronise', 'synchronization'],
    ['activities', 'activity'],
    ['updating', 'updates'],
    ['billing', 'bills'],
  ])('gives %s and %s one stem', (one, other) => {
    expect(stemWord(one, 'en')).toBe(stemWord(other, 'en'))
  })

  it.each([
    ['export', 'expert'],
    ['payment', 'paper'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(stemWord(one, 'en')).not.toBe(stemWord(other, 'en'))
  })

  it('leaves other scripts alone', () => {
    expect(stemWord('платежи', 'ru')).toBe('платежи')
  })
})
