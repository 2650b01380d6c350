// The client's calls of an agent, on the real service.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  ConflictError,
  Fieldnote,
  FieldnoteError,
  ForbiddenError,
  InvalidError,
  NoAnswerError,
  NotFoundError,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
} from '../../packages/client/src/client.ts'
import { USER_AGENT } from '../../packages/client/src/request.ts'
import { atEnd } from '../closings.ts'
import { makeStudy, startService, type TestService } from '../service.ts'
import { answering, clientOf, faultyFetch, observed, unreachable } from './clients.ts'

const PACKAGE = join(import.meta.dirname, '../../packages/client')

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

const answered = (overrides: object = {}) => ({
  study: '',
  user: 'user-42',
  conversation: 'thread-7',
  answer: 'For the accountant.',
  ...overrides,
})

describe('the client', () => {
  it('posts an observation with everything that can be said of it', async () => {
    const stored = await clientOf(service).observe({
      ...observed({ user: 'poster', quote: 'It just stops!', issue: 7 }),
      observedAt: '2026-03-01T10:00:00Z',
    })

    expect(stored).toMatchObject({
      user_id: 'poster',
      interaction_id: 'thread-7',
      user_sentiment: 'negative',
      observed_at: '2026-03-01T10:00:00.000Z',
      source: 'rest',
      title: 'Export stops early',
    })
    const path = `/projects/${service.projectId}/observations/${stored.id}`
    const { body } = await service.admin('GET', path)
    expect(body).toMatchObject({ id: stored.id, quote: 'It just stops!', agent_issue: 7 })
  })

  it('posts several observations of one conversation in their order', async () => {
    const stored = await clientOf(service).observeMany({
      user: 'several',
      conversation: 'thread-7',
      sentiment: 'neutral',
      observations: ['a', 'b', 'c'].map((title) => ({ title, description: 'Said so.' })),
    })

    expect(stored.map(({ title }) => title)).toEqual(['a', 'b', 'c'])
  })

  it('lists studies, answers one and reads the guidelines', async () => {
    const { id } = await makeStudy(service)
    const client = clientOf(service)
    const user = 'a b&c=d/ü'

    const before = await client.studies(user)
    const created = await client.answer(answered({ study: id, user }))
    const after = await client.studies(user)
    const guidelines = await client.guidelines(user)

    expect(before).toMatchObject([{ id, answer: null }])
    expect(created).toEqual({ id: expect.any(String), posted_at: expect.any(String) })
    expect(after).toMatchObject([{ id, answer: 'For the accountant.' }])
    expect(Object.keys(guidelines)).toEqual(['observations', 'research'])
  })

  it('stores nothing twice under a key of the caller', async () => {
    const client = clientOf(service)
    const post = () => client.observe({ ...observed({ user: 'twice' }), idempotencyKey: 'my own key' })

    const [first, second] = [await post(), await post()]

    expect(second).toEqual(first)
    const { rows } = await service.db.query("SELECT id FROM observation WHERE user_id = 'twice'")
    expect(rows).toHaveLength(1)
  })

  it('takes an address with a slash at its end', async () => {
    const { observations } = await clientOf(service, { url: `${service.url}/` }).guidelines()

    expect(observations).toContain('#')
  })

  it('reads what it is not given from the environment', async () => {
    vi.stubEnv('FIELDNOTE_URL', service.url)
    vi.stubEnv('FIELDNOTE_PROJECT_ID', service.projectId)
    vi.stubEnv('FIELDNOTE_API_KEY', service.key)
    atEnd(async () => void vi.unstubAllEnvs())

    const { observations } = await new Fieldnote().guidelines()
    vi.unstubAllEnvs()

    expect(observations).toContain('#')
    expect(() => new Fieldnote()).toThrow('apiKey is missing: pass it, or set FIELDNOTE_API_KEY')
  })

  it('hands over the response beside the answer', async () => {
    const { data, response } = await clientOf(service).guidelines().withResponse()

    expect(data.observations).toContain('#')
    expect([response.status, response.headers.get('X-Request-Id')]).toEqual([200, expect.any(String)])
  })

  it('fails once, not twice, where only the response is awaited', async () => {
    const call = clientOf(service, { apiKey: 'fnk_wrong' }).guidelines().withResponse()

    await expect(call).rejects.toBeInstanceOf(UnauthorizedError) // a second rejection would fail the whole run
  })

  it('says which version of it calls, except in a page', async () => {
    const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
    const { fetch, sent } = faultyFetch()
    await clientOf(service, { fetch }).guidelines()
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' })
    atEnd(async () => void vi.unstubAllGlobals())

    await clientOf(service, { fetch }).guidelines()
    vi.unstubAllGlobals()

    expect(USER_AGENT).toBe(`fieldnote-client/${version}`)
    expect(sent.map(({ headers }) => headers.get('User-Agent'))).toEqual([USER_AGENT, null])
  })

  it('runs where there is nothing but the web: no process, no modules of Node', async () => {
    const bundle = await rolldown({ input: join(PACKAGE, 'src/client.ts') })
    const { output } = await bundle.generate({ format: 'iife', name: 'client' })
    const web = { fetch, crypto, URL, TextEncoder, AbortController, setTimeout, clearTimeout }
    const options = { url: service.url, projectId: service.projectId, apiKey: service.key }
    const program = `${output[0].code}
      const fieldnote = new client.Fieldnote(options)
      const queue = client.createObservationQueue(fieldnote, { onError: (error) => { throw error } })
      queue.add(observation)
      queue.close()`

    await runInContext(program, createContext({ ...web, options, observation: observed({ user: 'edge' }) }))

    const { rows } = await service.db.query("SELECT title FROM observation WHERE user_id = 'edge'")
    expect(rows).toHaveLength(1)
  })
})

describe('an error', () => {
  it('carries every violation, status and request id', async () => {
    const error = await failureOf(clientOf(service).observe(observed({ user: '', title: ' ' })))

    expect(error).toBeInstanceOf(FieldnoteError)
    expect(error).toMatchObject({ name: 'InvalidError', status: 400, requestId: expect.any(String) })
    expect(error.detail).toEqual([
      { loc: ['body', 'user_id'], msg: expect.any(String), type: expect.any(String) },
      { loc: ['body', 'observations', 0, 'title'], msg: expect.any(String), type: expect.any(String) },
    ])
    expect(error.message).toMatch(/^observe: 400 body.user_id .+; body.observations.0.title /)
  })

  it.each([
    ['a wrong key', { apiKey: 'fnk_wrong' }, 401, 'key'],
    ['an unknown project', { projectId: '00000000-0000-7000-8000-000000000000' }, 404, 'project not found'],
  ])('for %s carries the detail', async (_, options, status, detail) => {
    const error = await failureOf(clientOf(service, options).guidelines())

    expect(error).toMatchObject({ status, detail: expect.stringContaining(detail) })
  })

  it('for a refused answer says why', async () => {
    const { id } = await makeStudy(service, { ends_at: '2026-01-01T00:00:00Z' })

    const error = await failureOf(clientOf(service).answer(answered({ study: id })))

    expect(error).toMatchObject({ status: 409, detail: 'this study is past its end date' })
  })

  it.each([
    [400, InvalidError, 'invalid'],
    [401, UnauthorizedError, 'unauthorized'],
    [403, ForbiddenError, 'forbidden'],
    [404, NotFoundError, 'not_found'],
    [405, InvalidError, 'method_not_allowed'],
    [409, ConflictError, 'conflict'],
    [413, InvalidError, 'too_large'],
    [415, InvalidError, 'unsupported_media_type'],
    [422, InvalidError, 'invalid'],
    [429, RateLimitedError, 'rate_limited'],
    [500, UnavailableError, 'internal'],
    [502, UnavailableError, 'unavailable'],
    [503, UnavailableError, 'unavailable'],
    [null, NoAnswerError, 'no_answer'],
  ] as [number | null, typeof FieldnoteError, string][])(
    'of status %s has its class and a stable code',
    async (status, Class, code) => {
      const { fetch } = faultyFetch(status === null ? unreachable : answering(status))

      const error = await failureOf(clientOf(service, { fetch, retries: 0 }).guidelines())

      expect(error).toBeInstanceOf(Class)
      expect(error).toBeInstanceOf(FieldnoteError)
      expect([error.code, error.name]).toEqual([code, Class.name])
    },
  )

  it.each([
    [{ apiKey: undefined }, 'apiKey is missing'],
    [{ apiKey: ' ' }, 'apiKey is missing'],
    [{ projectId: '' }, 'projectId is missing'],
    [{ url: undefined }, 'url is missing'],
    [{ url: 'fieldnote' }, 'url is not an address'],
  ])('comes at once for %j', (options, message) => {
    const complete = { url: service.url, projectId: service.projectId, apiKey: service.key }

    expect(() => new Fieldnote({ ...complete, ...options })).toThrow(message)
  })
})
