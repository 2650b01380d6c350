// How many are affected and since when, as the summary of an issue ends.
import { describe, expect, it } from 'vitest'
import {
  type Affected,
  affectedSentence,
  withAffected,
} from '../../../src/domain/issues/affected-sentence.ts'

const NOW = new Date('2026-03-14T09:30:00Z')
const issue: Affected = {
  kind: 'problem',
  user_count: 14,
  first_seen: new Date('2026-03-03T23:59:00Z'),
  last_seen: new Date('2026-03-12T08:00:00Z'),
}

describe('the sentence', () => {
  it.each<[Partial<Affected>, string]>([
    [{}, 'Reported by 14 users since March 3.'],
    [{ kind: 'request', user_count: 1_204 }, 'Requested by 1,204 users since March 3.'],
    [{ kind: 'question', user_count: 1 }, 'Asked by 1 user since March 3.'],
    [{ kind: 'praise', last_seen: issue.first_seen }, 'Praised by 14 users on March 3.'],
    [{ first_seen: new Date('2025-12-31T12:00:00Z') }, 'Reported by 14 users since December 31, 2025.'],
    [{ user_count: 0, first_seen: null, last_seen: null }, ''],
  ])('with %o is "%s"', (own, sentence) => {
    expect(affectedSentence({ ...issue, ...own }, NOW)).toBe(sentence)
  })

  it('follows what the issue is, and stands for nothing while that is not known', () => {
    expect(withAffected('Rows are missing.', issue, NOW)).toBe(
      'Rows are missing. Reported by 14 users since March 3.',
    )
    expect(withAffected('', issue, NOW)).toBe('')
  })
})
