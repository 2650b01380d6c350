import { beforeAll, describe, expect, it } from 'vitest'
import { batch, type Loose, startService, type TestService } from '../../service.ts'
import { FAITHFUL_TEXTS, JSON_CONTENT_TYPES, TIMESTAMP, UUID_V7 } from '../hard-cases.ts'

describe('POST observations, 201', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  const post = (body: unknown, path = '/observations/') => service.call('POST', path, body)
  const stored = async (id: string) =>
    (await service.db.query('SELECT * FROM observation WHERE id = $1', [id])).rows[0]

  it('answers one observation per item, in input order, and stores them', async () => {
    const observations = ['one', 'two', 'three'].map((title) => ({ title, description: `about ${title}` }))

    const { status, body } = await post(batch({ observations }))

    expect(status).toBe(201)
    expect(body.results.map((result: { title: string }) => result.title)).toEqual(['one', 'two', 'three'])
    expect(body).toEqual({ results: expect.any(Array) })
    expect(body.results[0]).toEqual({
      id: expect.stringMatching(UUID_V7),
      user_id: 'user-42',
      interaction_id: 'thread-7',
      source: 'rest',
      title: 'one',
      description: 'about one',
      user_sentiment: 'negative',
      observed_at: '2026-03-14T09:30:00.000Z',
      created_at: '2026-03-14T09:30:00.000Z',
      tags: [],
    })
    const { rows } = await service.db.query('SELECT title FROM observation ORDER BY id')
    expect(rows.map((row) => row.title)).toEqual(['one', 'two', 'three'])
  })

  it('is served without the trailing slash too, and does not redirect', async () => {
    const { status, body } = await post(batch(), '/observations')

    expect(status).toBe(201)
    expect(await stored(body.results[0].id)).toMatchObject({ project_id: service.projectId })
  })

  it.each(FAITHFUL_TEXTS)('returns and stores exactly as sent: %s', async (_, text) => {
    const observations = [{ title: text, description: text }]

    const { status, body } = await post(batch({ user_id: text, interaction_id: text, observations }))

    const asSent = { user_id: text, interaction_id: text, title: text, description: text }
    expect(status).toBe(201)
    expect(body.results[0]).toMatchObject(asSent)
    expect(await stored(body.results[0].id)).toMatchObject(asSent)
  })

  it('counts lengths in code points: every field may be full of emoji', async () => {
    const full = {
      user_id: '😀'.repeat(512),
      interaction_id: '🧵'.repeat(512),
      observations: [{ title: '📤'.repeat(500), description: '📝'.repeat(32_768) }],
    }

    const { status, body } = await post(batch(full))

    expect(status).toBe(201)
    expect(await stored(body.results[0].id)).toMatchObject({
      user_id: full.user_id,
      interaction_id: full.interaction_id,
      ...full.observations[0],
    })
  })

  it('takes 50 items', async () => {
    const observations = Array.from({ length: 50 }, (_, i) => ({ title: `item ${i}`, description: 'x' }))

    const { status, body } = await post(batch({ interaction_id: 'fifty', observations }))

    expect(status).toBe(201)
    expect(body.results.map((result: Loose) => result.title)).toEqual(observations.map((o) => o.title))
    const { rows } = await service.db.query("SELECT id FROM observation WHERE interaction_id = 'fifty'")
    expect(new Set(rows.map((row) => row.id))).toEqual(new Set(body.results.map((r: Loose) => r.id)))
  })

  it.each(['very negative', 'negative', 'neutral', 'positive', 'very positive'])(
    'takes the sentiment %s',
    async (user_sentiment) => {
      const { status, body } = await post(batch({ user_sentiment }))

      expect(status).toBe(201)
      expect(body.results[0].user_sentiment).toBe(user_sentiment)
      expect(await stored(body.results[0].id)).toMatchObject({ user_sentiment })
    },
  )

  it('ignores properties that it does not know, in the batch and in the items', async () => {
    const [item] = batch().observations
    const strange = batch({ source: 'import', tags: ['a'], observations: [{ ...item, id: 'x', source: 5 }] })

    const { status, body } = await post(strange)

    expect(status).toBe(201)
    expect(body.results[0]).toMatchObject({ id: expect.stringMatching(UUID_V7), source: 'rest', tags: [] })
    expect(await stored(body.results[0].id)).toMatchObject({ source: 'rest' })
  })

  it.each(JSON_CONTENT_TYPES)('takes the content type %s', async (type) => {
    const { status, body } = await service.call('POST', '/observations/', batch(), { 'Content-Type': type })

    expect(status).toBe(201)
    expect(await stored(body.results[0].id)).toBeDefined()
  })

  it.each([
    ['a number of no issue', 142, 142],
    ['the highest that there can be', 2_147_483_647, 2_147_483_647],
    ['one beyond all numbers', 2_147_483_648, null],
    ['one beyond all counting', 1e300, null],
    ['0', 0, null],
    ['a negative number', -7, null],
  ])('takes the issue that an item speaks of, and answers as ever: %s', async (_, issue, kept) => {
    const [item] = batch().observations

    const { status, body } = await post(batch({ observations: [{ ...item, issue }] }))

    expect(status).toBe(201)
    expect(Object.keys(body.results[0])).not.toContain('issue')
    expect(await stored(body.results[0].id)).toMatchObject({ agent_issue: kept })
    const read = await service.admin(
      'GET',
      `/projects/${service.projectId}/observations/${body.results[0].id}`,
    )
    expect(read.body).toMatchObject({ agent_issue: kept, issue: null })
  })

  it.each([
    ['as it is sent', ' “I found\n out” 🎉 ', ' “I found\n out” 🎉 '],
    ['of 500 characters', '😀'.repeat(500), '😀'.repeat(500)],
    ['of nothing but blanks, as none', ' \n', null],
  ])('takes the words of the user that an item quotes, %s', async (_, quote, kept) => {
    const [item] = batch().observations

    const { status, body } = await post(batch({ observations: [{ ...item, quote }] }))

    expect(status).toBe(201)
    expect(Object.keys(body.results[0])).not.toContain('quote')
    expect(await stored(body.results[0].id)).toMatchObject({ user_quote: kept })
    const { id } = body.results[0]
    const read = await service.admin('GET', `/projects/${service.projectId}/observations/${id}`)
    expect(read.body.quote).toBe(kept)
    const [repeat, other] = await Promise.all(
      ['x', 'y'].map((text) =>
        service.call('POST', '/observations/', batch({ observations: [{ ...item, quote: text }] }), {
          'Idempotency-Key': `quoting ${_}`,
        }),
      ),
    )
    expect([repeat?.status, other?.status].toSorted()).toEqual([201, 409])
  })

  it('tells a repeat that names another issue from the first request', async () => {
    const [item] = batch().observations
    const named = (issue?: number) =>
      service.call('POST', '/observations/', batch({ observations: [{ ...item, issue }] }), {
        'Idempotency-Key': 'with an issue',
      })

    const statuses = [(await named(1)).status, (await named(1)).status, (await named(2)).status]

    expect(statuses).toEqual([201, 201, 409])
    expect((await named()).status).toBe(409)
  })

  it('takes the project id in capitals', async () => {
    const before = await service.count('observation')
    const url = `/v1/project/${service.projectId.toUpperCase()}/observations/`

    const response = await fetch(service.url + url, {
      method: 'POST',
      headers: { 'X-Api-Key': service.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(batch()),
    })

    expect(response.status).toBe(201)
    expect(await service.count('observation')).toBe(before + 1)
  })

  it('writes timestamps in UTC with milliseconds and Z', async () => {
    const { body } = await post(batch({ observed_at: '2026-01-02T03:04:05+02:00' }))

    const [{ observed_at, created_at }] = body.results
    expect([observed_at, created_at]).toEqual([
      expect.stringMatching(TIMESTAMP),
      expect.stringMatching(TIMESTAMP),
    ])
  })
})
