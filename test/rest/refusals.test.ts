// What all public operations refuse alike: keys that open nothing, projects that are not there, methods they do not have.
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_OPERATIONS } from '../../src/rest/routes.ts'
import {
  anotherProject,
  answer,
  batch,
  type Loose,
  makeStudy,
  send,
  startService,
  type TestService,
} from '../service.ts'
import { UNREACHABLE_PROJECTS, USELESS_KEYS } from './hard-cases.ts'

let service: TestService
let study: Loose
beforeAll(async () => {
  service = await startService()
  study = await makeStudy(service)
})
afterEach(async () => {
  expect([await service.count('observation'), await service.count('answer')]).toEqual([0, 0])
})

type Case = { method: 'GET' | 'POST'; path: () => string; body?: () => object; allowed: string }

/** A call that would succeed, of every operation. */
const CALLS: Record<string, Case> = {
  create_observations: { method: 'POST', path: () => '/observations/', body: batch, allowed: 'POST' },
  get_active_studies: {
    method: 'GET',
    path: () => '/research/studies/?user_id=user-42',
    allowed: 'GET, HEAD',
  },
  get_service_guidelines: { method: 'GET', path: () => '/service-guidelines/', allowed: 'GET, HEAD' },
  post_research_answer: {
    method: 'POST',
    path: () => `/research/studies/${study.id}/answers/`,
    body: answer,
    allowed: 'POST',
  },
}

it('are asked of every public operation', () => {
  const operations = PUBLIC_OPERATIONS.map(({ operationId, method }) => [operationId, method])

  expect(Object.entries(CALLS).map(([name, { method }]) => [name, method])).toEqual(operations.sort())
})

describe.each(Object.entries(CALLS))('%s', (_, { method, path, body, allowed }) => {
  const call = (projectId: string, headers: Record<string, string>) =>
    send(`${service.url}/v1/project/${projectId}${path()}`, method, body?.(), headers)

  it.each(USELESS_KEYS)('answers 401 to %s', async (_, headers) => {
    const refused = await call(service.projectId, headers)

    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('ApiKey')
    expect(refused.body).toEqual({ detail: 'missing or invalid API key' })
  })

  it.each(UNREACHABLE_PROJECTS)('answers 404 for %s', async (_, projectId) => {
    const { status, body } = await call(projectId, { 'X-Api-Key': service.key })

    expect(status).toBe(404)
    expect(body).toEqual({ detail: 'project not found' })
  })

  it('answers the same 404 for a project that another key opens', async () => {
    const other = await anotherProject(service)

    const { status, body } = await call(other.projectId, { 'X-Api-Key': service.key })

    expect(status).toBe(404)
    expect(body).toEqual({ detail: 'project not found' })
  })

  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].filter(
    (one) => one !== method,
  )
  it.each(others)(`answers 405 to %s and names ${allowed}`, async (other) => {
    const { status, headers, body } = await service.call(other, path())

    expect(status).toBe(405)
    expect(headers.get('allow')).toBe(allowed)
    expect(body).toEqual({ detail: `method not allowed; use ${allowed}` })
  })

  it('stores nothing from a body sent with another method, with or without a slash at the end', async () => {
    const answers = [path(), path().replace(/\/$/, '')].map((place) =>
      service.call('PUT', place, body?.() ?? {}),
    )

    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([405, 405])
  })

  if (method === 'POST')
    it('answers 405 to HEAD, without a body', async () => {
      const { status, headers, body } = await service.call('HEAD', path().replace(/\/$/, ''))

      expect(status).toBe(405)
      expect(headers.get('allow')).toBe(allowed)
      expect(body).toBe('')
    })
})
