import { describe, expect, it } from 'vitest'
import { rateSeverity, type SeverityInput } from '../../../src/digest/describe/severity.ts'

describe('severity', () => {
  const ordinary: SeverityInput = {
    kind: 'problem',
    texts: ['The button has the wrong color'],
    observations: 1,
    users: 1,
    projectUsers: 100,
    negative: 0,
    lastWeek: 1,
    weekBefore: 0,
    stakes: [],
  }

  it('is low for one blemish seen by one user', () => {
    expect(rateSeverity(ordinary)).toEqual({ severity: 'low', reasons: [] })
  })

  it('is critical for lost data that many unhappy users meet, and says why', () => {
    const texts = ['All my notes are gone, I lost my data', 'The update wiped everything, lost all my files']
    const rated = rateSeverity({
      ...ordinary,
      texts,
      stakes: ['data'],
      observations: 20,
      users: 15,
      negative: 18,
      lastWeek: 18,
      weekBefore: 2,
    })
    expect(rated.severity).toBe('critical')
    expect(rated.reasons).toEqual([
      'data may be lost',
      'many of all users report it',
      'twice as many or more in one week as in the week before',
      'most are negative',
    ])
  })

  it.each(['problem', 'question'] as const)(
    'is high for a %s in which one note tells of leaked data',
    (kind) => {
      const rated = rateSeverity({ ...ordinary, kind, observations: 400, users: 2, stakes: ['privacy'] })

      expect(rated).toEqual({ severity: 'high', reasons: ['somebody else’s data or account may be exposed'] })
    },
  )

  it('says nothing that counts beside it could contradict', () => {
    const { reasons } = rateSeverity({
      ...ordinary,
      observations: 20,
      users: 15,
      negative: 18,
      lastWeek: 18,
      weekBefore: 2,
    })

    expect(reasons).toHaveLength(3)
    expect(reasons.join()).not.toMatch(/\d/)
  })

  it('never calls a wish more than medium', () => {
    const rated = rateSeverity({
      ...ordinary,
      kind: 'request',
      users: 50,
      observations: 60,
      negative: 50,
      lastWeek: 40,
    })
    expect(rated.severity).toBe('medium')
  })

  it('has no severity for praise, however many share it', () => {
    const rated = rateSeverity({ ...ordinary, kind: 'praise', users: 50, observations: 60, lastWeek: 40 })
    expect(rated).toEqual({ severity: null, reasons: [] })
  })
})
