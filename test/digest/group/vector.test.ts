import { describe, expect, it } from 'vitest'
import {
  addScaled,
  decodePacked,
  decodeTogether,
  decodeVector,
  dot,
  encodeVector,
  normalize,
  pack,
  unpack,
} from '../../../src/digest/group/vector.ts'
import { seededRandom } from '../../../src/sample/seeded-random.ts'

const random = seededRandom(7)
const anyVector = (length = 384) => normalize(Float32Array.from({ length }, () => random() - 0.5))

describe('a vector', () => {
  it('is multiplied number by number, whatever its length', () => {
    for (const length of [0, 1, 3, 4, 5, 384]) {
      const [a, b] = [anyVector(length), anyVector(length)]
      const expected = a.reduce((sum, value, at) => sum + value * (b[at] as number), 0)
      expect(dot(a, b)).toBeCloseTo(expected, 5)
    }
  })

  it('is brought to length 1, but for zeros', () => {
    const [x, y] = normalize(Float32Array.from([3, 4])) as unknown as [number, number]
    expect(x).toBeCloseTo(0.6, 6)
    expect(y).toBeCloseTo(0.8, 6)
    expect([...normalize(new Float32Array(2))]).toEqual([0, 0])
  })

  it('is added to a longer one as if it went on with zeros', () => {
    const into = Float32Array.from([1, 1, 1])
    addScaled(into, [2, 3], 0.5)
    expect([...into]).toEqual([2, 2.5, 1])
  })

  it('keeps its direction and its length in a byte a number', () => {
    const vector = anyVector()
    const back = unpack(pack(vector))
    expect(dot(back, back)).toBeCloseTo(1, 5)
    expect(dot(vector, back)).toBeGreaterThan(0.9998)
  })

  it('survives the database, and shares no memory with the row', () => {
    const vector = anyVector()
    const row = encodeVector(vector)
    const packed = decodePacked(row)
    expect(row).toHaveLength(388)
    expect(decodeVector(row)).toEqual(unpack(packed))
    row.fill(0)
    expect(dot(unpack(packed), vector)).toBeGreaterThan(0.9998)
  })

  it('is the same beside others in one piece of memory', () => {
    const rows = [anyVector(), anyVector(3), anyVector()].map(encodeVector)
    const together = decodeTogether(rows)
    expect(together).toEqual(rows.map(decodePacked))
    expect(new Set(together.map(({ bytes }) => bytes.buffer)).size).toBe(1)
  })

  it('of zeros is packed without a division by zero', () => {
    expect(unpack(pack(new Float32Array(3))).every((value) => value === 0)).toBe(true)
  })
})
