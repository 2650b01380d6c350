import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createProjection, normalize } from '../../../src/digest/models/fixed-projection.ts'
import { drawn } from './stand-in.ts'

function unit(numbers: ArrayLike<number>): Float64Array {
  const vector = Float64Array.from(numbers)
  normalize(vector)
  return vector
}

const cosine = (a: Float64Array, b: Float64Array) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

/** Errors of the cosines of 200 pairs whose true cosine is about `c`. */
async function errors(dimension: number, c: number): Promise<number[]> {
  const project = await createProjection(dimension, 128)
  return Array.from({ length: 200 }, (_, pair) => {
    const a = unit(drawn(dimension)(`a${pair}`))
    const other = unit(drawn(dimension)(`b${pair}`))
    const b = unit(a.map((value, at) => c * value + Math.sqrt(1 - c * c) * (other[at] ?? 0)))
    return Math.abs(cosine(unit(project(a)), unit(project(b))) - cosine(a, b))
  }).sort((x, y) => x - y)
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const share = (values: number[], limit: number) => values.filter((v) => v <= limit).length / values.length

test('keeps cosines of 1,536 dimensions within 0.15: 9 of 10 unrelated pairs, all close ones', async () => {
  const unrelated = await errors(1536, 0)
  const close = await errors(1536, 0.75)

  expect(mean(unrelated)).toBeLessThan(0.075)
  expect(share(unrelated, 0.15)).toBeGreaterThan(0.9)
  expect(share(close, 0.15)).toBe(1)
  expect(mean(close)).toBeLessThan(0.04)
})

test('loses less of a small model', async () => {
  expect(mean(await errors(384, 0))).toBeLessThan(0.065)
  expect(mean(await errors(160, 0))).toBeLessThan(0.035)
})

test('is the same in every process and on every machine', async () => {
  const project = await createProjection(1536, 128)

  const bytes = Buffer.from(Float32Array.from(project(unit(drawn(1536)('the same')))).buffer)

  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    '45ad585410d558ea58c91c4a53bd50a14285af6831ee45d90e60dd3ebb081d75',
  )
})

test.each([129, 130, 256, 3072])('never lengthens a vector of %i dimensions', async (dimension) => {
  const project = await createProjection(dimension, 128)

  const lengths = Array.from({ length: 20 }, (_, at) => {
    const projected = project(unit(drawn(dimension)(`v${at}`)))
    return Math.sqrt(cosine(projected, projected))
  })

  expect(Math.max(...lengths)).toBeLessThanOrEqual(1 + 1e-9)
  expect(Math.min(...lengths)).toBeGreaterThan(0.1)
})

test.each([8, 127, 128])('pads %i dimensions with zeros', async (dimension) => {
  const vector = unit(drawn(dimension)('short'))

  const padded = (await createProjection(dimension, 128))(vector)

  expect(padded).toHaveLength(128)
  expect([...padded.slice(0, dimension)]).toEqual([...vector])
  expect(padded.slice(dimension).every((value) => value === 0)).toBe(true)
})

test.each([[[0, 0]], [[1e200, 1e200]], [[1e-200, 0]]])('sees no direction in %j', (numbers) => {
  expect(normalize(Float64Array.from(numbers))).toBe(false)
})
