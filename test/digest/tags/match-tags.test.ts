import { describe, expect, it } from 'vitest'
import { compileTag, type Tag, type TagFeedback } from '../../../src/digest/tags/compile-tag.ts'
import { matchTags, scoreTags } from '../../../src/digest/tags/match-tags.ts'
import { featuresOf, newGrouper, numbered } from '../group/texts.ts'

const grouper = newGrouper()
const newId = numbered()
const stream = [
  'Invoice total is wrong',
  'Valve leaks at the tap',
  'Sign-in code too late',
  'Dark theme please',
  'Slow start page',
]
for (const [i, text] of stream.entries()) grouper.assign(featuresOf(text, i), newId)
const project = grouper.project()

const tag = (config: Tag['config'], label = 'billing'): Tag => ({ id: label, label, config })
const compiled = (config: Tag['config'], feedback?: TagFeedback, topic = 40) =>
  compileTag(
    tag(config),
    [
      featuresOf('billing', topic).meaning,
      ...(config.examples ?? []).map(() => featuresOf('', topic).meaning),
    ].map((v) => v ?? new Float32Array(0)),
    project,
    feedback,
  )
const observe = (title: string, topic?: number) => ({
  text: { title, description: '' },
  features: featuresOf(title, topic),
})

describe('keywords', () => {
  it.each([
    ['the payments were REFUNDED', ['refund']],
    ['Notifications arrive late', ['notification']],
    ['Ma facture a été prélevée deux fois', ['prelevee']],
    ['Je ne vois pas mes factures dans la liste', ['facture']],
    ['请问如何退款', ['退款']],
  ])('are found in "%s" whatever the form and case', (text, keywords) => {
    expect(matchTags([compiled({ keywords })], observe(text), project)).toEqual([
      expect.objectContaining({ tagId: 'billing', by: 'keyword' }),
    ])
  })

  it('match whole words, not parts of words', () => {
    expect(
      matchTags([compiled({ keywords: ['art'] })], observe('The start page is slow', 4), project),
    ).toEqual([])
  })

  it('match phrases in order only', () => {
    const tags = [compiled({ keywords: ['sign in'] })]
    expect(matchTags(tags, observe('Cannot sign in today', 7), project)).toHaveLength(1)
    expect(matchTags(tags, observe('There is a sign saying come in', 7), project)).toHaveLength(0)
  })

  it('yield to excluded phrases', () => {
    const tags = [compiled({ keywords: ['invoice'], exclude: ['pro forma invoice'] })]
    expect(matchTags(tags, observe('Send a pro forma invoice', 3), project)).toEqual([])
  })
})

describe('meaning', () => {
  it('matches what is close to the label and not what is far', () => {
    const tags = [compiled({})]
    expect(matchTags(tags, observe('They took my money twice', 40), project)[0]).toMatchObject({
      by: 'meaning',
    })
    expect(matchTags(tags, observe('The lawn is dry', 13), project)).toEqual([])
  })

  it('heeds the threshold of the tag', () => {
    expect(matchTags([compiled({ threshold: 1 })], observe('They took my money twice', 40), project)).toEqual(
      [],
    )
  })

  it('learns from confirmed and removed observations', () => {
    const confirmed = Array.from({ length: 12 }, (_, i) => featuresOf(`Card declined at shop ${i}`, 20))
    const removed = Array.from({ length: 12 }, (_, i) => featuresOf(`Gift card design ${i}`, 21))
    const score = (feedback?: TagFeedback, topic = 20) =>
      scoreTags([compiled({}, feedback)], observe('My card was refused', topic), project)[0]?.score ?? 0
    expect(score({ confirmed, removed })).toBeGreaterThan(0.5)
    expect(score()).toBeLessThan(0.5)
    expect(score({ confirmed, removed }, 21)).toBeLessThan(0.5)
  })
})
