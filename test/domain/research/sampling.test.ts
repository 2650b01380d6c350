import { describe, expect, it } from 'vitest'
import { isSampledIn, samplingDraw } from '../../../src/domain/research/study-rules.ts'

const STUDY = '0195a2b4-7c3e-7b1a-9f00-1234567890ab'
const OTHER_STUDY = '0195a2b4-7c3e-7b1a-9f00-1234567890ac'
const USERS = Array.from({ length: 20_000 }, (_, i) => `user-${i}`)

describe('sampling', () => {
  it('draws the same on every node and in every version: these draws must never change', () => {
    const draws = ['user-1', 'user-2', 'ü😀'].map((user) => samplingDraw(STUDY, user))

    expect(draws).toEqual([0.8992487070501767, 0.6747093252978367, 0.6539659155039033])
  })

  it('does not mind how the study id is written', () => {
    expect(samplingDraw(STUDY.toUpperCase(), 'user-1')).toBe(samplingDraw(STUDY, 'user-1'))
  })

  it('takes nobody at 0 and everybody at 1', () => {
    expect(USERS.filter((user) => isSampledIn(0, STUDY, user))).toEqual([])
    expect(USERS.filter((user) => !isSampledIn(1, STUDY, user))).toEqual([])
  })

  it('only ever adds users when the rate rises', () => {
    const rates = [0, 0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999, 1]

    const samples = rates.map((rate) => new Set(USERS.filter((user) => isSampledIn(rate, STUDY, user))))

    for (const [i, sample] of samples.slice(1).entries())
      expect([...(samples[i] ?? [])].filter((user) => !sample.has(user))).toEqual([])
  })

  it('spreads users evenly', () => {
    const tenths = Array(10).fill(0)
    for (const user of USERS) tenths[Math.floor(samplingDraw(STUDY, user) * 10)]++

    // 2,000 each on average; five standard deviations of a fair draw are 212.
    for (const count of tenths) expect(Math.abs(count - 2_000)).toBeLessThan(212)
  })

  it('draws for each study anew: who is in one says nothing about another', () => {
    const inBoth = USERS.filter(
      (user) => isSampledIn(0.5, STUDY, user) && isSampledIn(0.5, OTHER_STUDY, user),
    )

    expect(Math.abs(inBoth.length - 5_000)).toBeLessThan(310)
  })
})
