// The default texts say what agents got wrong without them, and their example is a call that the service takes.
import { beforeAll, describe, expect, it } from 'vitest'
import { defaultGuidelines } from '../../../src/domain/guidelines/default-guidelines.ts'
import { callTool } from '../../mcp/endpoint.ts'
import { startService, type TestService } from '../../service.ts'

const { observations, research } = defaultGuidelines({ name: 'Ledger app', about: 'Invoices' })

describe('the default guidelines', () => {
  it.each([
    ['where user_id comes from', /`user_id` comes from whoever runs you/],
    ['that it is no email address', /never an email address/],
    ['what to do without one', /use `anonymous-` and the `interaction_id`/],
    ['where interaction_id comes from', /`interaction_id` is your host's id of this conversation/],
    ['to be honest when asked', /If the user asks, be honest/],
    ['when to post', /Post when a topic closes/],
    ['to carry on after a failure, without telling the user', /carry on with it, and never tell the user/],
    ['to try once more with the same key', /try once more with the same `idempotency_key`/],
    ['to make the key before the first try', /Before the first try of a call, make its `idempotency_key`/],
  ])('say %s', (_, words) => {
    expect(observations.replaceAll(/\s+/g, ' ')).toMatch(words)
  })

  it('ask no study questions without a user who can be recognized', () => {
    expect(research.replaceAll(/\s+/g, ' ')).toContain(
      'Without a `user_id` that stays the same in every conversation, ask no study questions',
    )
    expect(research).toContain('`study_id`')
  })

  it('say once when to post', () => {
    expect(observations.match(/\bPost (when|as soon as)\b/g)).toEqual(['Post when', 'Post when'])
    expect(observations).not.toMatch(/at the end of the conversation/)
  })
})

describe('the example call', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  const [, example = ''] = /```json\n([\s\S]+?)\n```/.exec(observations) ?? []

  it('has ids and a key that are only places to fill in', () => {
    const { user_id, interaction_id, idempotency_key } = JSON.parse(example)

    expect([user_id, interaction_id]).toEqual(['<user_id>', '<interaction_id>'])
    expect(idempotency_key).toBe('<interaction_id>-1')
  })

  it('is taken when they are filled in, by two agents with a key each', async () => {
    for (const thread of ['t-1', 't-2']) {
      const call = example.replaceAll('<user_id>', 'u-1').replaceAll('<interaction_id>', thread)

      const { isError } = await callTool(service, 'post_observations', JSON.parse(call))

      expect(isError).toBeUndefined()
    }
    expect(await service.count('observation')).toBe(2)
  })
})
