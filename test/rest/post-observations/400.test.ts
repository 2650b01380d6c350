import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { batch, type Loose, startService, type TestService } from '../../service.ts'
import { BLANK_TEXTS, NOT_OBJECTS, NOT_STRINGS, UNREADABLE_BODIES, UNSTORABLE_TEXTS } from '../hard-cases.ts'

type Place = (string | number)[]

const [ITEM] = batch().observations
const FIELDS: [name: string, longest: number, withValue: (value: unknown) => object, loc: Place][] = [
  ['user_id', 512, (user_id) => batch({ user_id }), ['body', 'user_id']],
  ['interaction_id', 512, (interaction_id) => batch({ interaction_id }), ['body', 'interaction_id']],
  ['title', 500, (title) => inSecondItem({ title }), ['body', 'observations', 1, 'title']],
  [
    'description',
    32_768,
    (description) => inSecondItem({ description }),
    ['body', 'observations', 1, 'description'],
  ],
]
const inSecondItem = (fields: object) => batch({ observations: [ITEM, { ...ITEM, ...fields }] })

describe('POST observations, 400', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  afterEach(async () => {
    expect(await service.count('observation')).toBe(0) // all or nothing: whatever was refused, nothing is stored
  })
  const post = (body: unknown) =>
    service.call('POST', '/observations/', body, { 'Content-Type': 'application/json' })
  const violation = (loc: Place, type: string) => ({ loc, msg: expect.any(String), type })

  describe.each(FIELDS)('%s', (_name, longest, withValue, loc) => {
    it.each(BLANK_TEXTS)('must not be blank: %s', async (_, text) => {
      const { status, body } = await post(withValue(text))

      expect(status).toBe(400)
      expect(body).toEqual({ detail: [violation(loc, 'blank')] })
    })

    it.each(UNSTORABLE_TEXTS)('must not hold %s', async (_, text) => {
      const { status, body } = await post(withValue(text))

      expect(status).toBe(400)
      expect(body).toEqual({ detail: [violation(loc, 'text')] })
    })

    it.each(NOT_STRINGS)('is not made a string from %s', async (_, value) => {
      const { status, body } = await post(withValue(value))

      expect(status).toBe(400)
      expect(body).toEqual({ detail: [violation(loc, 'type')] })
    })

    it('is required', async () => {
      const { status, body } = await post(withValue(undefined))

      expect(status).toBe(400)
      expect(body).toEqual({ detail: [violation(loc, 'missing')] })
    })

    it.each(['a', '😀'])(`has at most ${longest} code points: one more %s is too many`, async (character) => {
      const { status, body } = await post(withValue(character.repeat(longest + 1)))

      expect(status).toBe(400)
      expect(body).toEqual({ detail: [violation(loc, 'too_long')] })
    })
  })

  it.each([
    ['a fraction', 1.5],
    ['digits', '142'],
    ['null', null],
    ['true', true],
    ['a list', [142]],
  ])('refuses as the issue of an item: %s', async (_, issue) => {
    const { status, body } = await post(inSecondItem({ issue }))

    expect(status).toBe(400)
    expect(body).toEqual({ detail: [violation(['body', 'observations', 1, 'issue'], 'type')] })
  })

  it.each([
    ['another word', 'angry'],
    ['capitals', 'Negative'],
    ['an underscore', 'very_negative'],
    ['spaces around', ' negative '],
    ['the empty string', ''],
    ['null', null],
    ['a number', 1],
    ['an array of a label', ['negative']],
    ['a lone surrogate', '\uD800'],
  ])('refuses as a sentiment: %s', async (_, user_sentiment) => {
    const { status, body } = await post(batch({ user_sentiment }))

    expect(status).toBe(400)
    for (const { loc } of body.detail) expect(loc).toEqual(['body', 'user_sentiment'])
  })

  it.each([
    ['longer than 500 characters', '😀'.repeat(501), 'too_long'],
    ['a number', 5, 'type'],
    ['a list', ['a'], 'type'],
    ['null', null, 'type'],
  ])('refuses as the quote of an item: %s', async (_, quote, type) => {
    const { status, body } = await post(inSecondItem({ quote }))

    expect(status).toBe(400)
    expect(body).toEqual({ detail: [violation(['body', 'observations', 1, 'quote'], type)] })
  })

  it('names the five labels when the sentiment is none of them', async () => {
    const { body } = await post(batch({ user_sentiment: 'angry' }))

    expect(body.detail[0].msg).toContain('very negative, negative, neutral, positive, very positive')
  })

  it.each(UNREADABLE_BODIES)('refuses as a body: %s', async (_, raw) => {
    const { status, body } = await post(raw)

    expect(status).toBe(400)
    expect(body).toEqual({ detail: expect.stringMatching(/^the body is not valid JSON/) })
  })

  it('reads the next body well after one that was cut within a character', async () => {
    await post(Buffer.from([0x7b, 0x22, 0xe2, 0x82]))

    const { body } = await post(batch({ user_id: '' }))

    expect(body).toEqual({ detail: [violation(['body', 'user_id'], 'blank')] })
  })

  it.each(NOT_OBJECTS)('wants an object, not %s', async (_, raw) => {
    const { status, body } = await post(raw)

    expect(status).toBe(400)
    expect(body).toEqual({ detail: [violation(['body'], 'type')] })
  })

  it.each([
    ['no list', undefined, 'missing'],
    ['null', null, 'type'],
    ['one item without a list', ITEM, 'type'],
    ['a list in a string', JSON.stringify([ITEM]), 'type'],
    ['no items', [], 'too_few'],
    ['51 items', Array(51).fill(ITEM), 'too_many'],
  ])('refuses as observations: %s', async (_, observations, type) => {
    const { status, body } = await post(batch({ observations }))

    expect(status).toBe(400)
    expect(body).toEqual({ detail: [violation(['body', 'observations'], type)] })
  })

  it.each([null, 'a title', 5, []])('refuses an item that is %j', async (item) => {
    const { status, body } = await post(batch({ observations: [ITEM, item] }))

    expect(status).toBe(400)
    for (const { loc } of body.detail) expect(loc.slice(0, 3)).toEqual(['body', 'observations', 1])
  })

  it.each([
    ['user_id', 'user-42'],
    ['interaction_id', 'thread-7'],
    ['user_sentiment', 'negative'],
    ['observed_at', null],
  ])('names %s when it is inside an item', async (field, value) => {
    const { status, body } = await post(inSecondItem({ [field]: value }))

    expect(status).toBe(400)
    expect(body).toEqual({ detail: [violation(['body', 'observations', 1, field], 'misplaced')] })
    expect(body.detail[0].msg).toContain(field)
  })

  it('lists every violation, not only the first', async () => {
    const observations = [{ title: ' ' }, ITEM, { ...ITEM, title: 'x'.repeat(501), user_id: 'u' }]
    const wrong = { user_id: 5, user_sentiment: 'angry', observed_at: 'now', observations }

    const { status, body } = await post(wrong)

    expect(status).toBe(400)
    const found = body.detail.map(({ loc, type }: Loose) => `${loc.slice(1).join('.')} ${type}`)
    expect(found.sort()).toEqual([
      'interaction_id missing',
      'observations.0.description missing',
      'observations.0.title blank',
      'observations.2.title too_long',
      'observations.2.user_id misplaced',
      'observed_at date_time',
      'user_id type',
      'user_sentiment enum',
    ])
  })

  it('stays brief when thousands of items are bad', async () => {
    const { status, body } = await post(batch({ observations: Array(3_000).fill({ user_id: 1 }) }))

    expect(status).toBe(400)
    expect(body.detail).toContainEqual(violation(['body', 'observations'], 'too_many'))
    expect(body.detail.length).toBeLessThan(500)
  })
})
