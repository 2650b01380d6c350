import { describe, expect, it } from 'vitest'
import { featuresOf, newGrouper, numbered } from './texts.ts'

const crash = [
  'App crashes on start',
  'The app crashes when it starts',
  'Crash right at the start of the app',
]
const export_ = [
  'Export to CSV is garbled',
  'Garbled characters in the CSV export',
  'CSV export has garbled names',
]

describe('the grouper', () => {
  it('puts paraphrases into one issue and other matters into another', () => {
    const grouper = newGrouper()
    const newId = numbered()
    const crashes = crash.map((text) => grouper.assign(featuresOf(text, 1), newId).issueId)
    const exports = export_.map((text) => grouper.assign(featuresOf(text, 2), newId).issueId)
    expect(new Set(crashes).size).toBe(1)
    expect(new Set(exports).size).toBe(1)
    expect(crashes[0]).not.toBe(exports[0])
  })

  it('opens a new issue for what resembles nothing', () => {
    const grouper = newGrouper()
    const newId = numbered()
    grouper.assign(featuresOf('App crashes on start', 1), newId)
    const { isNew } = grouper.assign(featuresOf('Invoice shows the wrong VAT number', 9), newId)
    expect(isNew).toBe(true)
  })

  it('merges two issues that turn out to be one, and says so', () => {
    const grouper = newGrouper()
    for (const [i, text] of crash.entries()) grouper.place(featuresOf(text, 1), i === 0 ? 'a' : 'b')
    const { merges } = grouper.mergePass()
    expect(merges).toEqual([expect.objectContaining({ from: 'a', into: 'b' })])
    expect(grouper.save().issues.find(({ id }) => id === 'a')?.bytes).toBeNull()
  })

  it('never merges what a person keeps apart, also under another name', () => {
    const grouper = newGrouper()
    grouper.place(featuresOf(crash[0] ?? '', 1), 'a')
    grouper.place(featuresOf(crash[1] ?? '', 1), 'b')
    grouper.place(featuresOf(export_[0] ?? '', 2), 'c')
    grouper.keepApart('a', 'b')
    grouper.merge('b', 'c')
    expect(grouper.mergePass().merges).toEqual([])
    expect(grouper.save().apart).toEqual([['a', 'c']])
  })

  it('folds issues into the one that people hold, and suggests a merge of two that both are held', () => {
    const grouper = newGrouper()
    grouper.place(featuresOf(crash[0] ?? '', 1), 'held')
    grouper.place(featuresOf(crash[1] ?? '', 1), 'other')
    grouper.place(featuresOf(crash[2] ?? '', 1), 'other')
    grouper.hold('held')
    expect(grouper.mergePass().merges[0]).toMatchObject({ from: 'other', into: 'held' })

    grouper.place(featuresOf(crash[1] ?? '', 1), 'second')
    grouper.hold('second')
    const pass = grouper.mergePass()
    expect(pass.merges).toEqual([])
    expect(pass.suggestions).toEqual([expect.objectContaining({ first: 'held', second: 'second' })])
  })

  it('forgets an observation that was taken out, and the issue with its last one', () => {
    const grouper = newGrouper()
    const [one, two] = [featuresOf(crash[0] ?? '', 1), featuresOf(export_[0] ?? '', 2)]
    grouper.place(one, 'a')
    grouper.place(two, 'a')
    grouper.remove(two, 'a')
    expect(grouper.propose(two)[0]?.score).toBeLessThan(1)
    grouper.remove(one, 'a')
    expect(grouper.propose(one)).toEqual([])
    expect(grouper.save().issues).toEqual([{ id: 'a', bytes: null }])
  })

  it('goes on from saved state as if it had never stopped', () => {
    const straight = newGrouper()
    const newId = numbered()
    const texts = [...crash, ...export_]
    for (const [i, text] of texts.entries()) straight.assign(featuresOf(text, i < 3 ? 1 : 2), newId)
    const { background, issues, apart } = straight.save()
    const rows = issues.flatMap(({ id, bytes }) => (bytes ? [{ id, bytes }] : []))
    const resumed = newGrouper({ background, issues: rows, apart })

    const next = featuresOf('Names garbled in exported CSV', 2)
    const [a, b] = [straight.propose(next), resumed.propose(next)]
    expect(b.map(({ issueId }) => issueId)).toEqual(a.map(({ issueId }) => issueId))
    for (const [i, { score }] of a.entries()) expect(b[i]?.score).toBeCloseTo(score, 2)
  })

  it('saves changed issues only', () => {
    const grouper = newGrouper()
    grouper.place(featuresOf(crash[0] ?? '', 1), 'a')
    grouper.place(featuresOf(export_[0] ?? '', 2), 'b')
    grouper.save()
    grouper.place(featuresOf(crash[1] ?? '', 1), 'a')
    expect(grouper.save().issues.map(({ id }) => id)).toEqual(['a'])
  })

  it('does not collapse a project of two languages into one issue', () => {
    const grouper = newGrouper()
    const newId = numbered()
    const french = [
      "L'application plante au démarrage",
      'Impossible de télécharger la facture en PDF',
      'Le total de la facture est faux',
      'Les notifications ne sont pas envoyées',
      'La synchronisation de la banque est bloquée',
    ]
    const found = french.map((text) => grouper.assign(featuresOf(text), newId).issueId)
    for (const [i, text] of [...crash, ...export_].entries())
      grouper.assign(featuresOf(text, i < 3 ? 1 : 2), newId)
    grouper.mergePass()
    expect(new Set(found).size).toBeGreaterThanOrEqual(4)
    expect(grouper.similar(found[0] ?? '').every(({ score }) => score < 2)).toBe(true)
  })

  it('finds the right issue among a thousand', () => {
    const grouper = newGrouper()
    const words = (seed: number): string =>
      Array.from({ length: 5 }, (_, i) =>
        ((seed * 7919 + i * 104729) % 1_000_003).toString(36).repeat(2),
      ).join(' ')
    for (let i = 0; i < 1_000; i++) grouper.place(featuresOf(words(i)), `issue-${i}`)
    const hits = [3, 250, 512, 999].filter(
      (i) => grouper.propose(featuresOf(words(i)))[0]?.issueId === `issue-${i}`,
    )
    expect(hits).toEqual([3, 250, 512, 999])
  })
})
