// Runs a small network on many rows of inputs at once, in WebAssembly SIMD.
import type { LinearPlace } from '../encode/encoder-layout.ts'
import { floatProduct, PANEL, plainMultiplyAdd, ROW_BLOCK } from '../encode/matmul-kernels.ts'
import { packFloats } from '../encode/pack-weights.ts'
import {
  advance,
  assemble,
  countdown,
  defineFunction,
  type FunctionSource,
  f32x4,
  i32,
  v128,
} from '../encode/wasm-code.ts'
import { Instance, Memory, Module, type SharedMemory } from '../encode/webassembly.ts'
import { HIDDEN, type NetworkWeights } from './network.ts'

/** Returns the logit of each of `count` rows, whose length is given by `rowLength`. */
export type Network = (rows: Float32Array, count: number) => Float32Array

const FLOAT = 4
/** Numbers per step of a product. */
const STEP = 4
/** Rows per call of the kernels. */
const BATCH = 42 * ROW_BLOCK
const PAGE = 65_536

/** The length of a row; the numbers after the inputs are 0. */
export const rowLength = (inputs: number): number => Math.ceil(inputs / STEP) * STEP

export function network({ first, firstBias, second, secondBias, last, lastBias }: NetworkWeights): Network {
  const inputs = first.length / HIDDEN
  const length = rowLength(inputs)
  const { memory, room } = openMemory(
    BATCH * (length + 2 * HIDDEN + PANEL) + 2 * length * HIDDEN + PAGE / FLOAT,
  )
  const rows = room(BATCH * length)
  const layers = [
    placeLayer(memory, room, { weights: first, bias: firstBias, inputs }),
    placeLayer(memory, room, { weights: second, bias: secondBias, inputs: HIDDEN }),
    placeLayer(memory, room, { weights: last, bias: Float32Array.of(lastBias), inputs: HIDDEN }),
  ]
  const runLayers = compile(memory, rows, layers)
  return (given, count) => {
    const logits = new Float32Array(count)
    for (let from = 0; from < count; from += BATCH) {
      const some = Math.min(BATCH, count - from)
      rows.set(given.subarray(from * length, (from + some) * length))
      const out = runLayers(some)
      for (let at = 0; at < some; at++) logits[from + at] = out[at * PANEL] as number
    }
    return logits
  }
}

type Room = (floats: number) => Float32Array
type Layer = LinearPlace & { out: Float32Array }

function openMemory(floats: number): { memory: SharedMemory; room: Room } {
  const pages = Math.ceil((floats * FLOAT) / PAGE)
  const memory = new Memory({ initial: pages, maximum: pages, shared: true })
  let used = 0
  const room = (length: number): Float32Array => {
    used += length * FLOAT
    return new Float32Array(memory.buffer, used - length * FLOAT, length)
  }
  return { memory, room }
}

/** @param layer as learned: the weights of the inputs for each unit */
function placeLayer(
  memory: SharedMemory,
  room: Room,
  layer: { weights: Float32Array; bias: Float32Array; inputs: number },
): Layer {
  const inputs = rowLength(layer.inputs)
  const outputs = Math.ceil(layer.bias.length / PANEL) * PANEL
  const weights = new Float32Array(inputs * outputs)
  for (let unit = 0; unit < layer.bias.length; unit++)
    weights.set(layer.weights.subarray(unit * layer.inputs, (unit + 1) * layer.inputs), unit * inputs)
  const place = {
    inputs,
    outputs,
    weights: room(inputs * outputs).byteOffset,
    facts: room(outputs).byteOffset,
  }
  packFloats(memory, place, { weights, bias: layer.bias })
  return { ...place, out: room(BATCH * outputs) }
}

type Kernel = {
  /** left, left stride, right, out, out stride, panel stride, blocks of rows, inner size, panels, bias */
  multiplyFloats(...numbers: number[]): void
  /** numbers, count */
  rectify(numbers: number, count: number): void
}

/** Replaces negative numbers by 0. */
const rectify = (): FunctionSource =>
  defineFunction('rectify', (scope) => {
    const [at, left] = [scope.parameter(), scope.parameter()]
    return countdown(left, STEP, [
      ...v128.store(at, 0, f32x4.maximum(v128.load(at), f32x4.constant(0))),
      ...advance(at, i32.constant(STEP * FLOAT)),
    ])
  })

let compiled: object | undefined

/** Returns the outputs of the last layer for this many rows. */
function compile(memory: SharedMemory, rows: Float32Array, layers: Layer[]): (count: number) => Float32Array {
  // Only instructions of every engine, so that grouping has the same result on all of them.
  compiled ??= new Module(assemble([floatProduct(plainMultiplyAdd), rectify()]))
  const kernel = new Instance(compiled, { env: { memory } }).exports as unknown as Kernel
  return (count) => {
    const blocks = Math.ceil(count / ROW_BLOCK)
    let from = rows
    for (const { inputs, outputs, weights, facts, out } of layers) {
      if (from !== rows) kernel.rectify(from.byteOffset, blocks * ROW_BLOCK * inputs)
      kernel.multiplyFloats(
        ...[from.byteOffset, inputs * FLOAT, weights, out.byteOffset, outputs * FLOAT, PANEL * FLOAT],
        ...[blocks, inputs, outputs / PANEL, facts],
      )
      from = out
    }
    return from
  }
}
