import { describe, expect, it } from 'vitest'
import type { IssueKind, Sentiment } from '../../../src/contract/labels.ts'
import { kindOf, kindOfIssue, kindScores } from '../../../src/digest/kinds/kind.ts'
import {
  decodeKindWeights,
  encodeKindWeights,
  loadKindWeights,
} from '../../../src/digest/kinds/kind-weights.ts'

describe('the kind of an observation', () => {
  it.each<[IssueKind, Sentiment, string, string]>([
    ['problem', 'negative', 'Export fails with an error', 'The file never arrives.'],
    ['request', 'neutral', 'Wants a dark theme', 'It would be nice to have one for the night shift.'],
    ['question', 'neutral', 'How do I change the currency?', 'Asked where the setting is.'],
    ['praise', 'very positive', 'Loves the week view', 'Works great and saves an hour a day.'],
    ['problem', 'negative', "L'application ne fonctionne plus depuis hier", ''],
    ['request', 'neutral', 'Ce serait bien de pouvoir exporter les données', ''],
  ])('is %s by words and a %s sentiment, where there is no vector', (kind, sentiment, title, description) => {
    expect(kindOf(kindScores({ title, description, sentiment, vector: null }))).toBe(kind)
  })

  it('is told by words where the vector is of another model', () => {
    const input = { title: 'Export fails', description: '', sentiment: 'negative' as const }

    expect(kindScores({ ...input, vector: new Float32Array(1536).fill(0.1) })).toEqual(
      kindScores({ ...input, vector: null }),
    )
  })

  it('is scored by logarithms of probabilities', () => {
    const vector = new Float32Array(384).fill(1 / Math.sqrt(384))
    const scores = kindScores({ title: 'Anything', description: '', sentiment: 'neutral', vector })

    expect(Object.values(scores).reduce((sum, score) => sum + Math.exp(score), 0)).toBeCloseTo(1, 5)
  })
})

it('an issue is what most of its observations are', () => {
  expect(kindOfIssue(['request', 'problem', 'request'])).toBe('request')
  expect(kindOfIssue(['request', 'problem'])).toBe('problem')
})

it('weights survive the file', () => {
  expect(decodeKindWeights(encodeKindWeights(loadKindWeights()))).toEqual(loadKindWeights())
})
