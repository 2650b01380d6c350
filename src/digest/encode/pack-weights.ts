// Packs a dense layer's weights for the kernels: in panels of 8 columns, as floats or rounded to bytes.
import type { LinearPlace } from './encoder-layout.ts'
import { PANEL, PANEL_FACT_BYTES } from './matmul-kernels.ts'
import type { SharedMemory } from './webassembly.ts'

/** As stored: the weights of all inputs for each output. */
export type Dense = {
  weights: Float32Array
  bias: Float32Array
}

const HIGHEST_BYTE = 127
const SMALLEST = 1e-12
/** Inputs whose products one instruction sums. */
const GROUP = 4

/**
 * A few columns of the encoder's rows have ten times the range of the others, which would leave the others only a few
 * of a byte's steps. So each column is divided by the root of its usual range before rounding, and its weights are
 * multiplied by it. This reduces the difference to 32-bit floats by two thirds.
 */
export function steadyingFactors(
  ranges: Float32Array | undefined,
  parts: Dense[],
  inputs: number,
): Float32Array {
  if (!ranges) return new Float32Array(inputs).fill(1)
  const largest = new Float32Array(inputs).fill(SMALLEST)
  for (const { weights } of parts)
    for (let start = 0; start < weights.length; start += inputs)
      for (let i = 0; i < inputs; i++)
        largest[i] = Math.max(largest[i] as number, Math.abs(weights[start + i] as number))
  return largest.map((weight, i) => Math.sqrt(weight / Math.max(ranges[i] as number, SMALLEST)))
}

/** Panel after panel, input after input, 8 columns each; then the bias. */
export function packFloats(memory: SharedMemory, place: LinearPlace, { weights, bias }: Dense): void {
  const { inputs, outputs } = place
  const into = new Float32Array(memory.buffer, place.weights, inputs * outputs)
  let at = 0
  for (let panel = 0; panel < outputs; panel += PANEL)
    for (let input = 0; input < inputs; input++)
      for (let output = panel; output < panel + PANEL; output++)
        into[at++] = weights[output * inputs + input] as number
  new Float32Array(memory.buffer, place.facts, outputs).set(bias)
}

/** The weights of one output, divided by the factors of their inputs. */
function steadied(row: Float32Array, factors: Float32Array | undefined): Float32Array {
  if (!factors) return row
  const values = new Float32Array(row.length)
  for (let i = 0; i < row.length; i++) values[i] = (row[i] as number) / (factors[i] as number)
  return values
}

/**
 * Four products at a time are summed in 16 bits: with bytes up to 127, the weights may add up to 258 after rounding.
 */
const HIGHEST_SUM = 256

/** The weight that one step of a byte represents. */
function stepOf(values: Float32Array): number {
  let largest = SMALLEST
  let largestSum = SMALLEST
  for (let group = 0; group < values.length; group += 2 * GROUP)
    for (let pair = group; pair < group + GROUP; pair += 2) {
      let [above, below] = [0, 0]
      for (const i of [pair, pair + 1, pair + GROUP, pair + GROUP + 1]) {
        const value = values[i] as number
        largest = Math.max(largest, Math.abs(value))
        if (value > 0) above += value
        else below -= value
      }
      largestSum = Math.max(largestSum, above, below)
    }
  return Math.max(largest / HIGHEST_BYTE, largestSum / HIGHEST_SUM)
}

/** Panel after panel, four inputs at a time, 8 columns each; then step, bias and sum of weights of the columns. */
export function packBytes(
  memory: SharedMemory,
  place: LinearPlace,
  { weights, bias }: Dense,
  factors?: Float32Array,
): void {
  const { inputs, outputs } = place
  const into = new Int8Array(memory.buffer, place.weights, inputs * outputs)
  const factCount = (outputs / PANEL) * (PANEL_FACT_BYTES / 4)
  const facts = new Float32Array(memory.buffer, place.facts, factCount)
  const sums = new Int32Array(memory.buffer, place.facts, factCount)
  for (let output = 0; output < outputs; output++) {
    const column = output % PANEL
    const values = steadied(weights.subarray(output * inputs, (output + 1) * inputs), factors)
    const step = stepOf(values)
    let at = (output - column) * inputs + column * GROUP
    let sum = 0
    for (let group = 0; group < inputs; group += GROUP) {
      for (let i = 0; i < GROUP; i++) {
        const rounded = Math.floor((values[group + i] as number) / step + 0.5)
        into[at + i] = rounded
        sum += rounded
      }
      at += PANEL * GROUP
    }
    const panelFacts = ((output - column) / PANEL) * (PANEL_FACT_BYTES / 4) + column
    facts[panelFacts] = step
    facts[panelFacts + PANEL] = bias[output] as number
    sums[panelFacts + 2 * PANEL] = sum
  }
}
