// The layout of the encoder's single memory: the weights once, then a workspace per thread. All values are byte
// addresses. Threads share the memory, so the weights are packed and stored once.
import type { Arithmetic } from './kernel.ts'
import { PANEL, PANEL_FACT_BYTES, ROW_BLOCK, ROW_FACT_BYTES } from './matmul-kernels.ts'
import { MAX_TOKENS } from './wordpiece.ts'

export const WIDTH = 384
export const HIDDEN_WIDTH = 1536
const LAYERS = 6
export const HEADS = 12
export const HEAD_WIDTH = WIDTH / HEADS

export const upTo = (count: number, step: number): number => Math.ceil(count / step) * step
/** Includes the padding for the kernels. */
export const MAX_ROWS = upTo(MAX_TOKENS, ROW_BLOCK)
export const MAX_COLUMNS = upTo(MAX_ROWS, PANEL)

export type LinearPlace = {
  inputs: number
  outputs: number
  weights: number
  /** A bias per column or, where the weights are bytes, the facts of each panel. */
  facts: number
}

export type NormPlace = {
  scale: number
  bias: number
}

export type LayerPlace = {
  /** Columns are multiplied by these before rows are rounded to bytes. */
  attentionFactors: number
  queryKey: LinearPlace
  value: LinearPlace
  attentionOut: LinearPlace
  attentionNorm: NormPlace
  hiddenFactors: number
  hidden: LinearPlace
  out: LinearPlace
  outNorm: NormPlace
}

export type Workspace = {
  stream: number
  queryKey: number
  keys: number
  values: number
  scores: number
  mask: number
  context: number
  hidden: number
  branch: number
  bytes: number
  rowFacts: number
}

export type EncoderLayout = {
  arithmetic: Arithmetic
  positions: number
  embeddingNorm: NormPlace
  ones: number
  zeros: number
  layers: LayerPlace[]
  workspaces: Workspace[]
  bytes: number
}

const ALIGNMENT = 64

export function planEncoder(arithmetic: Arithmetic, threads: number): EncoderLayout {
  let next = ALIGNMENT
  const bytes = (count: number): number => {
    const address = next
    next = upTo(address + count, ALIGNMENT)
    return address
  }
  const floats = (count: number): number => bytes(count * 4)
  const norm = (): NormPlace => ({ scale: floats(WIDTH), bias: floats(WIDTH) })
  const linear = (inputs: number, outputs: number): LinearPlace => {
    const [size, factSize] = arithmetic === 'int8' ? [1, PANEL_FACT_BYTES / PANEL] : [4, 4]
    return { inputs, outputs, weights: bytes(inputs * outputs * size), facts: bytes(outputs * factSize) }
  }
  const layer = (): LayerPlace => ({
    attentionFactors: floats(WIDTH),
    queryKey: linear(WIDTH, 2 * WIDTH),
    value: linear(WIDTH, WIDTH),
    attentionOut: linear(WIDTH, WIDTH),
    attentionNorm: norm(),
    hiddenFactors: floats(WIDTH),
    hidden: linear(WIDTH, HIDDEN_WIDTH),
    out: linear(HIDDEN_WIDTH, WIDTH),
    outNorm: norm(),
  })
  const workspace = (): Workspace => ({
    stream: floats(MAX_ROWS * WIDTH),
    queryKey: floats(MAX_ROWS * 2 * WIDTH),
    keys: floats(MAX_COLUMNS * WIDTH),
    values: floats(MAX_ROWS * WIDTH),
    scores: floats(MAX_ROWS * MAX_COLUMNS),
    mask: floats(MAX_COLUMNS),
    context: floats(MAX_ROWS * WIDTH),
    hidden: floats(MAX_ROWS * HIDDEN_WIDTH),
    branch: floats(MAX_ROWS * WIDTH),
    bytes: bytes(MAX_ROWS * HIDDEN_WIDTH),
    rowFacts: bytes(MAX_ROWS * ROW_FACT_BYTES),
  })
  return {
    arithmetic,
    positions: floats(MAX_ROWS * WIDTH),
    embeddingNorm: norm(),
    ones: floats(HIDDEN_WIDTH),
    zeros: floats(WIDTH),
    layers: Array.from({ length: LAYERS }, layer),
    workspaces: Array.from({ length: threads }, workspace),
    bytes: next,
  }
}
