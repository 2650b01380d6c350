import { beforeEach, describe, expect, it } from 'vitest'
import {
  anotherProject,
  answer,
  type Loose,
  makeStudy,
  startService,
  type TestService,
} from '../../service.ts'
import { FAITHFUL_TEXTS, UUID_V7 } from '../hard-cases.ts'

describe('GET active studies, 200', () => {
  let service: TestService
  beforeEach(async () => {
    service ??= await startService()
    await service.db.query('DELETE FROM study')
  })
  const list = (userId = 'user-42') =>
    service.call('GET', `/research/studies/?user_id=${encodeURIComponent(userId)}`)
  const change = (study: Loose, fields: object) =>
    service.admin('PATCH', `/projects/${service.projectId}/studies/${study.id}`, fields)

  it('answers an empty list when the project has no study', async () => {
    const { status, headers, body } = await list()

    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(body).toEqual({ user_id: 'user-42', studies: [] })
  })

  it('answers id, question, criteria and a null answer, and nothing else', async () => {
    const study = await makeStudy(service, { max_answers: 9, ends_at: '2027-01-01T00:00:00Z' })

    const { status, body } = await list()

    expect(status).toBe(200)
    expect(body.studies).toEqual([
      { id: study.id, question: 'Why do you export?', eligibility_criteria: 'Exports often.', answer: null },
    ])
    expect(body.studies[0].id).toMatch(UUID_V7)
  })

  it.each(FAITHFUL_TEXTS)('shows a user their own answer and name exactly as sent: %s', async (_, text) => {
    const { id } = await makeStudy(service)
    await service.call('POST', `/research/studies/${id}/answers/`, answer({ user_id: text, answer: text }))

    const { body } = await list(text)

    expect(body).toMatchObject({ user_id: text, studies: [{ id, answer: text }] })
    expect((await list('someone else')).body.studies).toMatchObject([{ id, answer: null }])
  })

  it('lists by first activation, and a pause does not change the place', async () => {
    const first = await makeStudy(service, { question: 'first', state: 'draft' })
    const second = await makeStudy(service, { question: 'second' })
    service.clock.now = new Date(service.clock.now.getTime() + 1000)
    await change(first, { state: 'active' })
    await change(second, { state: 'paused' })
    service.clock.now = new Date(service.clock.now.getTime() + 1000)
    await change(second, { state: 'active' })

    const { body } = await list()

    expect(body.studies.map((study: Loose) => study.question)).toEqual(['second', 'first'])
  })

  it('lists studies activated at the same moment by id', async () => {
    const drafts = []
    for (const question of ['a', 'b', 'c', 'd'])
      drafts.push(await makeStudy(service, { question, state: 'draft' }))
    for (const draft of drafts.toReversed()) await change(draft, { state: 'active' })

    const { body } = await list()

    expect(body.studies.map((study: Loose) => study.id)).toEqual(drafts.map((study) => study.id).sort())
  })

  it('leaves out drafts, paused and ended studies', async () => {
    await makeStudy(service, { state: 'draft' })
    await change(await makeStudy(service), { state: 'paused' })
    const ended = await makeStudy(service)
    for (const state of ['paused', 'ended']) await change(ended, { state })

    const { body } = await list()

    expect(body.studies).toEqual([])
  })

  it.each([
    ['a moment before it starts', -1, 0],
    ['at the moment it starts', 0, 1],
    ['in its last millisecond', 3_599_999, 1],
    ['at the moment it ends', 3_600_000, 0],
  ])('lists a study within its dates: %s', async (_, milliseconds, shown) => {
    const starts_at = '2026-05-01T00:00:00Z'
    await makeStudy(service, { starts_at, ends_at: '2026-05-01T01:00:00Z' })
    service.clock.now = new Date(Date.parse(starts_at) + milliseconds)

    const { body } = await list()

    expect(body.studies).toHaveLength(shown)
  })

  it('leaves out a study whose cap is reached, also for those who answered', async () => {
    const { id } = await makeStudy(service, { max_answers: 2 })
    for (const user_id of ['a', 'b'])
      await service.call('POST', `/research/studies/${id}/answers/`, answer({ user_id }))

    const { body } = await list('a')

    expect(body.studies).toEqual([])
  })

  it('lists a study for the users that are sampled in, the same ones each time, and more at a higher rate', async () => {
    const users = Array.from({ length: 60 }, (_, i) => `user-${i}`)
    const study = await makeStudy(service, { sampling_rate: 0.3 })
    const asked = async () => {
      const lists = await Promise.all(users.map(list))
      return users.filter((_, i) => lists[i]?.body.studies.length === 1)
    }

    const few = await asked()

    expect(few.length).toBeGreaterThan(0)
    expect(few.length).toBeLessThan(60)
    expect(await asked()).toEqual(few)
    await change(study, { sampling_rate: 0.7 })
    expect(await asked()).toEqual(expect.arrayContaining(few))
    await change(study, { sampling_rate: 1 })
    expect(await asked()).toEqual(users)
    await change(study, { sampling_rate: 0 })
    expect(await asked()).toEqual([])
  })

  it('shows no study of another project', async () => {
    const { projectId } = await anotherProject(service)
    await service.admin('POST', `/projects/${projectId}/studies`, { question: 'Theirs', state: 'active' })

    const { body } = await list()

    expect(body.studies).toEqual([])
  })

  it('is served without the trailing slash too, and ignores parameters that it does not know', async () => {
    const { status, body } = await service.call('GET', '/research/studies?user_id=u&page=2')

    expect(status).toBe(200)
    expect(body).toEqual({ user_id: 'u', studies: [] })
  })

  it('answers HEAD with the same headers and no body', async () => {
    const { headers } = await list('u')

    const head = await service.call('HEAD', '/research/studies/?user_id=u')

    expect(head.status).toBe(200)
    expect(head.body).toBe('')
    expect(head.headers.get('content-length')).toBe(headers.get('content-length'))
  })

  it('takes a user id of 512 emoji', async () => {
    const { status, body } = await list('😀'.repeat(512))

    expect(status).toBe(200)
    expect(body.user_id).toBe('😀'.repeat(512))
  })
})
