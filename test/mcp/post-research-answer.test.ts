import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answer, makeStudy, startService, type TestService } from '../service.ts'
import { callTool, forgetAll, refusal } from './endpoint.ts'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('post_research_answer', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  beforeEach(() => forgetAll(service))

  const list = (user_id = 'user-42') => callTool(service, 'get_active_studies', { user_id })
  const post = (overrides: object = {}) =>
    callTool(service, 'post_research_answer', answer({ study_index: 0, ...overrides }))
  const change = (id: string, body: object) =>
    service.admin('PATCH', `/projects/${service.projectId}/studies/${id}`, body)

  it('answers {id, posted_at} as text and as structured content, and stores the answer', async () => {
    const study = await makeStudy(service)
    await list()

    const { content, structuredContent, isError } = await post()

    expect(isError).toBeUndefined()
    expect(structuredContent).toEqual({
      id: expect.stringMatching(UUID_V7),
      posted_at: '2026-03-14T09:30:00.000Z',
    })
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }])
    const { rows } = await service.db.query('SELECT id, study_id, user_id, source, answer FROM answer')
    expect(rows).toEqual([
      {
        id: structuredContent.id,
        study_id: study.id,
        user_id: 'user-42',
        source: 'mcp',
        answer: 'For the accountant.',
      },
    ])
  })

  it.each([
    [
      'neither index nor id',
      { study_index: undefined },
      'study_index',
      'is required unless study_id is given',
    ],
    ['a negative study_index', { study_index: -1 }, 'study_index', 'must be at least 0'],
    ['a fractional study_index', { study_index: 0.5 }, 'study_index', 'must be a whole number'],
    ['a study_index in words', { study_index: 'first' }, 'study_index', 'must be a whole number'],
    ['a blank answer', { answer: '\n' }, 'answer', 'must not be blank'],
    ['an overlong answer', { answer: 'x'.repeat(32_769) }, 'answer', 'must have at most 32768 characters'],
    ['a missing interaction_id', { interaction_id: undefined }, 'interaction_id', 'is required'],
  ])('refuses %s', async (_, overrides, field, msg) => {
    await makeStudy(service)
    await list()

    const result = await post(overrides)

    expect(refusal(result)).toMatchObject([{ loc: ['body', field], msg }])
    expect(await service.count('answer')).toBe(0)
  })

  it.each([
    ['alone', { study_index: undefined }],
    ['beside null', { study_index: null }],
    ['beside an index of another study, which it overrules', { study_index: 7 }],
  ])('takes the id of a study %s, without any list', async (_, others) => {
    await makeStudy(service, { question: 'Another?' })
    const study = await makeStudy(service)

    const result = await post({ ...others, study_id: study.id.toUpperCase() })

    expect(result.isError).toBeUndefined()
    const { rows } = await service.db.query('SELECT study_id FROM answer')
    expect(rows).toEqual([{ study_id: study.id }])
  })

  it.each([
    ['no study', '0199c0de-7a11-7000-8000-000000000001'],
    ['no id', 'the first one'],
  ])('refuses a study_id that is %s in the words of REST', async (_, study_id) => {
    await makeStudy(service)

    const result = await post({ study_index: undefined, study_id })

    expect(refusal(result)).toBe('study not found')
    expect(await service.count('answer')).toBe(0)
  })

  it('reads ids that are given as numbers, and an index given as text', async () => {
    await makeStudy(service)
    await list('42')

    const result = await post({ study_index: ' 0', user_id: 42, interaction_id: 7 })

    expect(result.isError).toBeUndefined()
    const { rows } = await service.db.query('SELECT user_id, interaction_id FROM answer')
    expect(rows).toEqual([{ user_id: '42', interaction_id: '7' }])
  })

  it('names every bad argument at once', async () => {
    const result = await callTool(service, 'post_research_answer', {})

    expect(refusal(result).map(({ loc }: { loc: string[] }) => loc[1])).toEqual([
      'study_index',
      'user_id',
      'interaction_id',
      'answer',
    ])
  })

  it('refuses a second answer of the same user', async () => {
    await makeStudy(service)
    await list()
    await post()

    const result = await post({ answer: 'On second thought.' })

    expect(refusal(result)).toBe('this user has already answered this study')
    expect(await service.count('answer')).toBe(1)
  })

  it.each([
    ['paused', [{ state: 'paused' }], 'this study is paused'],
    ['ended', [{ state: 'paused' }, { state: 'ended' }], 'this study has ended'],
    ['not started', [{ starts_at: '2027-01-01T00:00:00Z' }], 'this study has not started yet'],
    ['past its end', [{ ends_at: '2026-03-14T09:30:00Z' }], 'this study is past its end date'],
    ['not for this user', [{ sampling_rate: 0 }], 'this user is not sampled into this study'],
  ])('refuses when the listed study is now %s', async (_, changes, detail) => {
    const study = await makeStudy(service)
    await list()
    for (const body of changes) await change(study.id, body)

    const result = await post()

    expect(refusal(result)).toBe(detail)
    expect(await service.count('answer')).toBe(0)
  })

  it('refuses when the cap was reached since the list was given', async () => {
    await makeStudy(service, { max_answers: 1 })
    await list()
    await list('user-2')
    await post({ user_id: 'user-2' })

    const result = await post()

    expect(refusal(result)).toBe('this study has reached its maximum number of answers')
    expect(await service.count('answer')).toBe(1)
  })
})
