import { describe, expect, it } from 'vitest'
import { normalize } from '../../../src/digest/group/vector.ts'
import type { TaggedNote } from '../../../src/digest/tags/evidence.ts'
import { type KnownTag, type Tag, tagTexts, type Verdict } from '../../../src/digest/tags/tag.ts'
import { createTagMatcher } from '../../../src/digest/tags/tag-matcher.ts'
import { loadTagWeights } from '../../../src/digest/tags/tag-weights.ts'

const WIDTH = 384
/** Unrelated topics are about as alike as unrelated notes are. */
const vectorOf = (topic: number, turn = 0): Float32Array => {
  const { center } = loadTagWeights()
  const length = Math.hypot(...center)
  const own = Float32Array.from(center, (value, at) => {
    const shared = value / length
    return 0.65 * shared + (at === topic ? 0.75 : 0) + (at === WIDTH - 1 - turn ? 0.15 : 0)
  })
  return normalize(own)
}

let notes = 0
const note = (title: string, topic: number | null, id = `note-${notes++}`): TaggedNote => ({
  id,
  title,
  description: '',
  vector: topic === null ? null : vectorOf(topic, notes % 50),
})
const known = (config: Tag['config'], topic = 40, verdicts: Verdict[] = [], label = 'billing'): KnownTag => {
  const tag = { id: label, label, config }
  return { tag, vectors: tagTexts(tag).map(() => vectorOf(topic)), verdicts }
}
const MANY = Array.from({ length: 60 }, (_, at) => note(`The ${at}th thing about topic ${at % 20}`, at % 20))
const matchOf = (tag: KnownTag, of: TaggedNote, sample: TaggedNote[] = []) =>
  createTagMatcher([tag], sample).match(of)
const scoreOf = (tag: KnownTag, of: TaggedNote, sample: TaggedNote[] = MANY) =>
  createTagMatcher([tag], sample).score(of)[0]?.score ?? 0

describe('keywords', () => {
  it.each([
    ['the payments were REFUNDED', ['refund']],
    ['Notifications arrive late', ['notification']],
    ['Ma facture a été prélevée deux fois', ['prelevee']],
    ['Je ne vois pas mes factures dans la liste', ['facture']],
    ['请问如何退款', ['退款']],
    ['Our C++ plugin crashes.', ['C++']],
    ['asp.net does not start', ['.NET']],
    ['This is hot 🔥 stuff', ['🔥']],
    ['The price in $ is wrong', ['$']],
    ['R&D pays for it', ['r&d']],
    ['Die GRÖSSE ist falsch', ['größe']],
    [`${'word '.repeat(6_600)}and the invoice`, ['invoice']],
  ])('are found in "%s" whatever the form and case', (text, keywords) => {
    expect(matchOf(known({ keywords }), note(text, 3))).toEqual([
      expect.objectContaining({ tagId: 'billing', by: 'keyword' }),
    ])
  })

  it.each([
    ['parts of words', ['art'], 'The start page is slow'],
    ['phrases out of order', ['sign in'], 'There is a sign saying come in'],
    ['a letter for a language', ['C++', 'C#'], 'Vitamin C is missing from the list'],
    ['a word for a platform', ['.NET'], 'The net is down'],
    ['signs within a word', ['a&b'], 'The data&base of it'],
  ])('do not match %s', (_, keywords, text) => {
    expect(matchOf(known({ keywords }), note(text, 4))).toEqual([])
  })

  it('yield to excluded phrases', () => {
    const tag = known({ keywords: ['invoice'], exclude: ['pro forma invoice'] })

    expect(matchOf(tag, note('Send a pro forma invoice', 40))).toEqual([])
  })

  it('are doubted in a project that is well known, unless the tag has a threshold of its own', () => {
    const astray = note('The plan of the garden', 3)

    expect(matchOf(known({ keywords: ['plan'] }), astray, MANY)).toEqual([])
    expect(matchOf(known({ keywords: ['plan'] }), astray, MANY.slice(0, 10))).toHaveLength(1)
    expect(matchOf(known({ keywords: ['plan'], threshold: 0.9 }), astray, MANY)).toHaveLength(1)
  })

  it('decide alone where there is no vector', () => {
    expect(matchOf(known({ keywords: ['plan'] }), note('The plan', null), MANY)).toHaveLength(1)
    expect(matchOf(known({ keywords: ['plan'] }), note('The money', null), MANY)).toEqual([])
  })
})

describe('meaning', () => {
  it.each([0, 10, 60])('matches what is close to the tag and not what is far, among %i notes', (size) => {
    const sample = MANY.slice(0, size)

    expect(matchOf(known({}), note('They took my money twice', 40), sample)).toMatchObject([
      { by: 'meaning' },
    ])
    expect(matchOf(known({}), note('The lawn is dry', 13), sample)).toEqual([])
  })

  it('heeds the threshold of the tag', () => {
    const close = note('They took my money twice', 40)

    expect(matchOf(known({ threshold: 1 }), close)).toEqual([])
    expect(matchOf(known({ threshold: 0 }), note('The lawn is dry', 13))).toHaveLength(1)
  })

  it('leaves less where another tag fits as well', () => {
    const close = note('They took my money twice', 40)
    const rivals = [known({}), known({}, 40, [], 'payments')]

    const alone = createTagMatcher([known({})], MANY).score(close)[0]?.score ?? 0
    const contested = createTagMatcher(rivals, MANY).score(close)[0]?.score ?? 1

    expect(contested).toBeLessThan(alone)
  })

  it('is carried from neighbors to a note that names nothing itself', () => {
    const talk = Array.from({ length: 5 }, (_, at) => note(`An invoice was paid twice ${at}`, 70))
    const silent = note('It happened to me too', 70)
    const tag = known({ keywords: ['invoice'] })

    expect(scoreOf(tag, silent, [...MANY, ...talk])).toBeGreaterThan(scoreOf(tag, silent, MANY))
  })

  it('reads another model, whose vectors are of another width and all alike', () => {
    const wide = (topic: number) =>
      normalize(Float32Array.from({ length: 64 }, (_, at) => (at === topic ? 0.6 : at === 0 ? 1 : 0)))
    const sample = MANY.map((one, at) => ({ ...one, vector: wide(1 + (at % 20)) }))
    const tag = { ...known({}), vectors: [wide(40), wide(40)] }

    expect(matchOf(tag, { ...note('Money', null), vector: wide(40) }, sample)).toHaveLength(1)
    expect(matchOf(tag, { ...note('Lawn', null), vector: wide(13) }, sample)).toEqual([])
  })
})

describe('people', () => {
  const said = (topic: number, holds: boolean): Verdict[] =>
    Array.from({ length: 3 }, (_, at) => ({
      observationId: `said-${topic}-${at}`,
      holds,
      vector: vectorOf(topic, at),
    }))

  it('teach a tag by confirming it, and by removing it', () => {
    const card = note('My card was refused', 90)
    const money = note('They took my money twice', 40)

    expect(scoreOf(known({}), card)).toBeLessThan(0.5)
    expect(scoreOf(known({}, 40, said(90, true)), card)).toBeGreaterThan(0.5)
    expect(scoreOf(known({}), money)).toBeGreaterThan(0.5)
    expect(scoreOf(known({}, 40, said(40, false)), money)).toBeLessThan(0.5)
  })

  it('make a tag stricter everywhere by removing it again and again', () => {
    const doubtful = [3, 7, 11].map((topic, at) => note(`Nothing of the kind ${at}`, topic, `doubtful-${at}`))
    const removed = doubtful.map(({ id, vector }) => ({ observationId: id, holds: false, vector }))
    const elsewhere = note('Charged twice', 40)
    const sample = [...MANY, ...doubtful]

    expect(scoreOf(known({}, 40, removed), elsewhere, sample)).toBeLessThan(
      scoreOf(known({}), elsewhere, sample),
    )
  })

  it('teach by examples alike', () => {
    const card = note('My card was refused', 90)
    const tag = {
      id: 'billing',
      label: 'billing',
      config: { examples: ['Card refused', 'The card does not work'] },
    }
    const vectors = [vectorOf(40), vectorOf(40), vectorOf(90), vectorOf(90, 2)]

    expect(scoreOf({ tag, vectors, verdicts: [] }, card)).toBeGreaterThan(0.5)
  })

  it('do not make a note its own neighbor', () => {
    const card = note('My card was refused', 90, 'said-90-0')
    const own = said(90, true).slice(0, 1)

    expect(scoreOf(known({}, 40, own), { ...card, id: 'another' })).toBeGreaterThan(0.5)
    expect(createTagMatcher([known({}, 40, own)], [...MANY, card]).score(card)).toHaveLength(1)
  })
})
