// The transformer: takes token ids and returns the normalized mean of the tokens' vectors. Rows are padded to blocks of
// 6 for the kernels; results for the padding never reach a real token.
import {
  type EncoderLayout,
  HEAD_WIDTH,
  HEADS,
  HIDDEN_WIDTH,
  type LayerPlace,
  type LinearPlace,
  MAX_COLUMNS,
  MAX_ROWS,
  upTo,
  WIDTH,
  type Workspace,
} from './encoder-layout.ts'
import type { EncoderWeights } from './encoder-weights.ts'
import { compileKernel, type Kernel } from './kernel.ts'
import { PANEL, ROW_BLOCK } from './matmul-kernels.ts'
import { copyRows, type WordRows } from './word-rows.ts'

/** Receives the rows of a layer's two products with steadied columns. */
export type Observe = (layer: number, product: Product, rows: Float32Array) => void
type Product = 'attention' | 'hidden'

type Machine = {
  kernel: Kernel
  layout: EncoderLayout
  room: Workspace
  stream: Float32Array
  queryKey: Float32Array
  keys: Float32Array
  mask: Float32Array
}

const MASKED = -1e30
const PANEL_BYTES = PANEL * 4
const WIDTH_BYTES = WIDTH * 4

function createMachine({ memory, layout }: EncoderWeights, thread: number): Machine {
  const room = layout.workspaces[thread]
  if (!room) throw new Error(`the weights were loaded for ${layout.workspaces.length} threads`)
  const floats = (address: number, count: number) => new Float32Array(memory.buffer, address, count)
  return {
    ...{ kernel: compileKernel(memory, layout.arithmetic), layout, room },
    stream: floats(room.stream, MAX_ROWS * WIDTH),
    queryKey: floats(room.queryKey, MAX_ROWS * 2 * WIDTH),
    keys: floats(room.keys, MAX_COLUMNS * WIDTH),
    mask: floats(room.mask, MAX_COLUMNS),
  }
}

/** Prepares rows for a product: as bytes, or unchanged. */
function prepare(machine: Machine, from: number, width: number, factors: number, rows: number): number {
  const { kernel, layout, room } = machine
  if (layout.arithmetic !== 'int8') return from
  kernel.quantize(from, factors, room.bytes, room.rowFacts, width, rows)
  return room.bytes
}

type Target = {
  address: number
  rowBytes: number
  panelBytes: number
}

const asRows = (address: number, width: number): Target => ({
  address,
  rowBytes: width * 4,
  panelBytes: PANEL_BYTES,
})

function multiply(machine: Machine, linear: LinearPlace, from: number, to: Target, rows: number): void {
  const { kernel, layout, room } = machine
  const [blocks, panels] = [rows / ROW_BLOCK, linear.outputs / PANEL]
  const { inputs, weights, facts } = linear
  const { address, rowBytes, panelBytes } = to
  if (layout.arithmetic === 'int8')
    kernel.multiplyBytes(
      from,
      inputs,
      weights,
      address,
      rowBytes,
      panelBytes,
      blocks,
      inputs,
      panels,
      room.rowFacts,
      facts,
    )
  else
    kernel.multiplyFloats(
      from,
      inputs * 4,
      weights,
      address,
      rowBytes,
      panelBytes,
      blocks,
      inputs,
      panels,
      facts,
    )
}

/** Keys are stored next to the queries, token by token; the product needs them in panels of 8 tokens, head by head. */
function packKeys({ queryKey, keys }: Machine, rows: number, padded: number): void {
  for (let token = 0; token < padded; token++) {
    let from = (2 * token + 1) * WIDTH
    let to = (token - (token % PANEL)) * HEAD_WIDTH + (token % PANEL)
    for (let head = 0; head < HEADS; head++) {
      for (let i = 0; i < HEAD_WIDTH; i++)
        keys[to + i * PANEL] = token < rows ? (queryKey[from + i] as number) : 0
      from += HEAD_WIDTH
      to += HEAD_WIDTH * padded
    }
  }
}

function attend(machine: Machine, rows: number, padded: number): void {
  const { kernel, room, layout } = machine
  const blocks = rows / ROW_BLOCK
  packKeys(machine, rows, padded)
  for (let head = 0; head < HEADS; head++) {
    const column = head * HEAD_WIDTH * 4
    kernel.multiplyFloats(
      ...[room.queryKey + column, 2 * WIDTH_BYTES, room.keys + column * padded],
      ...[room.scores, padded * 4, PANEL_BYTES, blocks, HEAD_WIDTH, padded / PANEL, room.mask],
    )
    kernel.softmax(room.scores, padded, rows)
    kernel.multiplyFloats(
      ...[room.scores, padded * 4, room.values + column * rows],
      ...[room.context + column, WIDTH_BYTES, PANEL_BYTES, blocks, rows, HEAD_WIDTH / PANEL, layout.zeros],
    )
  }
}

function runLayer(
  machine: Machine,
  layer: LayerPlace,
  rows: number,
  padded: number,
  seen: (product: Product) => void,
): void {
  const { kernel, room, layout } = machine
  seen('attention')
  const input = prepare(machine, room.stream, WIDTH, layer.attentionFactors, rows)
  multiply(machine, layer.queryKey, input, asRows(room.queryKey, 2 * WIDTH), rows)
  const inPanels = { address: room.values, rowBytes: PANEL_BYTES, panelBytes: rows * PANEL_BYTES }
  multiply(machine, layer.value, input, inPanels, rows)
  attend(machine, rows, padded)
  const context = prepare(machine, room.context, WIDTH, layout.ones, rows)
  multiply(machine, layer.attentionOut, context, asRows(room.branch, WIDTH), rows)
  const { attentionNorm, outNorm } = layer
  kernel.addAndNormalize(
    room.stream,
    room.branch,
    room.stream,
    attentionNorm.scale,
    attentionNorm.bias,
    WIDTH,
    rows,
  )
  seen('hidden')
  const between = prepare(machine, room.stream, WIDTH, layer.hiddenFactors, rows)
  multiply(machine, layer.hidden, between, asRows(room.hidden, HIDDEN_WIDTH), rows)
  kernel.gelu(room.hidden, rows * HIDDEN_WIDTH)
  const hidden = prepare(machine, room.hidden, HIDDEN_WIDTH, layout.ones, rows)
  multiply(machine, layer.out, hidden, asRows(room.branch, WIDTH), rows)
  kernel.addAndNormalize(room.stream, room.branch, room.stream, outNorm.scale, outNorm.bias, WIDTH, rows)
}

function meanOfRows(rows: Float32Array, count: number): Float32Array {
  const sum = new Float32Array(WIDTH)
  for (let start = 0; start < count * WIDTH; start += WIDTH)
    for (let i = 0; i < WIDTH; i++) sum[i] = (sum[i] as number) + (rows[start + i] as number)
  let square = 0
  for (const value of sum) square += value * value
  const length = Math.sqrt(square)
  return sum.map((value) => value / length)
}

function embedTokens(machine: Machine, words: WordRows, ids: number[], rows: number): void {
  const { kernel, layout, room, stream } = machine
  copyRows(words, ids, stream)
  stream.fill(0, ids.length * WIDTH, rows * WIDTH)
  const { scale, bias } = layout.embeddingNorm
  kernel.addAndNormalize(room.stream, layout.positions, room.stream, scale, bias, WIDTH, rows)
}

/** `thread` selects this thread's workspace. At most `MAX_TOKENS` ids at a time. */
export function createTransformer(weights: EncoderWeights, thread: number) {
  const machine = createMachine(weights, thread)
  const { stream, mask, layout } = machine
  return (ids: number[], observe?: Observe): Float32Array => {
    const rows = upTo(ids.length, ROW_BLOCK)
    const padded = upTo(rows, PANEL)
    mask.fill(0, 0, ids.length).fill(MASKED, ids.length, padded)
    embedTokens(machine, weights.wordRows, ids, rows)
    for (const [i, layer] of layout.layers.entries())
      runLayer(machine, layer, rows, padded, (product) =>
        observe?.(i, product, stream.slice(0, ids.length * WIDTH)),
      )
    return meanOfRows(stream, ids.length)
  }
}
