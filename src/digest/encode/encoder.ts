// Universal Sentence Encoder lite: token ids in, one vector of 512 numbers per text out.
// A two-layer transformer whose token vectors are averaged, passed through one tanh layer and normalised.
import { type Arena, createArena } from './arena.ts'
import { type AttentionRoom, attend, reserveAttention } from './attention.ts'
import { applyLinear, createLinear, type Linear, linearSize } from './linear.ts'
import { compileMatmul, type Matmul } from './matmul.ts'
import type { ModelFiles } from './model-files.ts'

export const ENCODER_DIMENSIONS = 512
/** The model itself ignores what comes after its 128th token. */
export const MAX_TOKENS = 128

const TOKEN_WIDTH = 256
const FFN_WIDTH = 1536
const HEADS = 4
const LAYER_NORM_EPSILON = 1e-6

interface Norm {
  scale: Float32Array
  bias: Float32Array
}

interface Layer {
  width: number
  norm: Norm
  queryKeyValue: Linear
  attentionOut: Linear
  ffnNorm: Norm
  ffnIn: Linear
  ffnOut: Linear
}

interface Encoder {
  matmul: Matmul
  embeddings: Float32Array
  frequencies: Float32Array
  residual: Linear
  layers: [Layer, Layer]
  top: Linear
  rows: ReturnType<typeof reserveRows>
  attention: AttentionRoom
}

const reserveRows = (arena: Arena) => ({
  input: arena.reserve(MAX_TOKENS * ENCODER_DIMENSIONS),
  normed: arena.reserve(MAX_TOKENS * ENCODER_DIMENSIONS),
  stream: arena.reserve(MAX_TOKENS * ENCODER_DIMENSIONS),
  wide: arena.reserve(MAX_TOKENS * FFN_WIDTH),
  branch: arena.reserve(MAX_TOKENS * ENCODER_DIMENSIONS),
  pooled: arena.reserve(MAX_TOKENS * FFN_WIDTH),
})

const loadLayer = (files: ModelFiles, arena: Arena, index: number, width: number): Layer => {
  const tensor = (nameEnd: string): Float32Array => files.tensor(`Layer_${index}/TransformerLayer/${nameEnd}`)
  const norm = (place: string): Norm => {
    const from = `${place}layer_prepostprocess/layer_norm/layer_norm_`
    return {
      scale: Float32Array.from(tensor(`${from}scale/ConcatPartitions/concat`)),
      bias: Float32Array.from(tensor(`${from}bias/ConcatPartitions/concat`)),
    }
  }
  const linear = (rows: number, columns: number, weights: string, bias: string): Linear =>
    createLinear(arena, tensor(weights), tensor(`${bias}/bias/ConcatPartitions/concat`), rows, columns)
  const attention = 'MultiheadAttention'
  return {
    width,
    norm: norm(''),
    queryKeyValue: linear(
      width,
      width * 3,
      `${attention}/qkv_transform_single/kernel/part_0`,
      `${attention}/qkv_transform_single`,
    ),
    attentionOut: linear(
      width,
      ENCODER_DIMENSIONS,
      `${attention}/output_transform_single/kernel/part_0`,
      `${attention}/output_transform_single`,
    ),
    ffnNorm: norm('FFN/'),
    ffnIn: linear(ENCODER_DIMENSIONS, FFN_WIDTH, 'FFN/conv1/Tensordot/Reshape_1', 'FFN/conv1'),
    ffnOut: linear(FFN_WIDTH, ENCODER_DIMENSIONS, 'FFN/conv2/Tensordot/Reshape_1', 'FFN/conv2'),
  }
}

const memoryFloats = (): number => {
  const weights = [
    [TOKEN_WIDTH, ENCODER_DIMENSIONS],
    [TOKEN_WIDTH, TOKEN_WIDTH * 3],
    [TOKEN_WIDTH, ENCODER_DIMENSIONS],
    [ENCODER_DIMENSIONS, ENCODER_DIMENSIONS * 3],
    [ENCODER_DIMENSIONS, ENCODER_DIMENSIONS],
    [ENCODER_DIMENSIONS, ENCODER_DIMENSIONS],
    ...Array.from({ length: 4 }, () => [ENCODER_DIMENSIONS, FFN_WIDTH]),
  ]
  const matrices = weights.reduce((total, [rows = 0, columns = 0]) => total + linearSize(rows, columns), 0)
  return matrices + MAX_TOKENS * (4 * ENCODER_DIMENSIONS + 2 * FFN_WIDTH) + 6 * MAX_TOKENS * MAX_TOKENS
}

const loadEncoder = (files: ModelFiles): Encoder => {
  const arena = createArena(memoryFloats())
  const bias = (name: string): Float32Array => files.tensor(`${name}/bias/ConcatPartitions/concat`)
  return {
    matmul: compileMatmul(arena.memory),
    embeddings: Float32Array.from(files.tensor('Embeddings_en')),
    frequencies: Float32Array.from(files.tensor('TimingSignal/ExpandDims_1')),
    residual: createLinear(
      arena,
      files.tensor('Layer_0/TransformerLayer/dense/kernel/ConcatPartitions/concat'),
      bias('Layer_0/TransformerLayer/dense'),
      TOKEN_WIDTH,
      ENCODER_DIMENSIONS,
    ),
    layers: [loadLayer(files, arena, 0, TOKEN_WIDTH), loadLayer(files, arena, 1, ENCODER_DIMENSIONS)],
    top: createLinear(
      arena,
      files.tensor('tanh_layer_0/weights'),
      files.tensor('tanh_layer_0/bias'),
      ENCODER_DIMENSIONS,
      ENCODER_DIMENSIONS,
    ),
    rows: reserveRows(arena),
    attention: reserveAttention(arena, MAX_TOKENS),
  }
}

/** Twice the token's vector plus the sine and cosine of its position: the graph adds the vector both times. */
const embedTokens = (encoder: Encoder, texts: number[][]): void => {
  const into = encoder.rows.input.values
  let row = 0
  for (const tokens of texts) {
    for (const [position, token] of tokens.entries()) {
      const from = token * TOKEN_WIDTH
      for (let i = 0; i < TOKEN_WIDTH; i++) {
        const angle = Math.fround(position * (encoder.frequencies[i % 128] as number))
        const timing = i < 128 ? Math.sin(angle) : Math.cos(angle)
        into[row * TOKEN_WIDTH + i] = 2 * (encoder.embeddings[from + i] as number) + timing
      }
      row++
    }
  }
}

const normalizeRows = (from: Float32Array, into: Float32Array, norm: Norm, rows: number): void => {
  const width = norm.scale.length
  for (let start = 0; start < rows * width; start += width) {
    let mean = 0
    for (let i = 0; i < width; i++) mean += from[start + i] as number
    mean /= width
    let variance = 0
    for (let i = 0; i < width; i++) variance += ((from[start + i] as number) - mean) ** 2
    const factor = 1 / Math.sqrt(variance / width + LAYER_NORM_EPSILON)
    for (let i = 0; i < width; i++) {
      const centred = ((from[start + i] as number) - mean) * factor
      into[start + i] = centred * (norm.scale[i] as number) + (norm.bias[i] as number)
    }
  }
}

const addRows = (into: Float32Array, from: Float32Array, count: number): void => {
  for (let i = 0; i < count; i++) into[i] = (into[i] as number) + (from[i] as number)
}

/** Leaves the attention's result added to `stream` and the FFN's hidden activations in `wide`. */
const runLayer = (
  encoder: Encoder,
  layer: Layer,
  input: Float32Array,
  lengths: number[],
  rows: number,
): void => {
  const { normed, wide, branch, stream } = encoder.rows
  normalizeRows(input, normed.values, layer.norm, rows)
  applyLinear(encoder.matmul, layer.queryKeyValue, normed, wide, rows)
  attend(encoder.matmul, encoder.attention, { wide, out: normed, width: layer.width, heads: HEADS }, lengths)
  applyLinear(encoder.matmul, layer.attentionOut, normed, branch, rows)
  addRows(stream.values, branch.values, rows * ENCODER_DIMENSIONS)
  normalizeRows(stream.values, normed.values, layer.ffnNorm, rows)
  applyLinear(encoder.matmul, layer.ffnIn, normed, wide, rows, 0)
}

const averageRows = (from: Float32Array, into: Float32Array, width: number, lengths: number[]): void => {
  let row = 0
  for (const [text, length] of lengths.entries()) {
    const sums = into.subarray(text * width, (text + 1) * width).fill(0)
    for (let end = row + length; row < end; row++) {
      for (let i = 0; i < width; i++) sums[i] = (sums[i] as number) + (from[row * width + i] as number)
    }
    for (let i = 0; i < width; i++) sums[i] = (sums[i] as number) / length
  }
}

/**
 * The last FFN matrix is linear and what follows is an average over tokens, so the average is taken first:
 * the same result for one row per text instead of one per token, 17 % of the whole work saved.
 */
const poolTexts = (encoder: Encoder, layer: Layer, lengths: number[]): Float32Array[] => {
  const { wide, pooled, branch, stream, normed, input } = encoder.rows
  averageRows(wide.values, pooled.values, FFN_WIDTH, lengths)
  averageRows(stream.values, input.values, ENCODER_DIMENSIONS, lengths)
  applyLinear(encoder.matmul, layer.ffnOut, pooled, branch, lengths.length)
  addRows(branch.values, input.values, lengths.length * ENCODER_DIMENSIONS)
  applyLinear(encoder.matmul, encoder.top, branch, normed, lengths.length)
  return lengths.map((_, text) => {
    const start = text * ENCODER_DIMENSIONS
    const vector = normed.values.slice(start, start + ENCODER_DIMENSIONS).map(Math.tanh)
    const norm = Math.sqrt(vector.reduce((total, value) => total + value * value, 0))
    return vector.map((value) => value / Math.max(norm, 1e-6))
  })
}

const encodeBatch = (encoder: Encoder, texts: number[][]): Float32Array[] => {
  const lengths = texts.map((tokens) => tokens.length)
  const rows = lengths.reduce((total, length) => total + length, 0)
  const [first, second] = encoder.layers
  const { input, stream, branch, wide } = encoder.rows
  embedTokens(encoder, texts)
  applyLinear(encoder.matmul, encoder.residual, input, stream, rows)
  runLayer(encoder, first, input.values, lengths, rows)
  applyLinear(encoder.matmul, first.ffnOut, wide, branch, rows)
  addRows(stream.values, branch.values, rows * ENCODER_DIMENSIONS)
  runLayer(encoder, second, stream.values, lengths, rows)
  return poolTexts(encoder, second, lengths)
}

export type Encode = (texts: number[][]) => Float32Array[]

/** Texts of one batch share the matrix products, so that each weight is read once for up to 128 tokens. */
export const createEncoder = (files: ModelFiles): Encode => {
  const encoder = loadEncoder(files)
  return (texts) => {
    const vectors: Float32Array[] = []
    let batch: number[][] = []
    let tokens = 0
    const flush = (): void => {
      if (batch.length > 0) vectors.push(...encodeBatch(encoder, batch))
      batch = []
      tokens = 0
    }
    for (const text of texts) {
      const read = text.length === 0 ? [0] : text.slice(0, MAX_TOKENS)
      if (tokens + read.length > MAX_TOKENS) flush()
      batch.push(read)
      tokens += read.length
    }
    flush()
    return vectors
  }
}
