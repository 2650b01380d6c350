import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answer, makeStudy, startService, type TestService } from '../service.ts'
import { callTool, forgetAll, refusal } from './endpoint.ts'

describe('get_active_studies', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  beforeEach(() => forgetAll(service))

  it('answers the same list as REST, as text and as structured content, and remembers it', async () => {
    const first = await makeStudy(service, { question: 'First?' })
    const second = await makeStudy(service, { question: 'Second?' })
    const rest = await service.call('GET', '/research/studies/?user_id=user-42')

    const { content, structuredContent, isError } = await callTool(service, 'get_active_studies', {
      user_id: 'user-42',
    })

    expect(isError).toBeUndefined()
    expect(structuredContent).toEqual(rest.body)
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(rest.body) }])
    const { rows } = await service.db.query('SELECT user_id, study_ids FROM study_list')
    expect(rows).toEqual([{ user_id: 'user-42', study_ids: [first.id, second.id] }])
  })

  it('shows the answer that the user has given', async () => {
    await makeStudy(service)
    await callTool(service, 'get_active_studies', { user_id: 'user-42' })
    await callTool(service, 'post_research_answer', answer({ study_index: 0 }))

    const { structuredContent } = await callTool(service, 'get_active_studies', { user_id: 'user-42' })

    expect(structuredContent.studies).toMatchObject([{ answer: 'For the accountant.' }])
  })

  it('answers an empty list when nothing is open for the user', async () => {
    await makeStudy(service, { state: 'draft' })
    await makeStudy(service, { sampling_rate: 0 })
    await makeStudy(service, { ends_at: '2026-03-14T09:30:00Z' })

    const { structuredContent } = await callTool(service, 'get_active_studies', { user_id: 'user-42' })

    expect(structuredContent).toEqual({ user_id: 'user-42', studies: [] })
  })

  it.each([
    ['a missing user_id', {}, 'is required', 'missing'],
    ['a blank user_id', { user_id: ' \t' }, 'must not be blank', 'blank'],
    ['a number that is not exact', { user_id: 2 ** 60 }, 'must be a string', 'type'],
    ['an overlong user_id', { user_id: 'x'.repeat(513) }, 'must have at most 512 characters', 'too_long'],
  ])('refuses %s and remembers nothing', async (_, args, msg, type) => {
    const result = await callTool(service, 'get_active_studies', args)

    expect(refusal(result)).toEqual([{ loc: ['body', 'user_id'], msg, type }])
    expect(await service.count('study_list')).toBe(0)
  })

  it('treats a call without arguments as one with none', async () => {
    const result = await callTool(service, 'get_active_studies')

    expect(refusal(result)).toEqual([{ loc: ['body', 'user_id'], msg: 'is required', type: 'missing' }])
  })
})
