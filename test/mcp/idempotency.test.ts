import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answer, batch, makeStudy, startApp, startService, type TestService } from '../service.ts'
import { callTool, type Endpoint, forgetAll, refusal } from './endpoint.ts'

const CONFLICT = 'this idempotency key was used with another request; use a new key for a new request'
const NOW = new Date('2026-03-14T09:30:00.000Z')
const hoursLater = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

let service: TestService
let other: Endpoint
beforeAll(async () => {
  service = await startService()
  const { url } = await startApp(service.db)
  other = { key: service.key, mcpUrl: service.mcpUrl.replace(service.url, url) }
})
beforeEach(async () => {
  service.clock.now = NOW
  await forgetAll(service)
})

describe('idempotency_key of post_observations', () => {
  const post = (overrides: object = {}, endpoint: Endpoint = service) =>
    callTool(endpoint, 'post_observations', batch({ idempotency_key: 'k1', ...overrides }))
  const postRest = (overrides: object = {}) =>
    service.call('POST', '/observations/', batch(overrides), { 'Idempotency-Key': 'k1' })

  it('answers a repeat with the first response and stores nothing', async () => {
    const first = await post()
    service.clock.now = hoursLater(23)

    const repeat = await post()

    expect(repeat).toEqual(first)
    expect(await service.count('observation')).toBe(1)
  })

  it('refuses another request under the same key, in the words of REST', async () => {
    await post()

    const result = await post({ user_sentiment: 'positive' })

    expect(refusal(result)).toBe(CONFLICT)
    const rest = await postRest({ user_sentiment: 'positive' })
    expect([rest.status, rest.body.detail]).toEqual([409, CONFLICT])
    expect(await service.count('observation')).toBe(1)
  })

  it('is shared with REST: what came over REST is answered again over MCP', async () => {
    const first = await postRest()

    const repeat = await post()

    expect(repeat.structuredContent).toEqual(first.body)
    expect(repeat.structuredContent.results[0].source).toBe('rest')
    expect(await service.count('observation')).toBe(1)
  })

  it('is shared with REST: what came over MCP is answered again over REST', async () => {
    const first = await post()

    const repeat = await postRest()

    expect([repeat.status, repeat.body]).toEqual([201, first.structuredContent])
    expect(repeat.headers.get('idempotent-replayed')).toBe('true')
    expect(await service.count('observation')).toBe(1)
  })

  it('sees the same request behind stringified items and an explicit null', async () => {
    const first = await post()

    const repeat = await post({ observed_at: null, observations: JSON.stringify(batch().observations) })

    expect(repeat).toEqual(first)
    expect(await service.count('observation')).toBe(1)
  })

  it('stores once under concurrent repeats over both interfaces and two processes', async () => {
    const repeats = Array.from({ length: 18 }, async (_, index) => {
      if (index % 3 === 0) return (await postRest()).body
      return (await post({}, index % 3 === 1 ? service : other)).structuredContent
    })

    const answers = await Promise.all(repeats)

    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(await service.count('observation')).toBe(1)
  })

  it('is free again after 24 hours', async () => {
    const first = await post()
    service.clock.now = hoursLater(24.1)

    const second = await post()

    expect(second.structuredContent.results[0].id).not.toBe(first.structuredContent.results[0].id)
    expect(await service.count('observation')).toBe(2)
  })

  it('is not used up by a refused request', async () => {
    await post({ user_id: '' })

    const result = await post()

    expect(result.isError).toBeUndefined()
    expect(await service.count('observation')).toBe(1)
  })

  it.each([
    ['blank', ' ', 'must not be blank'],
    ['overlong', 'k'.repeat(256), 'must have at most 255 characters'],
    ['no string', 5, 'must be a string'],
  ])('is refused when it is %s', async (_, idempotency_key, msg) => {
    const result = await post({ idempotency_key })

    expect(refusal(result)).toMatchObject([{ loc: ['body', 'idempotency_key'], msg }])
    expect(await service.count('observation')).toBe(0)
  })
})

describe('idempotency_key of post_research_answer', () => {
  const list = () => callTool(service, 'get_active_studies', { user_id: 'user-42' })
  const post = (overrides: object = {}, endpoint: Endpoint = service) =>
    callTool(
      endpoint,
      'post_research_answer',
      answer({ study_index: 0, idempotency_key: 'k1', ...overrides }),
    )

  it('answers a repeat with the first response, also after the list has changed', async () => {
    const study = await makeStudy(service)
    await list()
    const first = await post()
    const path = `/projects/${service.projectId}/studies/${study.id}` as const
    await service.admin('PATCH', path, { state: 'paused' })
    await makeStudy(service, { question: 'Another?' })
    await list()

    const repeat = await post()

    expect(repeat).toEqual(first)
    const { rows } = await service.db.query('SELECT id, study_id FROM answer')
    expect(rows).toEqual([{ id: first.structuredContent.id, study_id: study.id }])
  })

  it('refuses another answer under the same key', async () => {
    await makeStudy(service)
    await list()
    await post()

    const result = await post({ answer: 'Something else.' })

    expect(refusal(result)).toBe(CONFLICT)
    expect(await service.count('answer')).toBe(1)
  })

  it('refuses a key that an observation was posted under', async () => {
    await makeStudy(service)
    await list()
    await callTool(service, 'post_observations', batch({ idempotency_key: 'k1' }))

    const result = await post()

    expect(refusal(result)).toBe(CONFLICT)
    expect(await service.count('answer')).toBe(0)
  })

  it('is not used up by an index beyond the list', async () => {
    await makeStudy(service)
    await post()
    await list()

    const result = await post()

    expect(result.isError).toBeUndefined()
    expect(await service.count('answer')).toBe(1)
  })

  it('stores once under concurrent repeats in two processes', async () => {
    await makeStudy(service)
    await list()

    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => post({}, index % 2 ? service : other)),
    )

    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(answers[0].isError).toBeUndefined()
    expect(await service.count('answer')).toBe(1)
  })
})
