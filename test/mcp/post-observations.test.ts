import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { batch, startService, type TestService } from '../service.ts'
import { callTool, forgetAll, refusal } from './endpoint.ts'

const ITEMS = [
  { title: 'one', description: 'about one' },
  { title: 'two', description: 'about two' },
]

describe('post_observations', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  beforeEach(() => forgetAll(service))

  const titles = async () =>
    (await service.db.query('SELECT title FROM observation ORDER BY id')).rows.map(({ title }) => title)

  it('answers the array as text and {results} as structured content, in input order', async () => {
    const result = await callTool(service, 'post_observations', batch({ observations: ITEMS }))

    expect(Object.keys(result)).toEqual(['content', 'structuredContent'])
    expect(result.content).toHaveLength(1)
    expect(result.content[0].type).toBe('text')
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent.results)
    expect(result.structuredContent).toEqual({
      results: ITEMS.map((item) => ({
        id: expect.any(String),
        user_id: 'user-42',
        interaction_id: 'thread-7',
        source: 'mcp',
        ...item,
        user_sentiment: 'negative',
        observed_at: '2026-03-14T09:30:00.000Z',
        created_at: '2026-03-14T09:30:00.000Z',
        tags: [],
      })),
    })
    expect(await titles()).toEqual(['one', 'two'])
  })

  it('stores its source as mcp', async () => {
    await callTool(service, 'post_observations', batch())

    const { rows } = await service.db.query('SELECT source FROM observation')
    expect(rows).toEqual([{ source: 'mcp' }])
  })

  it.each([
    ['with an offset', '2026-03-01T12:00:00+02:00', '2026-03-01T10:00:00.000Z'],
    ['without a zone, read as UTC', '2026-03-01T12:00:00', '2026-03-01T12:00:00.000Z'],
    ['as null, the same as omitted', null, '2026-03-14T09:30:00.000Z'],
  ])('takes observed_at %s', async (_, observed_at, stored) => {
    const { structuredContent } = await callTool(service, 'post_observations', batch({ observed_at }))

    expect(structuredContent.results[0].observed_at).toBe(stored)
    const { rows } = await service.db.query('SELECT observed_at FROM observation')
    expect(rows[0].observed_at.toISOString()).toBe(stored)
  })

  it.each([
    ['the array', JSON.stringify(ITEMS)],
    ['each item', ITEMS.map((item) => JSON.stringify(item))],
    ['the array and each item in it', JSON.stringify(ITEMS.map((item) => JSON.stringify(item)))],
  ])('reads %s from JSON text', async (_, observations) => {
    const { structuredContent } = await callTool(service, 'post_observations', batch({ observations }))

    expect(structuredContent.results).toMatchObject(ITEMS)
    expect(await titles()).toEqual(['one', 'two'])
  })

  it('keeps a text that looks like JSON where text is wanted', async () => {
    const observations = [{ title: '["a"]', description: '{"b":1}' }]

    const { structuredContent } = await callTool(service, 'post_observations', batch({ observations }))

    expect(structuredContent.results).toMatchObject(observations)
    expect(await titles()).toEqual(['["a"]'])
  })

  it.each([
    ['text that is no JSON', 'it broke'],
    ['text that is a JSON number', '5'],
    ['a number', 5],
  ])('refuses %s for the array', async (_, observations) => {
    const result = await callTool(service, 'post_observations', batch({ observations }))

    expect(refusal(result)).toEqual([
      { loc: ['body', 'observations'], msg: 'must be an array', type: 'type' },
    ])
    expect(await service.count('observation')).toBe(0)
  })

  it('lists every violation and stores nothing when one item is bad', async () => {
    const observations = [ITEMS[0], { title: 'x'.repeat(501), user_id: 'user-42' }]

    const result = await callTool(
      service,
      'post_observations',
      batch({ observations, user_sentiment: 'meh', idempotency_key: '' }),
    )

    const places = refusal(result).map(({ loc, type }: { loc: string[]; type: string }) => [
      loc.join('.'),
      type,
    ])
    expect(places.sort()).toEqual([
      ['body.idempotency_key', 'blank'],
      ['body.observations.1.description', 'missing'],
      ['body.observations.1.title', 'too_long'],
      ['body.observations.1.user_id', 'misplaced'],
      ['body.user_sentiment', 'enum'],
    ])
    expect(await service.count('observation')).toBe(0)
    expect(result.structuredContent).toBeUndefined()
  })

  it.each([
    ['a number', 142, 142],
    ['digits', '142', 142],
    ['null, the same as omitted', null, null],
  ])('takes the issue of an item as %s', async (_, issue, stored) => {
    const observations = [{ ...ITEMS[0], issue }, ITEMS[1]]

    const result = await callTool(service, 'post_observations', batch({ observations }))

    expect(result.structuredContent.results[0]).not.toHaveProperty('issue')
    const { rows } = await service.db.query('SELECT agent_issue FROM observation ORDER BY id')
    expect(rows).toEqual([{ agent_issue: stored }, { agent_issue: null }])
  })

  it.each([
    ['words', 'It never asked me.', 'It never asked me.'],
    ['null, the same as omitted', null, null],
  ])('takes the quote of an item as %s', async (_, quote, stored) => {
    const result = await callTool(
      service,
      'post_observations',
      batch({ observations: [{ ...ITEMS[0], quote }] }),
    )

    expect(result.structuredContent.results[0]).not.toHaveProperty('quote')
    const { rows } = await service.db.query('SELECT user_quote FROM observation')
    expect(rows).toEqual([{ user_quote: stored }])
  })

  it.each([1.5, 'export', '#142', true])('refuses as the issue of an item: %s', async (issue) => {
    const observations = [ITEMS[1], { ...ITEMS[0], issue }]

    const result = await callTool(service, 'post_observations', batch({ observations }))

    expect(refusal(result)).toMatchObject([{ loc: ['body', 'observations', 1, 'issue'] }])
    expect(await service.count('observation')).toBe(0)
  })

  it('ignores unknown arguments', async () => {
    const result = await callTool(service, 'post_observations', batch({ mood: 'sunny' }))

    expect(result.isError).toBeUndefined()
    expect(await service.count('observation')).toBe(1)
  })
})
