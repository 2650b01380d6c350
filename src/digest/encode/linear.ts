// A dense layer inside the encoder's memory: packed weights, bias, and one call of the kernel.
import { type Arena, packPanels, type Room } from './arena.ts'
import { type Matmul, PANEL, ROW_BLOCK } from './matmul.ts'

export interface Linear {
  weights: Room
  bias: Room
  inputs: number
  outputs: number
}

const ALIGNMENT_SLACK = 32

export const linearSize = (inputs: number, outputs: number): number =>
  (inputs + 1) * outputs + ALIGNMENT_SLACK

export const createLinear = (
  arena: Arena,
  weights: Float32Array,
  bias: Float32Array,
  inputs: number,
  outputs: number,
): Linear => {
  const linear = { weights: arena.reserve(inputs * outputs), bias: arena.reserve(outputs), inputs, outputs }
  packPanels(weights, inputs, outputs, linear.weights.values)
  linear.bias.values.set(bias)
  return linear
}

/** Rows up to the next multiple of 4 are computed too; their content means nothing. */
export const applyLinear = (
  matmul: Matmul,
  linear: Linear,
  from: Room,
  into: Room,
  rows: number,
  floor = Number.NEGATIVE_INFINITY,
): void => {
  const { inputs, outputs } = linear
  const blocks = Math.ceil(rows / ROW_BLOCK)
  matmul(
    from.address,
    inputs * 4,
    linear.weights.address,
    into.address,
    outputs * 4,
    linear.bias.address,
    blocks,
    inputs,
    outputs / PANEL,
    floor,
  )
}
