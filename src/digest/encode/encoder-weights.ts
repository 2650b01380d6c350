// Reads the encoder's weights and packs them for the kernels, once for all threads.
import { type EncoderFiles, openEncoderFiles } from './encoder-files.ts'
import {
  type EncoderLayout,
  HEAD_WIDTH,
  HIDDEN_WIDTH,
  type LayerPlace,
  type NormPlace,
  planEncoder,
  WIDTH,
} from './encoder-layout.ts'
import { type Arithmetic, bestArithmetic } from './kernel.ts'
import { type Dense, packBytes, packFloats, steadyingFactors } from './pack-weights.ts'
import { Memory, type SharedMemory } from './webassembly.ts'
import { readWordRows, type WordRows } from './word-rows.ts'
import { MAX_TOKENS } from './wordpiece.ts'

/** Can be passed to another thread: its memory is shared and not copied. */
export type EncoderWeights = {
  layout: EncoderLayout
  memory: SharedMemory
  wordRows: WordRows
  vocabulary: string[]
}

export type WeightOptions = {
  /** How many threads will encode, each with its own workspace (2.4 MB). */
  threads?: number
  /** The fastest arithmetic that this machine supports, unless given. */
  arithmetic?: Arithmetic
  /** The folder of our own weights. */
  folder?: URL
}

const PAGE = 65_536

/** Position and type are the same for every text, so they are added in advance. */
function readPositions(files: EncoderFiles): Float32Array {
  const type = files.floats('embeddings.token_type_embeddings.weight')
  return files
    .floats('embeddings.position_embeddings.weight')
    .slice(0, MAX_TOKENS * WIDTH)
    .map((value, i) => value + (type[i % WIDTH] as number))
}

function concatenate(parts: Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((total, part) => total + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const joined = (parts: Dense[]): Dense => ({
  weights: concatenate(parts.map(({ weights }) => weights)),
  bias: concatenate(parts.map(({ bias }) => bias)),
})

const scaled = ({ weights, bias }: Dense, by: number): Dense => ({
  weights: weights.map((value) => value * by),
  bias: bias.map((value) => value * by),
})

function fillLayer(
  files: EncoderFiles,
  memory: SharedMemory,
  name: string,
  place: LayerPlace,
  asBytes: boolean,
) {
  const dense = (part: string): Dense => ({
    weights: files.floats(`${name}.${part}.weight`),
    bias: files.floats(`${name}.${part}.bias`),
  })
  const factors = (range: string, into: number, parts: Dense[]): Float32Array => {
    const found = steadyingFactors(files.has(range) ? files.floats(range) : undefined, parts, WIDTH)
    new Float32Array(memory.buffer, into, WIDTH).set(found)
    return found
  }
  const pack = asBytes ? packBytes : packFloats
  const [query, key, value] = ['query', 'key', 'value'].map((part) => dense(`attention.self.${part}`)) as [
    Dense,
    Dense,
    Dense,
  ]
  const hidden = dense('intermediate.dense')
  const forAttention = factors(`${name}.attention.self.input_range`, place.attentionFactors, [
    query,
    key,
    value,
  ])
  const forHidden = factors(`${name}.intermediate.input_range`, place.hiddenFactors, [hidden])
  pack(memory, place.queryKey, joined([scaled(query, 1 / Math.sqrt(HEAD_WIDTH)), key]), forAttention)
  pack(memory, place.value, value, forAttention)
  pack(memory, place.attentionOut, dense('attention.output.dense'))
  pack(memory, place.hidden, hidden, forHidden)
  pack(memory, place.out, dense('output.dense'))
  fillNorm(files, memory, `${name}.attention.output.LayerNorm`, place.attentionNorm)
  fillNorm(files, memory, `${name}.output.LayerNorm`, place.outNorm)
}

function fillNorm(files: EncoderFiles, memory: SharedMemory, name: string, place: NormPlace): void {
  new Float32Array(memory.buffer, place.scale, WIDTH).set(files.floats(`${name}.weight`))
  new Float32Array(memory.buffer, place.bias, WIDTH).set(files.floats(`${name}.bias`))
}

export async function loadEncoderWeights(options: WeightOptions = {}): Promise<EncoderWeights> {
  const { threads = 1, arithmetic = bestArithmetic(), folder } = options
  const files = await openEncoderFiles(folder)
  const wordRows = readWordRows(files)
  const layout = planEncoder(arithmetic, threads)
  const pages = Math.ceil(layout.bytes / PAGE)
  const memory = new Memory({ initial: pages, maximum: pages, shared: true })
  const positions = readPositions(files)
  new Float32Array(memory.buffer, layout.positions, positions.length).set(positions)
  new Float32Array(memory.buffer, layout.ones, HIDDEN_WIDTH).fill(1)
  fillNorm(files, memory, 'embeddings.LayerNorm', layout.embeddingNorm)
  for (const [i, place] of layout.layers.entries())
    fillLayer(files, memory, `encoder.layer.${i}`, place, arithmetic === 'int8')
  return { layout, memory, wordRows, vocabulary: files.vocabulary }
}
