// A small network that turns what tells about two notes into how alike they are, as grouping sees it. Made by
// `npm run train` from the benchmark's notes.
import { readFileSync } from 'node:fs'
import { PAIR_INPUTS } from './pair-inputs.ts'

export const HIDDEN = 16

/** Two hidden layers of rectified sums, then one number: a logit. A row a unit. */
export type PairWeights = {
  first: Float32Array
  firstBias: Float32Array
  second: Float32Array
  secondBias: Float32Array
  last: Float32Array
  /** The bias of the logit, so that 0 is where two groups become one: best on the benchmark. */
  lastBias: number
}

const SIZES = {
  first: HIDDEN * PAIR_INPUTS,
  firstBias: HIDDEN,
  second: HIDDEN * HIDDEN,
  secondBias: HIDDEN,
  last: HIDDEN,
} as const
const ROWS = Object.keys(SIZES) as (keyof typeof SIZES)[]
const FLOAT = 4

export function encodePairWeights(weights: PairWeights): Buffer {
  const values = [...ROWS.flatMap((name) => [...weights[name]]), weights.lastBias]
  const bytes = Buffer.alloc(values.length * FLOAT)
  for (const [at, value] of values.entries()) bytes.writeFloatLE(value, at * FLOAT)
  return bytes
}

export function decodePairWeights(bytes: Buffer): PairWeights {
  let at = 0
  const row = (length: number) => Float32Array.from({ length }, () => bytes.readFloatLE(FLOAT * at++))
  const rows = Object.fromEntries(ROWS.map((name) => [name, row(SIZES[name])]))
  return { ...(rows as Omit<PairWeights, 'lastBias'>), lastBias: bytes.readFloatLE(FLOAT * at) }
}

let shipped: PairModel | undefined

export function loadPairModel(): PairModel {
  shipped ??= pairModel(decodePairWeights(readFileSync(new URL('./pairs.bin', import.meta.url))))
  return shipped
}

/** The logit that two notes are about one matter, 0 being where they are just alike enough. */
export type PairModel = (inputs: Float32Array) => number

export function pairModel({ first, firstBias, second, secondBias, last, lastBias }: PairWeights): PairModel {
  const one = new Float32Array(HIDDEN)
  const two = new Float32Array(HIDDEN)
  return (inputs) => {
    rectified(inputs, first, firstBias, one)
    rectified(one, second, secondBias, two)
    let logit = lastBias
    for (let at = 0; at < HIDDEN; at++) logit += (last[at] as number) * (two[at] as number)
    return logit
  }
}

function rectified(
  inputs: Float32Array,
  weights: Float32Array,
  biases: Float32Array,
  into: Float32Array,
): void {
  const width = inputs.length
  for (let unit = 0; unit < into.length; unit++) {
    let sum = biases[unit] as number
    for (let at = 0, row = unit * width; at < width; at++, row++)
      sum += (weights[row] as number) * (inputs[at] as number)
    into[unit] = sum > 0 ? sum : 0
  }
}
