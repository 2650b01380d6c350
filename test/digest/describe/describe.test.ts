import { describe, expect, it } from 'vitest'
import { describeIssue } from '../../../src/digest/describe/describe-issue.ts'
import { rateSeverity, type SeverityInput } from '../../../src/digest/describe/severity.ts'
import { lexicalFeatures } from '../../../src/digest/features/observation-features.ts'
import { kindOf, type Sentiment, scoreKinds } from '../../../src/digest/kinds/kind.ts'
import { loadKindModel } from '../../../src/digest/kinds/kind-model.ts'
import { featuresOf, newGrouper } from '../group/texts.ts'

const model = loadKindModel()

describe('the kind of an observation', () => {
  it.each<[string, Sentiment, string]>([
    ['The app crashes every time I open it', 'negative', 'problem'],
    ['User reports that exports never arrive', 'negative', 'problem'],
    ['It would be great to have a dark theme', 'neutral', 'request'],
    ['Customer asks for an option to pause a subscription', 'neutral', 'request'],
    ['How do I change my address?', 'neutral', 'question'],
    ['User wonders whether the plan can be paid yearly', 'neutral', 'question'],
    ['Loves the new dashboard, works perfectly', 'positive', 'praise'],
    ["L'application ne fonctionne plus depuis hier", 'negative', 'problem'],
    ['Ce serait bien de pouvoir exporter les données', 'neutral', 'request'],
  ])('"%s" (%s) is a %s', (title, sentiment, kind) => {
    const { grams } = lexicalFeatures({ title, description: '' })
    expect(kindOf(scoreKinds({ title, description: '', sentiment, grams }, model))).toBe(kind)
  })
})

describe('severity', () => {
  const ordinary: SeverityInput = {
    kind: 'problem',
    texts: ['The button has the wrong colour'],
    observations: 1,
    users: 1,
    projectUsers: 100,
    negative: 0,
    lastWeek: 1,
    weekBefore: 0,
  }

  it('is low for one blemish seen by one user', () => {
    expect(rateSeverity(ordinary)).toEqual({ severity: 'low', reasons: [] })
  })

  it('is critical for lost data that many unhappy users meet, and says why', () => {
    const texts = ['All my notes are gone, I lost my data', 'The update wiped everything, lost all my files']
    const rated = rateSeverity({
      ...ordinary,
      texts,
      observations: 20,
      users: 15,
      negative: 18,
      lastWeek: 18,
      weekBefore: 2,
    })
    expect(rated.severity).toBe('critical')
    expect(rated.reasons).toEqual([
      'data may be lost',
      '15 users, 15 % of all heard from',
      'growing: 18 in the last 7 days, 2 in the 7 before',
      '90 % negative',
    ])
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
})

describe('the description of an issue', () => {
  const yardstick = newGrouper().project().yardstick
  const member = (id: string, userId: string, title: string, description = '') => ({
    id,
    userId,
    title,
    description,
    features: featuresOf(title, 1),
  })

  it('takes its title from the most central observation and quotes different people', () => {
    const members = [
      member('1', 'ann', 'CSV export shows garbled names', 'Opening the file in Excel breaks the accents.'),
      member('2', 'ann', 'CSV export has garbled names', 'Umlauts are unreadable.'),
      member('3', 'bob', 'Garbled names in the CSV export'),
      member('4', 'cat', 'Weather forecast of another town'),
    ]
    const described = describeIssue(members, yardstick)
    expect(described.title).toMatch(/CSV export/)
    expect(described.central.at(-1)).toBe('4')
    expect(described.quotes.length).toBeGreaterThanOrEqual(2)
    expect(described.keyphrases.join(' ')).toMatch(/garbled names|csv export/)
  })

  it('cuts long titles at a word, counting code points', () => {
    const { title } = describeIssue([member('1', 'ann', '😀 word '.repeat(60))], yardstick)
    expect([...title].length).toBeLessThanOrEqual(120)
    expect(title.endsWith('…')).toBe(true)
  })
})
