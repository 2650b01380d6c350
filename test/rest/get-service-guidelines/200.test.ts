import { beforeEach, describe, expect, it } from 'vitest'
import { defaultGuidelines } from '../../../src/domain/guidelines/default-guidelines.ts'
import { anotherProject, answer, makeStudy, startService, type TestService } from '../../service.ts'
import { FAITHFUL_TEXTS } from '../hard-cases.ts'

const DEFAULTS = defaultGuidelines({ name: 'Test project', about: null })

describe('GET guidelines, 200', () => {
  let service: TestService
  beforeEach(async () => {
    service ??= await startService()
    await service.db.query('DELETE FROM study')
    await service.db.query('DELETE FROM guideline')
  })
  const guidelines = (query = '') => service.call('GET', `/service-guidelines/${query}`)
  const setState = (id: string, state: string) =>
    service.admin('PATCH', `/projects/${service.projectId}/studies/${id}`, { state })

  it('answers the default text, and no research, when the project has neither text nor study', async () => {
    const { status, body } = await guidelines()

    expect(status).toBe(200)
    expect(body).toEqual({ observations: DEFAULTS.observations })
  })

  it('adds the default research text when a study is active', async () => {
    await makeStudy(service)

    const { status, body } = await guidelines()

    expect(status).toBe(200)
    expect(body).toEqual(DEFAULTS)
  })

  it.each(FAITHFUL_TEXTS)("answers the project's own texts exactly as written: %s", async (_, text) => {
    await makeStudy(service)
    const own = { observations: text, research: `${text}!` }
    await service.admin('PUT', `/projects/${service.projectId}/guidelines`, own)

    const { body } = await guidelines()

    expect(body).toEqual(own)
  })

  it("leaves out the project's own research text too while no study is active", async () => {
    const own = { observations: 'ours', research: 'ours' }
    await service.admin('PUT', `/projects/${service.projectId}/guidelines`, own)

    const { body } = await guidelines()

    expect(body).toEqual({ observations: 'ours' })
  })

  it.each([
    ['a draft', ['draft'], false],
    ['an active study', ['active'], true],
    ['a paused study', ['active', 'paused'], false],
    ['a resumed study', ['active', 'paused', 'active'], true],
    ['an ended study', ['active', 'paused', 'ended'], false],
  ])('has research exactly while a study is active: %s', async (_, [first, ...rest], shown) => {
    const { id } = await makeStudy(service, { state: first })
    for (const state of rest) await setState(id, state)

    const { body } = await guidelines()

    expect('research' in body).toBe(shown)
  })

  it.each([
    ['a moment before it starts', -1, false],
    ['at the moment it starts', 0, true],
    ['in its last millisecond', 3_599_999, true],
    ['at the moment it ends', 3_600_000, false],
  ])('has research within the dates of the study: %s', async (_, milliseconds, shown) => {
    const starts_at = '2026-05-01T00:00:00Z'
    await makeStudy(service, { starts_at, ends_at: '2026-05-01T01:00:00Z' })
    service.clock.now = new Date(Date.parse(starts_at) + milliseconds)

    const { body } = await guidelines()

    expect('research' in body).toBe(shown)
  })

  it('drops research with the last answer that the cap allows', async () => {
    const { id } = await makeStudy(service, { max_answers: 1 })
    expect((await guidelines()).body).toHaveProperty('research')
    await service.call('POST', `/research/studies/${id}/answers/`, answer())

    const { body } = await guidelines()

    expect(body).not.toHaveProperty('research')
  })

  it('has research although nobody is sampled in: the user has no part in it', async () => {
    await makeStudy(service, { sampling_rate: 0 })

    const { body } = await guidelines('?user_id=user-42')

    expect(body).toHaveProperty('research')
  })

  it('does not look at the studies of another project', async () => {
    const { projectId } = await anotherProject(service)
    await service.admin('POST', `/projects/${projectId}/studies`, { question: 'Theirs', state: 'active' })

    const { body } = await guidelines()

    expect(body).not.toHaveProperty('research')
  })

  it.each([
    '?user_id=user-42',
    '?user_id=',
    '?user_id=a&user_id=b',
    `?user_id=${'a'.repeat(600)}`,
    '?other=1',
  ])('answers the same whatever the query: %s', async (query) => {
    const plain = await guidelines()

    const { status, body } = await guidelines(query)

    expect(status).toBe(200)
    expect(body).toEqual(plain.body)
  })

  it('is served without the trailing slash too, and to HEAD without a body', async () => {
    const withSlash = await guidelines()

    const without = await service.call('GET', '/service-guidelines')
    const head = await service.call('HEAD', '/service-guidelines/')

    expect(without.body).toEqual(withSlash.body)
    expect([head.status, head.body]).toEqual([200, ''])
  })
})
