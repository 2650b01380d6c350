// A study as the team looks at it: as an agent sees it, why a user is not asked, its answers searched and over time.
import { beforeAll, describe, expect, it } from 'vitest'
import { STUDY_RULES } from '../../../src/contract/research/study-insight.ts'
import { isSampledIn } from '../../../src/domain/research/study-rules.ts'
import { answer, type Loose, makeStudy, startService, type TestService } from '../../service.ts'

let service: TestService
let studies: string
beforeAll(async () => {
  service = await startService()
  studies = `/projects/${service.projectId}/studies` as const
})

const explain = async (study: Loose, user_id = 'ann') => {
  const { status, body } = await service.admin(
    'GET',
    `${studies}/${study.id}/explain?user_id=${encodeURIComponent(user_id)}`,
  )
  expect(status).toBe(200)
  return body
}
const post = (study: Loose, overrides: object = {}) =>
  service.call('POST', `/research/studies/${study.id}/answers/`, answer({ user_id: 'ann', ...overrides }))
const change = (study: Loose, body: object) => service.admin('PATCH', `${studies}/${study.id}`, body)
const outsider = (study: Loose, rate: number): string =>
  Array.from({ length: 100 }, (_, i) => `user-${i}`).find(
    (user) => !isSampledIn(rate, study.id, user),
  ) as string

describe('a preview', () => {
  it('is exactly what an agent gets', async () => {
    const study = await makeStudy(service, { question: 'Previewed?' })
    const { body: listed } = await service.call('GET', '/research/studies/?user_id=ann')

    const { status, body } = await service.admin('GET', `${studies}/${study.id}/preview`)

    expect(status).toBe(200)
    expect(body.entry).toEqual(listed.studies.find(({ id }: Loose) => id === study.id))
    expect(body.guidelines).toBe((await service.call('GET', '/service-guidelines/')).body.research)
  })

  it('is there before the study is active', async () => {
    const study = await makeStudy(service, { state: 'draft' })

    const { body } = await service.admin('GET', `${studies}/${study.id}/preview`)

    expect(body.entry).toEqual({
      id: study.id,
      question: study.question,
      eligibility_criteria: study.eligibility_criteria,
      answer: null,
    })
  })
})

describe('why a user is or is not asked', () => {
  it('passes every rule when they are', async () => {
    const study = await makeStudy(service, { starts_at: '2026-03-14T09:30:00Z', max_answers: 2 })

    const explained = await explain(study)

    expect(explained).toMatchObject({ asked: true, decides: null })
    const set = STUDY_RULES.filter((rule) => rule !== 'pace' && rule !== 'rest')
    expect(explained.rules.map(({ rule }: Loose) => rule)).toEqual(set)
    expect(explained.rules.every(({ passes }: Loose) => passes)).toBe(true)
  })

  type Case = [rule: string, study: object, detail: RegExp, arrange?: (study: Loose) => Promise<unknown>]
  it.each<Case>([
    ['state', { state: 'draft' }, /draft/],
    ['state', {}, /paused/, (study) => change(study, { state: 'paused' })],
    ['starts', { starts_at: '2026-03-14T09:30:01Z' }, /before 2026-03-14 09:30 UTC/],
    ['ends', { ends_at: '2026-03-14T09:30:00Z' }, /end date was 2026-03-14 09:30 UTC/],
    [
      'cap',
      { max_answers: 1 },
      /^1 answer of at most 1: the study is full/,
      (study) => post(study, { user_id: 'bob' }),
    ],
    [
      'sampling',
      { sampling_rate: 0 },
      /^0% of users are asked\. This user’s fixed random number is \d+\.\d\d%, not below 0%, so they aren’t asked\.$/,
    ],
    [
      'pace',
      { max_answers_per_day: 1 },
      /^1 answer today, of at most 1 per day: users are asked again from 2026-03-15 00:00 UTC\.$/,
      (study) => post(study, { user_id: 'bob' }),
    ],
    ['answered', {}, /has already answered/, (study) => post(study)],
  ])('is decided by %s with %j', async (rule, overrides, detail, arrange) => {
    const study = await makeStudy(service, overrides)
    await arrange?.(study)

    const explained = await explain(study)

    expect(explained).toMatchObject({ asked: false, decides: rule })
    expect(explained.rules.find((one: Loose) => one.rule === rule)).toMatchObject({
      passes: false,
      detail: expect.stringMatching(detail),
    })
  })

  it('is decided by rest after an answer to another study, which agents still read', async () => {
    const [first, second] = [await makeStudy(service), await makeStudy(service)]
    await service.admin('PATCH', `/projects/${service.projectId}`, { rest_days: 30 })
    await post(first, { user_id: 'tired' })

    const explained = await explain(second, 'tired')

    const { body: given } = await service.call('GET', '/research/studies/?user_id=tired')
    const fresh = await explain(second, 'fresh')
    await service.admin('PATCH', `/projects/${service.projectId}`, { rest_days: null })
    expect(explained).toMatchObject({ asked: false, decides: 'rest' })
    expect(explained.rules.find(({ rule }: Loose) => rule === 'rest').detail).toBe(
      'After answering, users aren’t asked another study for 30 days. This user answered another study on 2026-03-14 09:30 UTC, so they aren’t asked until 2026-04-13 09:30 UTC.',
    )
    expect(fresh).toMatchObject({ asked: true })
    expect(given.studies).toMatchObject([{ id: first.id, answer: 'For the accountant.' }])
  })

  it('agrees with what agents are given, for whoever it is', async () => {
    const study = await makeStudy(service, { sampling_rate: 0.5 })
    const users = [outsider(study, 0.5), 'a/b', '🦊', ...Array.from({ length: 20 }, (_, i) => `some-${i}`)]

    const told = await Promise.all(users.map(async (user) => (await explain(study, user)).asked))

    const given = await Promise.all(
      users.map(async (user) => {
        const path = `/research/studies/?user_id=${encodeURIComponent(user)}`
        const { body } = await service.call('GET', path)
        return body.studies.some(({ id }: Loose) => id === study.id)
      }),
    )
    expect(told).toEqual(given)
    expect(new Set(told)).toEqual(new Set([true, false]))
  })

  it.each(['', '?user_id=', '?user_id=a&more=1', '?user_id=%ff'])('refuses the query %j', async (query) => {
    const study = await makeStudy(service)

    const { status } = await service.admin('GET', `${studies}/${study.id}/explain${query}`)

    expect(status).toBe(400)
  })
})

describe('answers', () => {
  const at = async (time: string, work: () => Promise<unknown>) => {
    const before = service.clock.now
    service.clock.now = new Date(time)
    await work()
    service.clock.now = before
  }
  let study: Loose
  const found = async (query: string): Promise<string[]> => {
    const { status, body } = await service.admin('GET', `${studies}/${study.id}/answers${query}`)
    expect(status).toBe(200)
    return body.items.map(({ user_id }: Loose) => user_id)
  }
  beforeAll(async () => {
    study = await makeStudy(service, { question: 'Searched?' })
    await at('2026-03-10T10:00:00Z', () =>
      post(study, { user_id: 'one', answer: 'Sends invoices to a tax client' }),
    )
    await at('2026-03-12T10:00:00Z', () => post(study, { user_id: 'two', answer: 'Die Rechnungen per Post' }))
    await at('2026-03-12T23:00:00Z', () =>
      post(study, { user_id: 'three', answer: 'One invoice, by mail, as the client of a tax office' }),
    )
    const other = await makeStudy(service, { question: 'Another?' })
    await post(other, { user_id: 'four', answer: 'An invoice elsewhere' })
  })

  it.each([
    ['?q=invoice', ['three', 'one']],
    ['?q=invoices -office', ['one']],
    ['?q="tax client"', ['one']],
    ['?q=rech*', ['two']],
    ['?q=nothing', []],
    ['?from=2026-03-12T10:00:00Z', ['three', 'two']],
    ['?to=2026-03-12T10:00:00Z', ['one']],
    ['?q=invoice&from=2026-03-11T00:00:00Z', ['three']],
    ['?limit=1&q=invoice', ['three']],
  ])('are found with %s', async (query, users) => {
    expect(await found(query)).toEqual(users)
  })

  it('are counted day by day, also the days without', async () => {
    const { body } = await service.admin('GET', `${studies}/${study.id}/series?days=5`)

    expect(body).toMatchObject({
      days: 5,
      series: [
        { day: '2026-03-10', count: 1 },
        { day: '2026-03-11', count: 0 },
        { day: '2026-03-12', count: 2 },
        { day: '2026-03-13', count: 0 },
        { day: '2026-03-14', count: 0 },
      ],
    })
  })

  it('are exported as they are filtered', async () => {
    const path =
      `/projects/${service.projectId}/export/answers.jsonl?study=${study.id}&q=invoice&to=2026-03-11T00:00:00Z` as const

    const { status, body } = await service.admin('GET', path)

    const rows = body
      .trim()
      .split('\n')
      .map(JSON.parse as (line: string) => Loose)
    expect(status).toBe(200)
    expect(rows).toMatchObject([{ user_id: 'one', study_id: study.id, question: 'Searched?' }])
  })
})

describe('deleting a study', () => {
  it('takes a draft away', async () => {
    const study = await makeStudy(service, { state: 'draft' })

    const { status } = await service.admin('DELETE', `${studies}/${study.id}`)

    expect(status).toBe(204)
    expect((await service.admin('GET', `${studies}/${study.id}`)).status).toBe(404)
  })

  it('is refused once the study was active, and says why', async () => {
    const study = await makeStudy(service)

    const { status, body } = await service.admin('DELETE', `${studies}/${study.id}`)

    expect(status).toBe(409)
    expect(body.detail).toBe('only a draft can be deleted, and this study is active; end it to stop asking')
    expect((await service.admin('GET', `${studies}/${study.id}`)).status).toBe(200)
  })
})

describe('the audit log', () => {
  const audited = async (id: string) => {
    const { body } = await service.admin('GET', `/projects/${service.projectId}/audit?subject=${id}`)
    return body.items.map(({ actor, action, facts }) => ({ actor, action, facts })).reverse()
  }

  it('tells what was done to a study', async () => {
    const study = await makeStudy(service, { state: 'draft', question: 'Why?' })
    await change(study, { question: 'How?', state: 'active' })
    await change(study, { question: 'How?' })
    await change(study, { state: 'paused' })

    const actor = 'admin token'
    expect(await audited(study.id)).toEqual([
      { actor, action: 'study.created', facts: { question: 'Why?', state: 'draft' } },
      { actor, action: 'study.changed', facts: { question: 'How?', was: { question: 'Why?' } } },
      { actor, action: 'study.state_changed', facts: { from: 'draft', to: 'active' } },
      { actor, action: 'study.state_changed', facts: { from: 'active', to: 'paused' } },
    ])
  })

  it('tells what was done to a tag', async () => {
    const tags = `/projects/${service.projectId}/tags` as const
    const { body: tag } = await service.admin('POST', tags, { label: 'export', config: {} })
    await service.admin('PATCH', `${tags}/${tag.id}`, { label: 'exports' })
    await service.admin('DELETE', `${tags}/${tag.id}`)

    const actor = 'admin token'
    expect(await audited(tag.id)).toEqual([
      { actor, action: 'tag.created', facts: { label: 'export' } },
      { actor, action: 'tag.changed', facts: { label: 'exports', was: { label: 'export' } } },
      { actor, action: 'tag.deleted', facts: { label: 'exports' } },
    ])
  })
})
