import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createModelEndpoint,
  endpointUrl,
  type RemoteModelSettings,
  retryDelay,
} from '../../../src/digest/models/model-endpoint.ts'
import { ModelFault } from '../../../src/digest/models/model-fault.ts'
import { PATIENCE_MS } from '../../patience.ts'
import { type Fault, type StandIn, startStandIn } from './stand-in.ts'

const KEY = 'sk-not-to-be-shown'
const WORDS = 'words of a user'

let standIn: StandIn

beforeEach(async () => {
  standIn = await startStandIn(KEY)
})

afterEach(() => standIn.close())

const settings = (more: Partial<RemoteModelSettings> = {}) => ({
  url: standIn.url,
  key: KEY,
  model: 'm',
  ...more,
})

const ask = (more: Partial<RemoteModelSettings> = {}) =>
  createModelEndpoint(settings(more), 'embeddings')({ model: 'm', input: [WORDS] })

async function faultOf(answer: Promise<unknown>): Promise<ModelFault> {
  const error = await answer.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ModelFault)) throw new Error('no ModelFault came', { cause: error })
  return error
}

test('sends the key as a bearer token and the body as JSON', async () => {
  await ask()

  const [request] = standIn.requests
  expect(request?.headers.authorization).toBe(`Bearer ${KEY}`)
  expect(request?.headers['content-type']).toBe('application/json')
  expect(request?.body).toEqual({ model: 'm', input: [WORDS] })
})

test.each([[null], [''], [' ']])('sends no authorization for the key %j', async (key) => {
  await faultOf(ask({ key }))

  expect(standIn.requests[0]?.headers).not.toHaveProperty('authorization')
})

test.each([
  ['http://h/v1', 'http://h/v1/embeddings'],
  ['http://h/v1/', 'http://h/v1/embeddings'],
  ['http://h/v1//', 'http://h/v1/embeddings'],
  ['http://h/v1/embeddings', 'http://h/v1/embeddings'],
  ['http://h/v1/embeddings/', 'http://h/v1/embeddings'],
  ['https://h', 'https://h/embeddings'],
  ['https://h/openai?api-version=1', 'https://h/openai/embeddings?api-version=1'],
])('takes the url %s for %s', (base, whole) => {
  expect(endpointUrl(base, 'embeddings').href).toBe(whole)
})

test.each(['nowhere', 'file:///etc/passwd', 'http://me:secret@h/v1'])('refuses the url %s at once', (url) => {
  const create = () => createModelEndpoint({ url, key: null, model: 'm' }, 'embeddings')

  expect(create).toThrow(TypeError)
  expect(create).not.toThrow(/secret|passwd/)
})

test('refuses a key that no header can carry, without quoting it', () => {
  const create = () => createModelEndpoint(settings({ key: 'sk-a\nb' }), 'embeddings')

  expect(create).toThrow(TypeError)
  expect(create).not.toThrow(/sk-a/)
})

test.each([
  [200, null, null],
  [400, null, null],
  [401, '1', null],
  [429, null, 250],
  [429, '0', 0],
  [429, '2', 2_000],
  [429, '3', null],
  [429, '0.5', 500],
  [429, 'soon', 250],
  [500, null, 250],
  [503, '1', 1_000],
  [503, 'Thu, 01 Jan 1970 00:00:02 GMT', 1_000],
  [503, 'Thu, 01 Jan 1970 00:00:09 GMT', null],
  [503, 'Thu, 01 Jan 1970 00:00:00 GMT', 0],
])('after %i with Retry-After %j waits %j ms', (status, retryAfter, delay) => {
  expect(retryDelay(status, retryAfter, 1_000)).toBe(delay)
})

test.each<[string, Fault]>([
  ['429 without Retry-After', { status: 429 }],
  ['429 with a short Retry-After', { status: 429, retryAfter: '0' }],
  ['500', { status: 500 }],
  ['503 with a short Retry-After', { status: 503, retryAfter: '0' }],
])('asks a second time after %s', async (_, fault) => {
  standIn.fail(fault)

  await expect(ask()).resolves.toHaveProperty('data')

  expect(standIn.requests).toHaveLength(2)
  expect(standIn.requests[1]).toEqual(standIn.requests[0])
})

test('asks no third time', async () => {
  standIn.fail({ status: 500 }, { status: 429, retryAfter: '0' })

  const fault = await faultOf(ask())

  expect(fault).toMatchObject({ kind: 'rate_limited', status: 429 })
  expect(standIn.requests).toHaveLength(2)
})

test.each<[string, Fault, string, string]>([
  ['429 with a long Retry-After', { status: 429, retryAfter: '60' }, 'rate_limited', 'answered 429'],
  ['503 with a long Retry-After', { status: 503, retryAfter: '60' }, 'unreachable', 'answered 503'],
  ['400', { status: 400 }, 'refused', 'answered 400'],
  ['401', { status: 401 }, 'refused', 'answered 401'],
  ['404', { status: 404 }, 'refused', 'answered 404'],
  ['408', { status: 408 }, 'timeout', 'answered 408'],
  ['a redirect', { status: 307, location: '/v1/embeddings' }, 'refused', 'answered 307'],
  ['no answer', 'slow', 'timeout', 'no answer within 150 ms'],
  ['half an answer', 'slow-body', 'timeout', 'no answer within 150 ms'],
  ['a reset', 'reset', 'unreachable', 'ECONNRESET'],
  ['a reset in the answer', 'reset-body', 'unreachable', 'connection'],
  ['what is not JSON', 'invalid-json', 'nonsense', 'not JSON'],
])('%s is a fault at the first attempt, without the key or the text', async (_, fault, kind, message) => {
  standIn.fail(fault)

  const seen = await faultOf(ask({ timeoutMs: message.includes('150 ms') ? 150 : PATIENCE_MS }))

  expect(seen.kind).toBe(kind)
  expect(seen.message).toContain(message)
  expect(seen.message).not.toContain('\n')
  expect(inspect(seen, { depth: 9, showHidden: true })).not.toMatch(new RegExp(`${KEY}|${WORDS}`))
  expect(standIn.requests).toHaveLength(1)
})

test('an answer without end is nonsense', async () => {
  standIn.fail('endless')

  expect(await faultOf(ask())).toMatchObject({
    kind: 'nonsense',
    message: expect.stringMatching(/too large/),
  })
})

test('a server that is gone is unreachable', async () => {
  const { url } = standIn
  await standIn.close()

  const fault = await faultOf(ask({ url }))

  expect(fault).toMatchObject({ kind: 'unreachable', message: expect.stringMatching(/ECONNREFUSED/) })
})
