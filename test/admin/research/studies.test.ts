import { beforeAll, describe, expect, it } from 'vitest'
import { answer, type Loose, makeStudy, startService, type TestService } from '../../service.ts'

const STATES = ['draft', 'active', 'paused', 'ended'] as const
type State = (typeof STATES)[number]

/** The states on the way to each state. */
const WAY: Record<State, State[]> = {
  draft: [],
  active: ['active'],
  paused: ['active', 'paused'],
  ended: ['active', 'paused', 'ended'],
}
const ALLOWED = ['draft→active', 'active→paused', 'active→ended', 'paused→active', 'paused→ended']
const UNCHANGED = ['draft→draft', 'active→active', 'paused→paused']

describe('admin: studies', () => {
  let service: TestService
  let studies: string
  beforeAll(async () => {
    service = await startService()
    studies = `/projects/${service.projectId}/studies` as const
  })

  const patch = (id: string, change: object) => service.admin('PATCH', `${studies}/${id}`, change)
  const read = async (id: string) => (await service.admin('GET', `${studies}/${id}`)).body
  async function studyIn(state: State) {
    const { id } = await makeStudy(service, { state: 'draft' })
    for (const step of WAY[state]) expect((await patch(id, { state: step })).status).toBe(200)
    return read(id)
  }

  it('creates a draft without bounds from a question alone', async () => {
    const { status, body } = await service.admin('POST', studies, { question: 'Why do you export?' })

    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      question: 'Why do you export?',
      eligibility_criteria: '',
      sampling_rate: 1,
      starts_at: null,
      ends_at: null,
      max_answers: null,
      max_answers_per_day: null,
      state: 'draft',
      answer_count: 0,
      shown_count: 0,
      activated_at: null,
      created_at: '2026-03-14T09:30:00.000Z',
      updated_at: '2026-03-14T09:30:00.000Z',
    })
    expect(await read(body.id)).toEqual(body)
    expect((await service.admin('GET', studies)).body.items).toContainEqual(body)
  })

  it('refuses another question by who has not seen the last one', async () => {
    const { id } = await makeStudy(service, { state: 'draft', question: 'Why?' })
    const ask = (question: string) => patch(id, { question, expected_question: 'Why?' })
    await ask('Why now?')

    const { status, body } = await ask('Why at all?')

    expect(status).toBe(409)
    expect(body.detail).toContain('changed to “Why now?” in the meantime')
    expect((await read(id)).question).toBe('Why now?')
  })

  it.each(['paused', 'ended'])('refuses a new study that is %s', async (state) => {
    const before = await service.count('study')

    const { status } = await service.admin('POST', studies, { question: 'Why?', state })

    expect(status).toBe(409)
    expect(await service.count('study')).toBe(before)
  })

  const pairs = STATES.flatMap((from) => STATES.map((to) => [from, to] as const))
  it.each(pairs)('from %s to %s: goes as the diagram says, or 409', async (from, to) => {
    const study = await studyIn(from)
    const pair = `${from}→${to}`
    const allowed = ALLOWED.includes(pair) || UNCHANGED.includes(pair)

    const { status, body } = await patch(study.id, { state: to })

    expect(status).toBe(allowed ? 200 : 409)
    if (!allowed) expect(body.detail).toEqual(expect.any(String))
    expect((await read(study.id)).state).toBe(allowed ? to : from)
  })

  it.each([{ question: 'Another?' }, { max_answers: 5 }, { state: 'active', question: 'Again?' }])(
    'refuses every change of an ended study: %j',
    async (change) => {
      const study = await studyIn('ended')

      const { status } = await patch(study.id, change)

      expect(status).toBe(409)
      expect(await read(study.id)).toEqual(study)
    },
  )

  it('changes nothing at all when one part of a change is refused', async () => {
    const study = await studyIn('draft')

    const { status } = await patch(study.id, { question: 'Changed?', state: 'ended' })

    expect(status).toBe(409)
    expect(await read(study.id)).toEqual(study)
  })

  it('keeps the moment of the first activation when a study is activated again', async () => {
    const study = await studyIn('paused')
    service.clock.now = new Date('2026-03-20T00:00:00.000Z')

    const { body } = await patch(study.id, { state: 'active' })
    service.clock.now = new Date('2026-03-14T09:30:00.000Z')

    expect(body).toMatchObject({
      activated_at: '2026-03-14T09:30:00.000Z',
      updated_at: '2026-03-20T00:00:00.000Z',
    })
    expect(await read(study.id)).toEqual(body)
  })

  it('takes null as no bound and leaves out what is left out', async () => {
    const bounds = { starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-12-31T00:00:00Z', max_answers: 3 }
    const study = await makeStudy(service, { ...bounds, sampling_rate: 0.25 })

    const { status, body } = await patch(study.id, { ends_at: null, max_answers: null })

    expect(status).toBe(200)
    expect(body).toEqual({ ...study, ends_at: null, max_answers: null })
    expect(body).toMatchObject({ starts_at: '2026-01-01T00:00:00.000Z', sampling_rate: 0.25 })
    expect(await read(study.id)).toEqual(body)
  })

  it.each([
    ['the end before the start', { starts_at: '2026-03-02T00:00:00Z', ends_at: '2026-03-01T00:00:00Z' }],
    ['the end at the start', { starts_at: '2026-03-01T01:00:00+01:00', ends_at: '2026-03-01T00:00:00Z' }],
  ])('refuses %s, at creation and as a change', async (_, dates) => {
    const study = await makeStudy(service, { starts_at: dates.starts_at })

    const answers = [
      await service.admin('POST', studies, { question: 'Why?', ...dates }),
      await patch(study.id, { ends_at: dates.ends_at }),
    ]

    for (const { status, body } of answers) {
      expect(status).toBe(400)
      expect(body.detail).toEqual([{ loc: ['body', 'ends_at'], msg: expect.any(String), type: 'order' }])
    }
    expect(await read(study.id)).toEqual(study)
  })

  it.each([
    ['no question', {}, 'question'],
    ['a sampling rate above 1', { question: 'q', sampling_rate: 1.01 }, 'sampling_rate'],
    ['a sampling rate as text', { question: 'q', sampling_rate: '1' }, 'sampling_rate'],
    ['a cap of 0', { question: 'q', max_answers: 0 }, 'max_answers'],
    ['half an answer as a cap', { question: 'q', max_answers: 1.5 }, 'max_answers'],
    ['a pace of 0', { question: 'q', max_answers_per_day: 0 }, 'max_answers_per_day'],
    ['an unknown state', { question: 'q', state: 'open' }, 'state'],
    ['a date without a time', { question: 'q', starts_at: '2026-03-01' }, 'starts_at'],
  ])('refuses %s', async (_, study, field) => {
    const before = await service.count('study')

    const { status, body } = await service.admin('POST', studies, study)

    expect(status).toBe(400)
    expect(body.detail.map((violation: Loose) => violation.loc)).toEqual([['body', field]])
    expect(await service.count('study')).toBe(before)
  })

  it('lists the studies of one state', async () => {
    const paused = await studyIn('paused')
    const active = await studyIn('active')

    const { status, body } = await service.admin('GET', `${studies}?state=paused`)

    expect(status).toBe(200)
    expect(body.items).toContainEqual(paused)
    expect(body.items).not.toContainEqual(active)
    expect((await service.admin('GET', `${studies}?state=lost`)).status).toBe(400)
  })

  it('lists the answers of a study, the newest first, and counts them', async () => {
    const study = await makeStudy(service)
    const path = `/research/studies/${study.id}/answers/`
    for (const user_id of ['ann', 'bob', 'cyd']) await service.call('POST', path, answer({ user_id }))

    const { status, body } = await service.admin('GET', `${studies}/${study.id}/answers`)

    expect(status).toBe(200)
    expect(body.items.map((item: Loose) => item.user_id)).toEqual(['cyd', 'bob', 'ann'])
    expect(body.items[0]).toEqual({
      id: expect.any(String),
      user_id: 'cyd',
      interaction_id: 'thread-7',
      source: 'rest',
      answer: 'For the accountant.',
      sentiment: null,
      theme: null,
      posted_at: '2026-03-14T09:30:00.000Z',
    })
    expect((await read(study.id)).answer_count).toBe(3)
  })

  it('counts each user once whom it was shown to, and those who answered among them', async () => {
    const study = await makeStudy(service)
    const show = (user: string) => service.call('GET', `/research/studies/?user_id=${user}`)
    for (const user of ['shown-1', 'shown-2', 'shown-1']) await show(user)
    await service.call('POST', `/research/studies/${study.id}/answers/`, answer({ user_id: 'shown-2' }))

    await service.call('POST', `/research/studies/${study.id}/answers/`, answer({ user_id: 'unasked' }))

    expect(await read(study.id)).toMatchObject({ answer_count: 2, shown_count: 3 })
    for (const user of ['shown-1', 'shown-2'])
      await service.admin('DELETE', `/projects/${service.projectId}/users/${user}`)
    expect(await read(study.id)).toMatchObject({ answer_count: 1, shown_count: 1 })
  })

  it('keeps a study of one project out of the reach of another', async () => {
    const study = await makeStudy(service)
    const { body: other } = await service.admin('POST', '/projects', { name: 'Stranger' })
    const foreign = `/projects/${other.id}/studies` as const

    const answers = [
      await service.admin('GET', `${foreign}/${study.id}`),
      await service.admin('PATCH', `${foreign}/${study.id}`, { state: 'paused' }),
      await service.admin('GET', `${foreign}/${study.id}/answers`),
    ]

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await service.admin('GET', foreign)).body.items).toEqual([])
    expect(await read(study.id)).toEqual(study)
  })
})
