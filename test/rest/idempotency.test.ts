import { v7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  anotherProject,
  answer,
  batch,
  type Loose,
  makeStudy,
  startApp,
  startService,
  type TestService,
} from '../service.ts'

const HOUR = 3_600_000

describe.each(['observation', 'answer'])('Idempotency-Key when posting an %s', (table) => {
  let service: TestService
  let study: Loose
  let key: string
  beforeEach(async () => {
    service ??= await startService()
    study = await makeStudy(service)
    key = v7()
    await service.db.query('DELETE FROM observation')
    await service.db.query('DELETE FROM answer')
  })
  const valid = (overrides: object = {}) => (table === 'observation' ? batch(overrides) : answer(overrides))
  const path = () => (table === 'observation' ? '/observations/' : `/research/studies/${study.id}/answers/`)
  const post = (body: unknown, idempotencyKey = key) =>
    service.call('POST', path(), body, { 'Idempotency-Key': idempotencyKey })

  it('answers a repeat with the first response, marked as such, and stores nothing', async () => {
    const first = await post(valid())
    service.clock.now = new Date(service.clock.now.getTime() + 60_000)

    const repeat = await post(valid())

    expect([repeat.status, repeat.body]).toEqual([201, first.body])
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(repeat.headers.get('idempotent-replayed')).toBe('true')
    expect(await service.count(table)).toBe(1)
  })

  it('does not mind the order of properties, white space or properties that it ignores', async () => {
    const first = await post(valid())
    const reordered = Object.fromEntries(Object.entries({ ...valid(), extra: 1 }).reverse())

    const repeat = await post(JSON.stringify(reordered, null, 4))

    expect([repeat.status, repeat.body]).toEqual([201, first.body])
    expect(await service.count(table)).toBe(1)
  })

  it.each(['user_id', 'interaction_id'])('refuses another %s under the same key', async (field) => {
    await post(valid())

    const { status, body } = await post(valid({ [field]: 'another' }))

    expect(status).toBe(409)
    expect(body).toEqual({ detail: expect.stringContaining('idempotency key') })
    expect(await service.count(table)).toBe(1)
  })

  it('refuses the other operation under the same key', async () => {
    await post(valid())
    const [otherPath, body] =
      table === 'answer' ? ['/observations/', batch()] : [`/research/studies/${study.id}/answers/`, answer()]

    const { status } = await service.call('POST', otherPath, body, { 'Idempotency-Key': key })

    expect(status).toBe(409)
    expect([await service.count('observation'), await service.count('answer')].sort()).toEqual([0, 1])
  })

  it('frees the key of a request that was refused', async () => {
    const refused = await post(valid({ user_id: '' }))

    const corrected = await post(valid())

    expect([refused.status, corrected.status]).toEqual([400, 201])
    expect(await service.count(table)).toBe(1)
  })

  it('stores once and answers all alike when 20 repeats arrive together, on two processes', async () => {
    const second = await startApp(service.db)
    const urls = [service.url, second.url].map((url) => `${url}/v1/project/${service.projectId}${path()}`)
    const headers = { 'X-Api-Key': service.key, 'Idempotency-Key': key, 'Content-Type': 'application/json' }
    const body = JSON.stringify(valid())

    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => fetch(urls[i % 2] as string, { method: 'POST', headers, body })),
    )

    const texts = await Promise.all(responses.map((response) => response.text()))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(new Set(texts).size).toBe(1)
    expect(responses.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(19)
    expect(await service.count(table)).toBe(1)
  })

  it('remembers for 24 hours', async () => {
    const first = await post(valid())
    service.clock.now = new Date(service.clock.now.getTime() + 24 * HOUR)

    const repeat = await post(valid())

    expect(repeat.body).toEqual(first.body)
    expect(await service.count(table)).toBe(1)
  })

  it('forgets after 24 hours: the key is new again', async () => {
    await post(valid({ user_id: 'before' }))
    service.clock.now = new Date(service.clock.now.getTime() + 24 * HOUR + 1)

    const later = await post(valid({ user_id: 'after' }))
    const repeat = await post(valid({ user_id: 'after' }))

    expect([later.status, repeat.body]).toEqual([201, later.body])
    expect(await service.count(table)).toBe(2)
  })

  it('takes a key of 255 characters', async () => {
    const { status } = await post(valid(), 'é'.repeat(255))

    expect(status).toBe(201)
    expect(await service.count(table)).toBe(1)
    await service.db.query('DELETE FROM idempotency_key')
  })

  it.each([
    ['256 characters', 'k'.repeat(256), 'too_long'],
    ['nothing', '', 'blank'],
  ])('refuses a key of %s', async (_, idempotencyKey, type) => {
    const { status, body } = await post(valid(), idempotencyKey)

    expect(status).toBe(400)
    const loc = ['header', 'idempotency-key']
    expect(body).toEqual({ detail: [{ loc, msg: expect.any(String), type }] })
    expect(await service.count(table)).toBe(0)
  })

  it('lists a wrong key beside what is wrong in the body', async () => {
    const { status, body } = await post(valid({ user_id: 5 }), 'k'.repeat(256))

    expect(status).toBe(400)
    expect(body.detail.map(({ loc }: Loose) => loc[0]).sort()).toEqual(['body', 'header'])
    expect(await service.count(table)).toBe(0)
  })

  it('keeps projects apart: the same key in another project is another key', async () => {
    const other = await anotherProject(service)
    const wanted = { question: 'Theirs', state: 'active' }
    const { body: theirs } = await service.admin('POST', `/projects/${other.projectId}/studies`, wanted)
    await post(valid())

    const { status, headers } = await other.call('POST', path().replace(study.id, theirs.id), valid(), {
      'Idempotency-Key': key,
    })

    expect(status).toBe(201)
    expect(headers.get('idempotent-replayed')).toBeNull()
    expect(await service.count(table)).toBe(2)
  })
})

describe('Idempotency-Key and the rules of a study', () => {
  it('frees the key when a rule refuses, and repeats the first answer when a rule would refuse now', async () => {
    const service = await startService()
    const study = await makeStudy(service)
    const setState = (state: string) =>
      service.admin('PATCH', `/projects/${service.projectId}/studies/${study.id}`, { state })
    const post = () =>
      service.call('POST', `/research/studies/${study.id}/answers/`, answer(), { 'Idempotency-Key': 'k' })
    await setState('paused')
    const refused = await post()
    await setState('active')
    const stored = await post()
    await setState('paused')

    const repeat = await post()

    expect([refused.status, stored.status, repeat.status]).toEqual([409, 201, 201])
    expect(repeat.body).toEqual(stored.body)
    expect(await service.count('answer')).toBe(1)
  })

  it('refuses the answer to another study under the same key', async () => {
    const service = await startService()
    const [one, two] = [await makeStudy(service), await makeStudy(service)]
    const post = (study: Loose) =>
      service.call('POST', `/research/studies/${study.id}/answers/`, answer(), { 'Idempotency-Key': 'k' })
    await post(one)

    const { status } = await post(two)

    expect(status).toBe(409)
    expect(await service.count('answer')).toBe(1)
  })
})
