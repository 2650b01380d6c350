import { describe, expect, it } from 'vitest'
import { SENTIMENTS } from '../../../src/contract/labels.ts'
import { calibration, difference, GROUP_SETTINGS, signOf } from '../../../src/digest/group/likeness.ts'

const UNRELATED = [-1, 0, 0.2, 0.43, 0.7, 0.84, 0.99, 1]

describe('calibration', () => {
  it.each(UNRELATED)('leaves equal notes equal where unrelated ones have a cosine of %d', (unrelated) => {
    expect(calibration({ unrelated, notes: 500 })(1)).toBe(1)
  })

  it.each(UNRELATED)('keeps the order of pairs where unrelated ones have a cosine of %d', (unrelated) => {
    const found = [-0.2, 0, 0.3, 0.6, 0.9, 0.99].map(calibration({ unrelated, notes: 500 }))
    expect(found).toEqual([...found].sort((a, b) => a - b))
    expect(found.every(Number.isFinite)).toBe(true)
  })

  it('changes nothing in a project like most, or in one that has just begun', () => {
    expect(calibration({ unrelated: 0.43, notes: 1_000 })(0.8)).toBeCloseTo(0.8, 5)
    expect(calibration({ unrelated: 0, notes: 0 })(0.8)).toBeCloseTo(0.8, 5)
  })

  it('stretches where everything is alike, the more the more notes say so', () => {
    const few = calibration({ unrelated: 0.8, notes: 5 })(0.85)
    const many = calibration({ unrelated: 0.8, notes: 500 })(0.85)
    expect(few).toBeLessThan(0.85)
    expect(many).toBeLessThan(few)
    expect(calibration({ unrelated: 0.8, notes: 1e6 })(0.8)).toBeCloseTo(0.43, 2)
  })

  it('does not tear one matter apart, however alike all of a project is', () => {
    expect(calibration({ unrelated: 1, notes: 1e6 })(0.99)).toBeGreaterThan(GROUP_SETTINGS.threshold)
  })
})

describe('the difference of a note and others', () => {
  it('is none where sentiment and kind are the same', () => {
    expect(difference(0, 0)).toBe(0)
  })

  it('grows with the opposite sentiment and with another kind, by the share of those', () => {
    const [sign, kind] = [difference(1, 0), difference(0, 1)]
    expect(sign).toBeGreaterThan(0)
    expect(kind).toBeGreaterThan(0)
    expect(difference(1, 1)).toBeCloseTo(sign + kind, 10)
    expect(difference(2 / 4, 1 / 4)).toBeCloseTo(sign / 2 + kind / 4, 10)
  })

  it('takes the sign from the sentiment', () => {
    expect(SENTIMENTS.map(signOf)).toEqual([-1, -1, 0, 1, 1])
  })
})
