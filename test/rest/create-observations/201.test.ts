import { beforeAll, describe, expect, it } from 'vitest'
import { batch, startService, type TestService } from '../../service.ts'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('POST observations, 201', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  it('answers one observation per item, in input order, and stores them', async () => {
    const observations = ['one', 'two', 'three'].map((title) => ({ title, description: `about ${title}` }))

    const { status, body } = await service.call('POST', '/observations/', batch({ observations }))

    expect(status).toBe(201)
    expect(body.results.map((result: { title: string }) => result.title)).toEqual(['one', 'two', 'three'])
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
})
