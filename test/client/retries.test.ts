// What the client tries again, when, and under which key.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { connection } from '../../packages/client/src/connection.ts'
import { request } from '../../packages/client/src/request.ts'
import { atEnd } from '../closings.ts'
import { eventually } from '../eventually.ts'
import { startService, type TestService } from '../service.ts'
import {
  answering,
  answerLost,
  clientOf,
  faultyFetch,
  observed,
  type Step,
  silent,
  unreachable,
} from './clients.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})

const storedOf = async (user: string): Promise<string[]> =>
  (await service.db.query('SELECT id FROM observation WHERE user_id = $1', [user])).rows.map(({ id }) => id)

describe('a post', () => {
  it('whose answer is lost is tried again under the same key, and stored once', async () => {
    const { fetch, sent } = faultyFetch(answerLost, answerLost)

    const { id } = await clientOf(service, { fetch }).observe(observed({ user: 'lost' }))

    const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
    expect(await storedOf('lost')).toEqual([id])
  })

  it('has another key than the next', async () => {
    const { fetch, sent } = faultyFetch()
    const client = clientOf(service, { fetch })

    await client.observe(observed())
    await client.observe(observed())

    expect(new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(2)
  })

  it.each([
    ['an unreachable service', unreachable],
    ['408', answering(408)],
    ['429', answering(429, { 'Retry-After': '0' })],
    ['500', answering(500)],
    ['502 with a page for people', answering(502, { 'Content-Type': 'text/html' }, '<h1>Bad</h1>')],
    ['503', answering(503, { 'Retry-After': '0' })],
    ['200 with a page for people', answering(200, { 'Content-Type': 'text/html' }, '<h1>Hello</h1>')],
    ['201 with half an answer', answering(201, {}, '{"results":[')],
  ] as [string, Step][])('is tried again after %s', async (_, step) => {
    const { fetch, sent } = faultyFetch(step)

    const { id } = await clientOf(service, { fetch }).observe(observed())

    expect(id).toEqual(expect.any(String))
    expect(sent).toHaveLength(2)
  })

  it.each([400, 401, 404, 409, 413, 415, 422])('is not tried again after %i', async (status) => {
    const { fetch, sent } = faultyFetch(answering(status, { 'Retry-After': '0' }))

    const call = clientOf(service, { fetch }).observe(observed())

    await expect(call).rejects.toMatchObject({ status, detail: 'not now' })
    expect(sent).toHaveLength(1)
  })

  it('is given up after the retries, with the last reason', async () => {
    const { fetch, sent } = faultyFetch(unreachable, unreachable, answering(500))

    const call = clientOf(service, { fetch, retries: 2 }).observe(observed())

    await expect(call).rejects.toMatchObject({ status: 500, detail: 'not now' })
    expect(sent).toHaveLength(3)
  })

  it('says what was wrong with the network', async () => {
    const { fetch } = faultyFetch(unreachable)

    const call = clientOf(service, { fetch, retries: 0 }).observe(observed())

    await expect(call).rejects.toMatchObject({
      name: 'NoAnswerError',
      code: 'no_answer',
      status: null,
      detail: 'fetch failed: connect ECONNREFUSED',
    })
  })
})

describe('the wait between two tries', () => {
  const timed = async (step: Step) => {
    const { fetch } = faultyFetch(step)
    const begun = performance.now()
    await clientOf(service, { fetch }).guidelines()
    return performance.now() - begun
  }

  it('is what Retry-After says in seconds', async () => {
    expect(await timed(answering(429, { 'Retry-After': '1' }))).toBeGreaterThanOrEqual(990)
  })

  it('is what Retry-After says as a date', async () => {
    const date = new Date(Date.now() + 2_000).toUTCString()

    expect(await timed(answering(503, { 'Retry-After': date }))).toBeGreaterThanOrEqual(900)
  })

  it('is not begun when it would be too long: the caller hears how long', async () => {
    const { fetch, sent } = faultyFetch(answering(429, { 'Retry-After': '3600' }))

    const call = clientOf(service, { fetch }).guidelines()

    await expect(call).rejects.toMatchObject({ status: 429, retryAfterMs: 3_600_000 })
    expect(sent).toHaveLength(1)
  })

  it('follows the real service, which lets the call in afterwards', async () => {
    const limited = await startService({ rateLimitPerMinute: 60 })
    const client = clientOf(limited)
    await Promise.all(Array.from({ length: 60 }, () => client.guidelines()))
    const { fetch, sent } = faultyFetch(async (real) => {
      const refused = await real()
      limited.clock.now = new Date(limited.clock.now.getTime() + 1_000)
      return refused
    })

    await clientOf(limited, { fetch }).guidelines()

    expect(sent).toHaveLength(2)
  })
})

describe('a service that does not answer', () => {
  it('is asked again after the time-out', async () => {
    const { fetch, sent } = faultyFetch(silent)
    const client = clientOf(service, { fetch, timeoutMs: 2_000 }) // time enough for the second try

    const { observations } = await client.guidelines()

    expect(observations).toContain('#')
    expect(sent).toHaveLength(2)
  })

  it('is a time-out in the end', async () => {
    const { fetch, sent } = faultyFetch(silent, silent)

    const call = clientOf(service, { fetch, timeoutMs: 50, retries: 1 }).guidelines()

    await expect(call).rejects.toMatchObject({
      name: 'NoAnswerError',
      code: 'timed_out',
      status: null,
      detail: 'no answer within 50 ms',
    })
    expect(sent).toHaveLength(2)
  })

  it.each([
    ['a try', silent],
    ['a wait', answering(503, { 'Retry-After': '30' })],
  ] as [string, Step][])('is left alone when the caller aborts in %s', async (_, step) => {
    const { fetch, sent } = faultyFetch(step)
    const caller = new AbortController()
    const reason = new Error('enough')

    const call = clientOf(service, { fetch }).guidelines('user-1', { signal: caller.signal })
    const failed = expect(call).rejects.toBe(reason)
    await eventually(async () => expect(sent).toHaveLength(1))
    caller.abort(reason)

    await failed
    expect(sent).toHaveLength(1)
  })
})

it('a file may take an hour, since the service takes it in slowly while agents post', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  atEnd(async () => {
    vi.useRealTimers()
  })
  const { fetch } = faultyFetch(silent)
  const upload = { file: new Blob(['title\n']), type: 'text/csv' }
  const to = connection({ url: 'http://localhost', retries: 0, fetch }, 'Bearer x')
  const failed = vi.fn()
  const sending = request(to, { name: 'createImport', method: 'POST', path: '/', upload }).catch(failed)

  await vi.advanceTimersByTimeAsync(3_599_999)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await sending

  expect(failed.mock.calls[0]?.[0]).toMatchObject({ code: 'timed_out' })
})
