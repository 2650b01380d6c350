// The client's four calls, on the real service.
import { beforeAll, describe, expect, it } from 'vitest'
import { createClient, FieldnoteError } from '../../packages/client/src/client.ts'
import { answer, batch, makeStudy, startService, type TestService } from '../service.ts'
import { clientOf } from './clients.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})

const failureOf = (call: Promise<unknown>): Promise<FieldnoteError> =>
  call.then(
    () => {
      throw new Error('it succeeded')
    },
    (error) => error,
  )

describe('the client', () => {
  it('posts observations', async () => {
    const { results } = await clientOf(service).postObservations(batch({ user_id: 'poster' }))

    expect(results).toMatchObject([{ user_id: 'poster', source: 'rest', title: 'Export stops early' }])
    const { rows } = await service.db.query("SELECT id FROM observation WHERE user_id = 'poster'")
    expect(rows).toEqual([{ id: results[0]?.id }])
  })

  it('lists studies, answers one and reads the guidelines', async () => {
    const { id } = await makeStudy(service)
    const client = clientOf(service)
    const user = { user_id: 'a b&c=d/ü' }

    const before = await client.getActiveStudies(user)
    const created = await client.postResearchAnswer({ study_id: id, ...answer(user) })
    const after = await client.getActiveStudies(user)
    const guidelines = await client.getServiceGuidelines()

    expect(before).toMatchObject({ ...user, studies: [{ id, answer: null }] })
    expect(created).toEqual({ id: expect.any(String), posted_at: expect.any(String) })
    expect(after.studies).toMatchObject([{ id, answer: answer().answer }])
    expect(Object.keys(guidelines)).toEqual(['observations', 'research'])
  })

  it('stores nothing twice under a key of the caller', async () => {
    const client = clientOf(service)
    const post = () => client.postObservations(batch({ user_id: 'twice' }), { idempotencyKey: 'my own key' })

    const [first, second] = [await post(), await post()]

    expect(second).toEqual(first)
    const { rows } = await service.db.query("SELECT id FROM observation WHERE user_id = 'twice'")
    expect(rows).toHaveLength(1)
  })

  it('takes an address with a slash at its end', async () => {
    const { observations } = await clientOf(service, { baseUrl: `${service.url}/` }).getServiceGuidelines()

    expect(observations).toContain('#')
  })
})

describe('an error', () => {
  it('carries every violation, status and request id', async () => {
    const error = await failureOf(
      clientOf(service).postObservations(batch({ user_id: '', observations: [] })),
    )

    expect(error).toBeInstanceOf(FieldnoteError)
    expect(error).toMatchObject({ name: 'FieldnoteError', status: 400, requestId: expect.any(String) })
    expect(error.detail).toEqual([
      { loc: ['body', 'user_id'], msg: expect.any(String), type: expect.any(String) },
      { loc: ['body', 'observations'], msg: expect.any(String), type: expect.any(String) },
    ])
    expect(error.message).toMatch(/^postObservations: 400 body.user_id .+; body.observations /)
  })

  it.each([
    ['a wrong key', { apiKey: 'fnk_wrong' }, 401, 'key'],
    ['an unknown project', { projectId: '00000000-0000-7000-8000-000000000000' }, 404, 'project not found'],
  ])('for %s carries the detail', async (_, options, status, detail) => {
    const error = await failureOf(clientOf(service, options).getServiceGuidelines())

    expect(error).toMatchObject({ status, detail: expect.stringContaining(detail) })
  })

  it('for a refused answer says why', async () => {
    const { id } = await makeStudy(service, { ends_at: '2026-01-01T00:00:00Z' })

    const error = await failureOf(clientOf(service).postResearchAnswer({ study_id: id, ...answer() }))

    expect(error).toMatchObject({ status: 409, detail: 'this study is past its end date' })
  })

  it.each([
    [{ apiKey: undefined }, 'apiKey is missing'],
    [{ apiKey: ' ' }, 'apiKey is missing'],
    [{ projectId: '' }, 'projectId is missing'],
    [{ baseUrl: undefined }, 'baseUrl is missing'],
    [{ baseUrl: 'fieldnote' }, 'baseUrl is not an address'],
  ])('comes at once for %j', (options, message) => {
    const complete = { baseUrl: service.url, projectId: service.projectId, apiKey: service.key }

    expect(() => createClient({ ...complete, ...(options as object) })).toThrow(message)
  })
})
