import { beforeEach, describe, expect, it } from 'vitest'
import { isSampledIn } from '../../../src/domain/research/study-rules.ts'
import { answer, type Loose, makeStudy, startService, type TestService } from '../../service.ts'

describe('POST answer, 409', () => {
  let service: TestService
  beforeEach(async () => {
    service ??= await startService()
  })
  const post = (study: Loose, body = answer()) =>
    service.call('POST', `/research/studies/${study.id}/answers/`, body)
  const change = (study: Loose, fields: object) =>
    service.admin('PATCH', `/projects/${service.projectId}/studies/${study.id}`, fields)
  const stored = async (study: Loose) =>
    (await service.db.query('SELECT user_id, answer FROM answer WHERE study_id = $1', [study.id])).rows

  it('keeps the first answer of a user', async () => {
    const study = await makeStudy(service)
    await post(study, answer({ answer: 'first' }))

    const { status, body } = await post(study, answer({ answer: 'second', interaction_id: 'another' }))

    expect(status).toBe(409)
    expect(body).toEqual({ detail: 'this user has already answered this study' })
    expect(await stored(study)).toEqual([{ user_id: 'user-42', answer: 'first' }])
    const { rows } = await service.db.query('SELECT answer_count FROM study WHERE id = $1', [study.id])
    expect(rows).toEqual([{ answer_count: 1 }])
  })

  it.each([
    ['paused', ['paused'], 'this study is paused'],
    ['ended', ['ended'], 'this study has ended'],
  ])('says that a study is %s', async (_, states, detail) => {
    const study = await makeStudy(service)
    for (const state of states) await change(study, { state })

    const { status, body } = await post(study)

    expect(status).toBe(409)
    expect(body).toEqual({ detail })
    expect(await stored(study)).toEqual([])
  })

  it.each([
    ['has not started', { starts_at: '2026-03-14T09:30:00.001Z' }, 'this study has not started yet'],
    ['is past its end', { ends_at: '2026-03-14T09:30:00.000Z' }, 'this study is past its end date'],
  ])('says that a study %s', async (_, dates, detail) => {
    const study = await makeStudy(service, dates)

    const { status, body } = await post(study)

    expect(status).toBe(409)
    expect(body).toEqual({ detail })
    expect(await stored(study)).toEqual([])
  })

  it('says that the cap is reached', async () => {
    const study = await makeStudy(service, { max_answers: 1 })
    await post(study, answer({ user_id: 'quick' }))

    const { status, body } = await post(study, answer({ user_id: 'slow' }))

    expect(status).toBe(409)
    expect(body).toEqual({ detail: 'this study has reached its maximum number of answers' })
    expect(await stored(study)).toMatchObject([{ user_id: 'quick' }])
  })

  it('takes answers again when the cap is raised', async () => {
    const study = await makeStudy(service, { max_answers: 1 })
    await post(study, answer({ user_id: 'quick' }))
    await change(study, { max_answers: 2 })

    const { status } = await post(study, answer({ user_id: 'slow' }))

    expect(status).toBe(201)
    expect(await stored(study)).toHaveLength(2)
  })

  it('says that the day has had its answers, and takes more the next day', async () => {
    const study = await makeStudy(service, { max_answers_per_day: 1 })
    await post(study, answer({ user_id: 'quick' }))

    const { status, body } = await post(study, answer({ user_id: 'slow' }))

    expect([status, body]).toEqual([409, { detail: 'this study has reached its daily limit of answers' }])
    const today = service.clock.now
    service.clock.now = new Date('2026-03-15T00:00:00.000Z')
    const next = [
      await post(study, answer({ user_id: 'slow' })),
      await post(study, answer({ user_id: 'slower' })),
    ]
    service.clock.now = today
    const behind = await post(study, answer({ user_id: 'by a clock that is behind' }))
    expect([...next, behind].map((one) => one.status)).toEqual([201, 409, 409])
    expect(await stored(study)).toMatchObject([{ user_id: 'quick' }, { user_id: 'slow' }])
  })

  it('says that a user rests after another study, and for how long', async () => {
    const project = `/projects/${service.projectId}` as const
    const [first, second] = [await makeStudy(service), await makeStudy(service)]
    await service.admin('PATCH', project, { rest_days: 2 })
    await post(first, answer({ user_id: 'tired' }))

    const { status, body } = await post(second, answer({ user_id: 'tired' }))

    const again = await post(first, answer({ user_id: 'tired' }))
    const today = service.clock.now
    service.clock.now = new Date(today.getTime() + 2 * 86_400_000)
    const rested = await post(second, answer({ user_id: 'tired' }))
    service.clock.now = today
    await service.admin('PATCH', project, { rest_days: null })
    expect([status, body]).toEqual([409, { detail: 'this user answered another study less than 2 days ago' }])
    expect(again.body.detail).toBe('this user has already answered this study')
    expect(rested.status).toBe(201)
  })

  it('says that a user is not sampled in, and takes those who are', async () => {
    const study = await makeStudy(service, { sampling_rate: 0.5 })
    const users = Array.from({ length: 20 }, (_, i) => `user-${i}`)

    const answers = await Promise.all(users.map((user_id) => post(study, answer({ user_id }))))

    const sampled = users.filter((user) => isSampledIn(0.5, study.id, user))
    const refused = answers.filter(({ status }) => status !== 201)
    expect((await stored(study)).map((row) => row.user_id).sort()).toEqual(sampled.sort())
    expect(refused).toHaveLength(users.length - sampled.length)
    for (const { status, body } of refused)
      expect([status, body]).toEqual([409, { detail: 'this user is not sampled into this study' }])
  })

  it('takes nobody at a sampling rate of 0', async () => {
    const study = await makeStudy(service, { sampling_rate: 0 })

    const { status } = await post(study)

    expect(status).toBe(409)
    expect(await stored(study)).toEqual([])
  })
})
