// Fits the network that judges pairs of notes to the benchmark's issues. A project may be young, about many things, or have
// issues larger than any of the benchmark: so each product is a lesson as it is, and in such shapes.
import { backgroundOf } from '../src/digest/group/issue-table.ts'
import { gather } from '../src/digest/group/likeness.ts'
import { cosinesOf } from '../src/digest/group/note-likeness.ts'
import { LOOKED_CLOSER_AT, PAIR_INPUTS, pairInputs } from '../src/digest/group/pair-inputs.ts'
import { HIDDEN, type PairWeights } from '../src/digest/group/pair-model.ts'
import { type Random, seededRandom } from '../src/sample/seeded-random.ts'
import { createAdam } from './adam.ts'
import type { Product } from './benchmark.ts'
import { toMember } from './group-stream.ts'
import { aFew, grown, type LabeledNote, labeledNotes } from './shapes.ts'

const STEPS = 24_000
const BATCH = 256
const RATE = 0.004
const DECAY = 1e-4
const YOUNG = 60
/** Of what is learned from, the share that comes from projects of each shape. */
const SHARES = { whole: 0.55, young: 0.1, few: 0.08, grown: 0.15, many: 0.12 }
const FEW_TIMES = 4
/** Of a project of several products, so many pairs are enough. */
const KEPT_OF_MANY = 0.35

/** Rows of inputs, one after the other, and whether each pair is of one issue. */
export type PairLesson = { shape: keyof typeof SHARES; inputs: Float32Array; same: Uint8Array }

export function pairLessons(products: Product[]): PairLesson[] {
  const chance = seededRandom(11)
  const all = products.map(labeledNotes)
  return all.flatMap((notes, at) => [
    lesson('whole', notes),
    lesson('young', notes.slice(0, YOUNG)),
    ...Array.from({ length: FEW_TIMES }, () => lesson('few', aFew(notes, chance))),
    lesson('grown', grown(notes, chance)),
    lesson(
      'many',
      [0, 7, 14].flatMap((next) => all[(at + next) % all.length] ?? []),
      () => chance() < KEPT_OF_MANY,
    ),
  ])
}

function lesson(
  shape: PairLesson['shape'],
  labeled: LabeledNote[],
  isKept: () => boolean = () => true,
): PairLesson {
  const members = labeled.map(({ note }, at) => toMember(note, at, false))
  const pairs = pairInputs(members, cosinesOf(members), backgroundOf([gather(members)]))
  const rows: number[] = []
  const same: number[] = []
  const row = new Float32Array(PAIR_INPUTS)
  for (let i = 0; i < members.length; i++)
    for (let j = 0; j < i; j++) {
      if (pairs.cosine(i, j) < LOOKED_CLOSER_AT || !isKept()) continue
      pairs.fill(i, j, row)
      for (const value of row) rows.push(value)
      same.push(Number(labeled[i]?.label === labeled[j]?.label))
    }
  return { shape, inputs: Float32Array.from(rows), same: Uint8Array.from(same) }
}

/** The logit from which groups are best made one: chosen on the benchmark. */
const WHERE_GROUPS_JOIN = -1.12

export function fitPairs(lessons: PairLesson[]): PairWeights {
  const chance = seededRandom(5)
  const pick = picker(lessons, chance)
  const scale = spread(lessons)
  const net = createNet(chance)
  const inputs = new Float64Array(PAIR_INPUTS)
  for (let step = 0; step < STEPS; step++) {
    for (let one = 0; one < BATCH; one++) {
      const [{ inputs: rows, same }, at] = pick()
      for (let k = 0; k < PAIR_INPUTS; k++)
        inputs[k] =
          ((rows[at * PAIR_INPUTS + k] as number) - (scale.mean[k] as number)) /
          (scale.deviation[k] as number)
      net.learn(inputs, same[at] as number)
    }
    net.step((RATE * (1 + Math.cos((Math.PI * step) / STEPS))) / 2)
  }
  return unscaled(net.weights, scale)
}

/** A pair of a lesson, each shape with its share, each pair of a shape as likely as any other. */
function picker(lessons: PairLesson[], chance: Random): () => [PairLesson, number] {
  const shapes = Object.entries(SHARES).map(([shape, share]) => {
    const own = lessons.filter((lesson) => lesson.shape === shape)
    const places = own.flatMap((lesson, which) => Array.from(lesson.same, (_, at) => [which, at] as const))
    return { own, places, share }
  })
  return () => {
    let at = chance()
    const shape = shapes.find(({ share }) => {
      at -= share
      return at < 0
    }) as (typeof shapes)[number]
    const [which, place] = shape.places[Math.floor(chance() * shape.places.length)] as readonly [
      number,
      number,
    ]
    return [shape.own[which] as PairLesson, place]
  }
}

type Scale = { mean: Float64Array; deviation: Float64Array }

function spread(lessons: PairLesson[]): Scale {
  const sum = new Float64Array(PAIR_INPUTS)
  const squares = new Float64Array(PAIR_INPUTS)
  let count = 0
  for (const { inputs, same } of lessons) {
    count += same.length
    for (let at = 0; at < inputs.length; at++) {
      const value = inputs[at] as number
      const k = at % PAIR_INPUTS
      sum[k] = (sum[k] as number) + value
      squares[k] = (squares[k] as number) + value * value
    }
  }
  const mean = sum.map((value) => value / count)
  const deviation = squares.map((value, k) =>
    Math.sqrt(Math.max(1e-6, value / count - (mean[k] as number) ** 2)),
  )
  return { mean, deviation }
}

/** One row of numbers for all layers, so that one Adam steps them. */
function createNet(chance: Random) {
  const [w1, b1] = [0, HIDDEN * PAIR_INPUTS]
  const w2 = b1 + HIDDEN
  const b2 = w2 + HIDDEN * HIDDEN
  const w3 = b2 + HIDDEN
  const b3 = w3 + HIDDEN
  const weights = new Float64Array(b3 + 1)
  const random = (width: number) => (chance() + chance() + chance() - 1.5) * 2 * Math.sqrt(2 / width)
  for (let at = w1; at < b1; at++) weights[at] = random(PAIR_INPUTS)
  for (let at = w2; at < b2; at++) weights[at] = random(HIDDEN)
  for (let at = w3; at < b3; at++) weights[at] = random(HIDDEN)
  const slopes = new Float64Array(weights.length)
  const adam = createAdam(weights)
  const one = new Float64Array(HIDDEN)
  const two = new Float64Array(HIDDEN)
  const back = new Float64Array(HIDDEN)
  const get = (row: Float64Array, at: number) => row[at] as number
  const add = (at: number, value: number) => {
    slopes[at] = get(slopes, at) + value
  }
  const layer = (from: Float64Array, weightsAt: number, biasAt: number, into: Float64Array) => {
    for (let unit = 0; unit < HIDDEN; unit++) {
      let sum = get(weights, biasAt + unit)
      for (let k = 0, at = weightsAt + unit * from.length; k < from.length; k++, at++)
        sum += get(weights, at) * get(from, k)
      into[unit] = sum > 0 ? sum : 0
    }
  }
  return {
    learn(inputs: Float64Array, same: number): void {
      layer(inputs, w1, b1, one)
      layer(one, w2, b2, two)
      let logit = get(weights, b3)
      for (let unit = 0; unit < HIDDEN; unit++) logit += get(weights, w3 + unit) * get(two, unit)
      const error = (1 / (1 + Math.exp(-logit)) - same) / BATCH
      add(b3, error)
      back.fill(0)
      for (let unit = 0; unit < HIDDEN; unit++) {
        add(w3 + unit, error * get(two, unit))
        if (get(two, unit) === 0) continue
        const own = error * get(weights, w3 + unit)
        add(b2 + unit, own)
        for (let k = 0, at = w2 + unit * HIDDEN; k < HIDDEN; k++, at++) {
          add(at, own * get(one, k))
          back[k] = get(back, k) + own * get(weights, at)
        }
      }
      for (let unit = 0; unit < HIDDEN; unit++) {
        if (get(one, unit) === 0) continue
        const own = get(back, unit)
        add(b1 + unit, own)
        for (let k = 0, at = w1 + unit * PAIR_INPUTS; k < PAIR_INPUTS; k++, at++)
          add(at, own * get(inputs, k))
      }
    },
    step(rate: number): void {
      for (let at = 0; at < weights.length; at++) slopes[at] = get(slopes, at) + DECAY * get(weights, at)
      adam(slopes, rate)
      slopes.fill(0)
    },
    get weights(): PairWeights {
      const part = (from: number, to: number) => Float32Array.from(weights.subarray(from, to))
      return {
        first: part(w1, b1),
        firstBias: part(b1, w2),
        second: part(w2, b2),
        secondBias: part(b2, w3),
        last: part(w3, b3),
        lastBias: get(weights, b3),
      }
    },
  }
}

/** For inputs as they are: the scale goes into the first layer. */
function unscaled(weights: PairWeights, { mean, deviation }: Scale): PairWeights {
  const first = weights.first.map((weight, at) => weight / (deviation[at % PAIR_INPUTS] as number))
  const firstBias = weights.firstBias.map((bias, unit) => {
    let sum = bias
    for (let k = 0; k < PAIR_INPUTS; k++)
      sum -= (first[unit * PAIR_INPUTS + k] as number) * (mean[k] as number)
    return sum
  })
  return { ...weights, first, firstBias, lastBias: weights.lastBias - WHERE_GROUPS_JOIN }
}
