import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ModelFault } from '../../../src/digest/models/model-fault.ts'
import { createRemoteEmbeddings } from '../../../src/digest/models/remote-embeddings.ts'
import { drawn, type Fault, type StandIn, startStandIn } from './stand-in.ts'

const KEY = 'sk-not-to-be-shown'

let standIn: StandIn

beforeEach(async () => {
  standIn = await startStandIn(KEY)
})

afterEach(() => standIn.close())

const remote = (more: { url?: string } = {}) =>
  createRemoteEmbeddings({ url: standIn.url, key: KEY, model: 'small-3', ...more })

const length = (vector: Float32Array | undefined) => Math.hypot(...(vector ?? []))

test('asks in the words of the protocol and names itself after the model', async () => {
  const embeddings = remote()

  await embeddings.embed(['one', 'two'])

  expect(embeddings.id).toBe('remote:small-3')
  expect(standIn.requests).toHaveLength(1)
  expect(standIn.requests[0]?.path).toBe('/v1/embeddings')
  expect(standIn.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
  expect(standIn.requests[0]?.body).toEqual({
    model: 'small-3',
    input: ['one', 'two'],
    encoding_format: 'float',
  })
})

test('takes the url whole or with a slash', async () => {
  await remote({ url: `${standIn.url}/` }).embed(['one'])
  await remote({ url: `${standIn.url}/embeddings` }).embed(['one'])

  expect(standIn.requests.map(({ path }) => path)).toEqual(['/v1/embeddings', '/v1/embeddings'])
})

test('gives each text its own vector although the server answers in another order', async () => {
  const [one, two] = await remote().embed(['one', 'two'])
  const [alone] = await remote().embed(['two'])

  expect(two).toEqual(alone)
  expect(one).not.toEqual(two)
})

test.each([8, 128, 384, 1536, 3072])('makes 384 numbers of length 1 out of %i', async (dimension) => {
  standIn.embedAs(drawn(dimension))

  const [vector] = await remote().embed(['a text'])

  expect(vector).toBeInstanceOf(Float32Array)
  expect(vector).toHaveLength(384)
  expect(length(vector)).toBeCloseTo(1, 5)
})

test('leaves directions as they are up to 128 dimensions', async () => {
  standIn.embedAs(() => [3, 0, 0, 4, 0, 0, 0, 0])

  const [vector] = await remote().embed(['a text'])

  expect([...(vector ?? [])].slice(0, 5)).toEqual([0.6, 0, 0, 0.8, 0].map(Math.fround))
})

test('asks for 64 texts at a time and keeps their order', async () => {
  standIn.embedAs((text) => Array.from({ length: 200 }, (_, at) => (at === Number(text) ? 1 : 0)))
  const texts = Array.from({ length: 130 }, (_, at) => String(at))

  const vectors = await remote().embed(texts)
  const [seventieth] = await remote().embed(['70'])

  expect(standIn.requests.map(({ body }) => body.input.length)).toEqual([64, 64, 2, 1])
  expect(vectors).toHaveLength(130)
  expect(vectors[70]).toEqual(seventieth)
})

test('asks nothing for no text', async () => {
  expect(await remote().embed([])).toEqual([])
  expect(standIn.requests).toHaveLength(0)
})

test('cuts long texts between characters and sends no empty one', async () => {
  await remote().embed(['x'.repeat(9_000), `${'x'.repeat(7_999)}🙂 and more`, '', ' \n'])

  const input = standIn.requests[0]?.body.input
  expect(input?.map((text) => text.length)).toEqual([8_000, 7_999, 1, 1])
})

test('takes embeddings without an index in the order given', async () => {
  const numbered = await remote().embed(['one', 'two'])
  standIn.fail('no-index')

  expect(await remote().embed(['one', 'two'])).toEqual(numbered)
})

test.each<[string, Fault, RegExp]>([
  ['an embedding too few', 'wrong-count', /1 embeddings came for 2 texts/],
  ['an index twice', 'wrong-index', /numbered/],
  ['NaN', 'nan', /not JSON/],
  ['null for a number', 'null-number', /finite/],
  ['a number beyond all', 'infinity', /finite/],
  ['only zeros', 'zero', /direction/],
  ['7 dimensions', 'short', /7 dimensions/],
  ['different lengths', 'uneven', /length/],
  ['no data', 'no-data', /no list/],
  ['an HTML page', 'invalid-json', /not JSON/],
])('%s is nonsense, told without the key or the text', async (_, fault, message) => {
  standIn.fail(fault)

  const error = await remote()
    .embed(['words of a user', 'more words'])
    .catch((thrown: unknown) => thrown)

  expect(error).toBeInstanceOf(ModelFault)
  expect(error).toMatchObject({ kind: 'nonsense', message: expect.stringMatching(message) })
  expect(inspect(error, { showHidden: true })).not.toMatch(/sk-not|words of|more words/)
})

test('different lengths across batches are nonsense too', async () => {
  standIn.embedAs((text) => drawn(text === 'last' ? 16 : 32)(text))

  const embedding = remote().embed([...Array.from({ length: 64 }, () => 'x'), 'last'])

  await expect(embedding).rejects.toMatchObject({ kind: 'nonsense' })
})

test('an absurd dimension is nonsense before it costs anything', async () => {
  standIn.embedAs(drawn(20_000))

  await expect(remote().embed(['x'])).rejects.toMatchObject({ kind: 'nonsense' })
})

test('one text refused by the server refuses the batch', async () => {
  standIn.fail({ status: 400 })

  await expect(remote().embed(['x', 'y'])).rejects.toMatchObject({ kind: 'refused', status: 400 })
})
