// 401 (key) → 404 (project) → 405, 413, 415, 400 (request) → 404 (study) → 409 (state)
import { request as httpRequest } from 'node:http'
import { v7 } from 'uuid'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { anotherProject, answer, batch, makeStudy, send, startService, type TestService } from '../service.ts'

const OVER_8_MIB = ' '.repeat(8 * 1024 * 1024 + 1)

describe('the order of checks', () => {
  let service: TestService
  let pausedStudy: string
  let foreignKey: string
  beforeAll(async () => {
    service = await startService()
    foreignKey = (await anotherProject(service)).key
    pausedStudy = (await makeStudy(service)).id
    const path = `/projects/${service.projectId}/studies/${pausedStudy}` as const
    await service.admin('PATCH', path, { state: 'paused' })
  })
  afterEach(async () => {
    expect([await service.count('observation'), await service.count('answer')]).toEqual([0, 0])
  })
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(`${service.url}/v1/project/${service.projectId}${path}`, method, body, headers)

  const WRONG_REQUESTS: [string, string, string, unknown, Record<string, string>][] = [
    ['a method that is not allowed', 'DELETE', '/observations/', undefined, {}],
    ['malformed JSON', 'POST', '/observations/', '{', {}],
    ['a body that is too large', 'POST', '/observations/', OVER_8_MIB, {}],
    ['a wrong content type', 'POST', '/observations/', 'x', { 'Content-Type': 'text/plain' }],
    ['invalid fields', 'POST', '/observations/', {}, {}],
    ['an invalid idempotency key', 'POST', '/observations/', batch(), { 'Idempotency-Key': ' ' }],
    ['a missing user', 'GET', '/research/studies/', undefined, {}],
    ['an unknown study', 'POST', `/research/studies/${v7()}/answers/`, answer(), {}],
    ['a malformed study id', 'POST', '/research/studies/x/answers/', answer(), {}],
  ]

  it.each(WRONG_REQUESTS)('without a key, %s is 401', async (_, method, path, body, headers) => {
    const { status, body: refusal } = await call(method, path, body, headers)

    expect([status, refusal]).toEqual([401, { detail: 'missing or invalid API key' }])
  })

  it.each(WRONG_REQUESTS)(
    'with the key of another project, %s is 404',
    async (_, method, path, body, headers) => {
      const { status, body: refusal } = await call(method, path, body, {
        ...headers,
        'X-Api-Key': foreignKey,
      })

      expect([status, refusal]).toEqual([404, { detail: 'project not found' }])
    },
  )

  it.each([
    ['a word', 'unknown'],
    ['an unknown UUID', v7()],
    ['broken percent-encoding', '%zz'],
    ['a segment of 9,000 characters', 'a'.repeat(9_000)],
  ])('without a key, %s as the project is 401, not 404', async (_, id) => {
    const { status } = await send(`${service.url}/v1/project/${id}/observations/`, 'POST', batch())

    expect(status).toBe(401)
  })

  it.each([
    ['a wrong method', 405, 'PUT', '/observations/', 'not JSON', {}],
    ['a wrong content type', 415, 'POST', '/observations/', 'not JSON', { 'Content-Type': 'text/plain' }],
    ['a body too large', 413, 'POST', '/research/studies/x/answers/', OVER_8_MIB, {}],
    ['a wrong content type', 415, 'POST', '/research/studies/x/answers/', '{}', { 'Content-Type': 'a/b' }],
    ['malformed JSON', 400, 'POST', '/research/studies/x/answers/', '{', {}],
    ['an invalid answer', 400, 'POST', `/research/studies/${v7()}/answers/`, answer({ answer: '' }), {}],
    ['a wrong method', 405, 'GET', `/research/studies/${v7()}/answers/`, undefined, {}],
  ])('the request comes before the study: %s is %i', async (_, expected, method, path, body, headers) => {
    const { status } = await service.call(method, path, body, headers)

    expect(status).toBe(expected)
  })

  it('the study comes before its state: an invalid answer to a paused study is 400, a valid one 409', async () => {
    const invalid = await service.call('POST', `/research/studies/${pausedStudy}/answers/`, {})
    const valid = await service.call('POST', `/research/studies/${pausedStudy}/answers/`, answer())

    expect([invalid.status, valid.status]).toEqual([400, 409])
  })

  it.each([
    '',
    '/',
    '/observation/',
    '/observations/x',
    '/research/',
    `/research/studies/${v7()}`,
    '/Observations/',
  ])('a path that is no operation is 404, with one property: %s', async (path) => {
    const { status, body } = await service.call('POST', path, batch())

    expect([status, body]).toEqual([404, { detail: 'not found' }])
  })

  it('answers TRACE, which browsers cannot send, in the same order', async () => {
    const trace = (headers: Record<string, string>) =>
      new Promise((resolve, reject) => {
        const url = `${service.url}/v1/project/${service.projectId}/observations/`
        httpRequest(url, { method: 'TRACE', headers }, (response) => {
          response.resume()
          resolve([response.statusCode, response.headers.allow])
        })
          .on('error', reject)
          .end()
      })

    const answers = [
      await trace({}),
      await trace({ 'X-Api-Key': foreignKey }),
      await trace({ 'X-Api-Key': service.key }),
    ]

    expect(answers).toEqual([
      [401, undefined],
      [404, undefined],
      [405, 'POST'],
    ])
  })
})
