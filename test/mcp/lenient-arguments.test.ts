// What models send in place of the plain thing, sent by real clients. REST stays strict.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answer, batch, makeStudy, startService, type TestService } from '../service.ts'
import { CLIENTS } from './clients.ts'
import { callTool, forgetAll, refusal } from './endpoint.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
beforeEach(() => forgetAll(service))

describe.each(CLIENTS)('$client', ({ connect }) => {
  it('may send null for every optional argument, and ids as numbers', async () => {
    const study = await makeStudy(service)
    const client = await connect(service.mcpUrl, { Authorization: `Bearer ${service.key}` })
    const ids = { user_id: 42, interaction_id: 7 }

    const results = [
      await client.call('get_service_guidelines', { user_id: null }),
      await client.call('get_active_studies', { user_id: 42 }),
      await client.call(
        'post_observations',
        batch({
          ...ids,
          observed_at: null,
          idempotency_key: null,
          observations: [{ title: 'A', description: 'B', issue: null }],
        }),
      ),
      await client.call(
        'post_research_answer',
        answer({ ...ids, study_id: null, study_index: '0', idempotency_key: null }),
      ),
    ]
    await client.close()

    expect(results.map(({ isError }) => isError ?? false)).toEqual([false, false, false, false])
    const stored =
      'SELECT user_id, interaction_id FROM observation UNION ALL SELECT user_id, interaction_id FROM answer'
    const { rows } = await service.db.query(stored)
    expect(rows).toEqual(Array(2).fill({ user_id: '42', interaction_id: '7' }))
    expect((await service.db.query('SELECT study_id FROM answer')).rows).toEqual([{ study_id: study.id }])
  })
})

describe('what is not read as something else', () => {
  it.each([
    ['a number that lost digits on the way', { user_id: 2 ** 60 }, 'user_id'],
    ['half a number for an id', { interaction_id: 1.5 }, 'interaction_id'],
    ['a number for a key', { idempotency_key: 5 }, 'idempotency_key'],
    ['null for what is required', { user_id: null }, 'user_id'],
  ])('%s', async (_, overrides, field) => {
    const result = await callTool(service, 'post_observations', batch(overrides))

    expect(refusal(result)).toMatchObject([{ loc: ['body', field], msg: 'must be a string' }])
    expect(await service.count('observation')).toBe(0)
  })

  it.each([{ user_id: 42 }, { idempotency_key: null, user_id: 42 }])('over REST: %j', async (overrides) => {
    const { status, body } = await service.call('POST', '/observations/', batch(overrides))

    expect([status, body.detail[0].loc]).toEqual([400, ['body', 'user_id']])
  })
})
