import { describe, expect, it } from 'vitest'
import type { Sign } from '../../../src/digest/group/likeness.ts'
import { asLikeness } from '../../../src/digest/group/logit-scale.ts'
import { MERGE_INPUTS, mergeChance, mergeInputs } from '../../../src/digest/group/merge-chance.ts'
import { loadPairModel } from '../../../src/digest/group/pair-model.ts'

/** Three notes in two groups: the third is 1 logit for the first, and 2 against the second. */
function inputs(signs: Sign[] = [0, 0, 0]): Float32Array {
  const likeness = Float32Array.from([6, 3, 1, 3, 6, -2, 1, -2, 6], asLikeness)
  const cosines = Float32Array.of(1, 1, 0.5, 1, 1, 0.5, 0.5, 0.5, 1)
  const clustering = { groupOf: Int32Array.of(0, 0, 1), groups: 2 }
  const into = new Float32Array(MERGE_INPUTS)
  mergeInputs({ clustering, likeness, cosines, signs }, (cosine) => cosine)(1, 0, into)
  return into
}

describe('the chance that two groups are one', () => {
  it('goes by the mean and the best of their pairs, by sizes, centers and sentiments', () => {
    const [mean, best, smaller, larger, centers, opposite] = inputs()

    expect([mean, best, smaller, centers].map((value) => Number(value?.toFixed(3)))).toEqual([
      -0.5, 1, 0, 0.5,
    ])
    expect(larger).toBeCloseTo(Math.log(2))
    expect(opposite).toBeCloseTo(0)
    expect(inputs([1, 1, -1])[5]).toBe(1)
    expect(inputs([1, 1, 1])[5]).toBe(0)
  })

  it('is one half where nothing tells, and more where their notes are more alike', () => {
    const nothing = new Float32Array(MERGE_INPUTS + 1)
    const { mergeChance: shipped } = loadPairModel()
    const alike = (logit: number) => Float32Array.of(logit, logit, 0, 1, 0.8, 0)

    expect(mergeChance(nothing, inputs())).toBe(0.5)
    expect(shipped(alike(2))).toBeGreaterThan(0.5)
    expect(shipped(alike(-2))).toBeLessThan(0.3)
  })
})
