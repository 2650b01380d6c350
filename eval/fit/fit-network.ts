// Fits a small network to rows of inputs, each of which is so or not (Adam in small batches, weights decayed, the rate
// falling along a cosine).
import { HIDDEN, type NetworkWeights } from '../../src/digest/group/network.ts'
import type { Random } from '../../src/sample/seeded-random.ts'
import { createAdam } from './adam.ts'

const STEPS = 24_000
const BATCH = 256
const RATE = 0.004
const DECAY = 1e-4

/** Rows of inputs, one after the other, and what each is: 0 or 1. */
export type Rows = { inputs: Float32Array; truth: Uint8Array }

/**
 * @param width inputs of a row
 * @param pick answers where the next row to learn from is
 */
export function fitNetwork(
  all: Rows[],
  width: number,
  pick: () => readonly [Rows, number],
  chance: Random,
): NetworkWeights {
  const scale = spread(all, width)
  const net = createNet(width, chance)
  const inputs = new Float64Array(width)
  for (let step = 0; step < STEPS; step++) {
    for (let one = 0; one < BATCH; one++) {
      const [{ inputs: rows, truth }, at] = pick()
      for (let k = 0; k < width; k++)
        inputs[k] =
          ((rows[at * width + k] as number) - (scale.mean[k] as number)) / (scale.deviation[k] as number)
      net.learn(inputs, truth[at] as number)
    }
    net.step((RATE * (1 + Math.cos((Math.PI * step) / STEPS))) / 2)
  }
  return unscaled(net.weights, scale)
}

type Scale = { mean: Float64Array; deviation: Float64Array }

function spread(all: Rows[], width: number): Scale {
  const sum = new Float64Array(width)
  const squares = new Float64Array(width)
  let count = 0
  for (const { inputs, truth } of all) {
    count += truth.length
    for (let at = 0; at < inputs.length; at++) {
      const value = inputs[at] as number
      const k = at % width
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
function createNet(width: number, chance: Random) {
  const [w1, b1] = [0, HIDDEN * width]
  const w2 = b1 + HIDDEN
  const b2 = w2 + HIDDEN * HIDDEN
  const w3 = b2 + HIDDEN
  const b3 = w3 + HIDDEN
  const weights = new Float64Array(b3 + 1)
  const random = (from: number) => (chance() + chance() + chance() - 1.5) * 2 * Math.sqrt(2 / from)
  for (let at = w1; at < b1; at++) weights[at] = random(width)
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
    learn(inputs: Float64Array, truth: number): void {
      layer(inputs, w1, b1, one)
      layer(one, w2, b2, two)
      let logit = get(weights, b3)
      for (let unit = 0; unit < HIDDEN; unit++) logit += get(weights, w3 + unit) * get(two, unit)
      const error = (1 / (1 + Math.exp(-logit)) - truth) / BATCH
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
        for (let k = 0, at = w1 + unit * width; k < width; k++, at++) add(at, own * get(inputs, k))
      }
    },
    step(rate: number): void {
      for (let at = 0; at < weights.length; at++) slopes[at] = get(slopes, at) + DECAY * get(weights, at)
      adam(slopes, rate)
      slopes.fill(0)
    },
    get weights(): NetworkWeights {
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
function unscaled(weights: NetworkWeights, { mean, deviation }: Scale): NetworkWeights {
  const width = mean.length
  const first = weights.first.map((weight, at) => weight / (deviation[at % width] as number))
  const firstBias = weights.firstBias.map((bias, unit) => {
    let sum = bias
    for (let k = 0; k < width; k++) sum -= (first[unit * width + k] as number) * (mean[k] as number)
    return sum
  })
  return { ...weights, first, firstBias }
}
