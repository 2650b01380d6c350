import { describe, expect, it } from 'vitest'
import { backgroundOf, type Member } from '../../../src/digest/group/issue-table.ts'
import { allMatter } from '../../../src/digest/group/judge-pairs.ts'
import { gather, THRESHOLD } from '../../../src/digest/group/likeness.ts'
import { HIDDEN } from '../../../src/digest/group/network.ts'
import { cosinesOf, judgedBy, MOST_CREDIT } from '../../../src/digest/group/note-likeness.ts'
import { AMONG_INPUTS, CONTEXT_INPUTS, withContext } from '../../../src/digest/group/pair-context.ts'
import { PAIR_INPUTS, pairInputs } from '../../../src/digest/group/pair-inputs.ts'
import { decodePairWeights, encodePairWeights, loadPairModel } from '../../../src/digest/group/pair-model.ts'
import { network, rowLength } from '../../../src/digest/group/run-network.ts'
import { seededRandom } from '../../../src/sample/seeded-random.ts'
import { note } from './notes.ts'

const NOTES = [
  note('a', 0, { sign: -1 }),
  note('b', 8, { sign: 1, kind: 3 }),
  note('c', 12, { language: 'de', length: 60 }),
  note('d', 50, { length: 500 }),
]
/** Among the inputs: how near the lonelier of the two has its nearest. */
const NEAREST = 5
const COSINES = cosinesOf(NOTES)
const BACKGROUND = { ...backgroundOf([gather(NOTES)]), calibrated: (cosine: number) => cosine }

const PROJECT = { background: () => BACKGROUND, rarity: () => 1 }

function inputsOf(i: number, j: number): number[] {
  const inputs = new Float32Array(PAIR_INPUTS).fill(Number.NaN)
  pairInputs(NOTES, COSINES, BACKGROUND).fill(i, j, inputs, 0)
  return [...inputs]
}

describe('what tells about two notes', () => {
  it('is the same whichever comes first, and leaves no input out', () => {
    for (const [i, j] of [
      [0, 1],
      [0, 2],
      [3, 1],
    ] as const) {
      expect(inputsOf(i, j)).toEqual(inputsOf(j, i))
      expect(inputsOf(i, j).every(Number.isFinite)).toBe(true)
    }
  })

  it('begins with their cosine', () => {
    expect(inputsOf(0, 1)[0]).toBeCloseTo(Math.cos((8 * Math.PI) / 180), 2)
  })

  it('takes two for less near that feel the opposite, not where one feels nothing', () => {
    const nearest = (sign: Member['sign']) => {
      const notes = [note('x', 0, { sign: -1 }), note('y', 10, { sign })]
      const inputs = new Float32Array(PAIR_INPUTS)
      pairInputs(notes, cosinesOf(notes), BACKGROUND).fill(0, 1, inputs, 0)
      return inputs[NEAREST] as number
    }

    expect(nearest(0)).toBe(nearest(-1))
    expect(nearest(1)).toBeLessThan(nearest(-1))
  })

  it('differs with language, length, kind, sentiment, and with who else is near', () => {
    const two = (facts: object, others = NOTES.slice(2)) => {
      const notes = [note('x', 0), note('y', 10, facts), ...others]
      const inputs = new Float32Array(PAIR_INPUTS)
      pairInputs(notes, cosinesOf(notes), BACKGROUND).fill(0, 1, inputs, 0)
      return [...inputs]
    }
    const plain = two({})

    for (const facts of [{ language: 'ja' }, { length: 300 }, { kind: 1 }, { sign: 1 }])
      expect(two(facts)).not.toEqual(plain)
    expect(two({}, [note('z', 5), note('w', 200)])).not.toEqual(plain)
  })
})

describe('what the verdicts on all pairs say about one', () => {
  /** Notes on a circle; a network that goes by their cosine alone: 0 at 0.8. */
  const among = (degrees: number[], i: number, j: number): number[] => {
    const notes = degrees.map((degree) => note(`at ${degree}`, degree))
    const pairs = pairInputs(notes, cosinesOf(notes), BACKGROUND)
    const inputs = new Float32Array(AMONG_INPUTS).fill(Number.NaN)
    const byCosine = (rows: Float32Array, count: number) =>
      Float32Array.from({ length: count }, (_, at) => ((rows[at * rowLength(PAIR_INPUTS)] ?? 0) - 0.8) * 20)
    withContext(pairs, byCosine, allMatter(notes.length)).fill(i, j, inputs, 0)
    return [...inputs]
  }

  it('is the same whichever comes first, leaves no input out, and ends with what tells about the two alone', () => {
    const degrees = [0, 8, 12, 50]

    expect(among(degrees, 0, 2)).toEqual(among(degrees, 2, 0))
    expect(among(degrees, 0, 2).every(Number.isFinite)).toBe(true)
    expect(among(degrees, 0, 2)[CONTEXT_INPUTS]).toBeCloseTo(Math.cos((12 * Math.PI) / 180), 2)
  })

  it('brings two nearer that may both go with a third, and takes apart two with different companions', () => {
    const [, alike = 0, , , , , bridge = 0] = among([0, 40, 20], 0, 1)
    const [, alone = 0, , , , , none = 0] = among([0, 40, 120], 0, 1)
    const [, apart = 0] = among([0, 40, -30, 70], 0, 1)

    expect(alike).toBeGreaterThan(alone)
    expect(bridge).toBeGreaterThan(0.8)
    expect(none).toBe(0)
    expect(apart).toBeLessThan(alone)
  })
})

describe('the network', () => {
  const row = (length: number, value: number) => new Float32Array(length).fill(value)
  const weightsFor = (inputs: number) => ({
    first: row(HIDDEN * inputs, 0.5),
    firstBias: row(HIDDEN, -1),
    second: row(HIDDEN * HIDDEN, 0.25),
    secondBias: row(HIDDEN, 1),
    last: row(HIDDEN, -2),
    lastBias: 3,
  })
  const alone = weightsFor(PAIR_INPUTS)

  /** A unit at a time, in double precision. */
  const bySums = (
    { first, firstBias, second, secondBias, last, lastBias }: typeof alone,
    inputs: number[],
  ) => {
    const layer = (weights: Float32Array, bias: Float32Array, from: number[]) =>
      Array.from(bias, (start, unit) =>
        from.reduce((sum, input, at) => sum + input * (weights[unit * from.length + at] ?? 0), start),
      )
    const rectified = (sums: number[]) => sums.map((sum) => Math.max(0, sum))
    const hidden = rectified(layer(second, secondBias, rectified(layer(first, firstBias, inputs))))
    return layer(last, Float32Array.of(lastBias), hidden)[0] as number
  }

  it.each([1, 3, 4, 256, 257, 700])('is what its layers say, for %d rows at once', (count) => {
    const random = seededRandom(count)
    const some = (length: number) => Float32Array.from({ length }, () => random() - 0.5)
    for (const inputs of [PAIR_INPUTS, AMONG_INPUTS]) {
      const shape = weightsFor(inputs)
      const weights = {
        first: some(shape.first.length),
        firstBias: some(HIDDEN),
        second: some(shape.second.length),
        secondBias: some(HIDDEN),
        last: some(HIDDEN),
        lastBias: random(),
      }
      const rows = Array.from({ length: count }, () => some(inputs))
      const padded = new Float32Array(count * rowLength(inputs))
      for (const [at, row] of rows.entries()) padded.set(row, at * rowLength(inputs))

      const logits = network(weights)(padded, count)

      expect(logits.length).toBe(count)
      for (const [at, row] of rows.entries()) expect(logits[at]).toBeCloseTo(bySums(weights, [...row]), 4)
    }
  })

  it('is the same after it was written and read', () => {
    const weights = { alone, among: weightsFor(AMONG_INPUTS) }

    expect(decodePairWeights(encodePairWeights(weights))).toEqual(weights)
  })

  it('that ships finds nearer notes more alike, and far ones not at all', () => {
    const { likeness } = judgedBy(loadPairModel(), PROJECT)
    const notes = [note('a', 0), note('b', 1), note('c', 90), note('d', 91)]
    const [, near = 0, far = 0] = likeness(notes, cosinesOf(notes), allMatter(notes.length))

    expect(likeness(NOTES, COSINES, allMatter(NOTES.length)).every(Number.isFinite)).toBe(true)
    expect(near).toBeGreaterThan(THRESHOLD)
    expect(far).toBeLessThan(THRESHOLD - 0.2)
  })

  it('is never much surer than by vectors, surer where rare words are in common, and less sure of long texts', () => {
    const { likeness } = judgedBy(loadPairModel(), PROJECT)
    // A crowd of their own far from all others: the network takes the two for one.
    const crowd = Array.from({ length: 20 }, (_, at) => note(`far ${at}`, 120 + 3 * at))
    const pair = (words: number[], length: number) =>
      [0, 38].map((at) => note(`near ${at}`, at, { words: Uint32Array.from(words), length }))
    const between = (words: number[], length = 150) => {
      const notes = [...pair(words, length), ...crowd]
      return likeness(notes, cosinesOf(notes), allMatter(notes.length))[1] as number
    }

    // Vectors are kept in bytes: a cosine is right to the third digit.
    expect(between([])).toBeLessThan(Math.cos((38 * Math.PI) / 180) + MOST_CREDIT + 0.002)
    expect(between([7, 9])).toBeGreaterThan(between([]))
    expect(between([], 2_000)).toBeLessThan(between([]) - 0.05)
  })

  it('says the same of a pair that matters when others do not', () => {
    const { likeness } = judgedBy(loadPairModel(), PROJECT)
    const random = seededRandom(7)
    // The first three tell the same: they are judged as one.
    const notes = Array.from({ length: 30 }, (_, at) => note(`n${at}`, at < 3 ? 5 : random() * 90))
    const matters = Uint8Array.from(notes, (_, at) => Number(at % 3 === 0))
    const n = notes.length

    const all = likeness(notes, cosinesOf(notes), allMatter(n))
    const some = likeness(notes, cosinesOf(notes), matters)

    const pairs = [...all.keys()].map((cell) => ({ i: Math.floor(cell / n), j: cell % n, cell }))
    const [telling, others] = [true, false].map((wanted) =>
      pairs.filter(({ i, j }) => (matters[i] === 1 || matters[j] === 1) === wanted),
    )
    expect(telling?.map(({ cell }) => some[cell])).toEqual(telling?.map(({ cell }) => all[cell]))
    expect(others?.some(({ cell }) => some[cell] !== all[cell])).toBe(true)
  })
})
