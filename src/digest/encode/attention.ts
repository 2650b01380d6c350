// Multi-head attention among the tokens of each text, on the same kernel as the dense layers.
import type { Arena, Room } from './arena.ts'
import { type Matmul, PANEL, ROW_BLOCK } from './matmul.ts'

export interface AttentionRoom {
  queries: Room
  keys: Room
  values: Room
  weights: Room
  result: Room
  zeros: Room
}

export interface AttentionCall {
  /** Rows of query, key and value side by side. */
  wide: Room
  out: Room
  width: number
  heads: number
}

const LARGEST_HEAD = 128

export const reserveAttention = (arena: Arena, maxTokens: number): AttentionRoom => ({
  queries: arena.reserve(maxTokens * LARGEST_HEAD),
  keys: arena.reserve(maxTokens * LARGEST_HEAD),
  values: arena.reserve(maxTokens * LARGEST_HEAD),
  weights: arena.reserve(maxTokens * maxTokens),
  result: arena.reserve(maxTokens * LARGEST_HEAD),
  zeros: arena.reserve(Math.max(maxTokens, LARGEST_HEAD)),
})

/** Copies one head's queries (scaled), keys and values of one text to where the kernel wants them. */
const gatherHead = (
  room: AttentionRoom,
  call: AttentionCall,
  first: number,
  count: number,
  head: number,
): void => {
  const size = call.width / call.heads
  const scale = Math.fround(1 / Math.sqrt(size))
  const padded = Math.ceil(count / PANEL) * PANEL
  const from = call.wide.values
  room.keys.values.fill(0, 0, padded * size)
  room.values.values.fill(0, 0, padded * size)
  for (let token = 0; token < count; token++) {
    const start = (first + token) * call.width * 3 + head * size
    const keyPanel = (token - (token % PANEL)) * size + (token % PANEL)
    for (let i = 0; i < size; i++) {
      room.queries.values[token * size + i] = (from[start + i] as number) * scale
      room.keys.values[keyPanel + i * PANEL] = from[start + call.width + i] as number
      const valuePanel = (i - (i % PANEL)) * padded + (i % PANEL)
      room.values.values[valuePanel + token * PANEL] = from[start + 2 * call.width + i] as number
    }
  }
}

const softmaxRows = (weights: Float32Array, count: number, padded: number): void => {
  for (let row = 0; row < count; row++) {
    const start = row * padded
    let highest = Number.NEGATIVE_INFINITY
    for (let i = 0; i < count; i++) highest = Math.max(highest, weights[start + i] as number)
    let total = 0
    for (let i = 0; i < count; i++) {
      const weight = Math.exp((weights[start + i] as number) - highest)
      weights[start + i] = weight
      total += weight
    }
    for (let i = 0; i < count; i++) weights[start + i] = (weights[start + i] as number) / total
    weights.fill(0, start + count, start + padded)
  }
}

const attendHead = (
  matmul: Matmul,
  room: AttentionRoom,
  call: AttentionCall,
  first: number,
  count: number,
  head: number,
): void => {
  const size = call.width / call.heads
  const padded = Math.ceil(count / PANEL) * PANEL
  const blocks = Math.ceil(count / ROW_BLOCK)
  const { queries, keys, values, weights, result, zeros } = room
  const none = Number.NEGATIVE_INFINITY
  const bytes = size * 4
  gatherHead(room, call, first, count, head)
  matmul(
    queries.address,
    bytes,
    keys.address,
    weights.address,
    padded * 4,
    zeros.address,
    blocks,
    size,
    padded / PANEL,
    none,
  )
  softmaxRows(weights.values, count, padded)
  matmul(
    weights.address,
    padded * 4,
    values.address,
    result.address,
    bytes,
    zeros.address,
    blocks,
    padded,
    size / PANEL,
    none,
  )
  for (let token = 0; token < count; token++) {
    const row = result.values.subarray(token * size, (token + 1) * size)
    call.out.values.set(row, (first + token) * call.width + head * size)
  }
}

export const attend = (matmul: Matmul, room: AttentionRoom, call: AttentionCall, lengths: number[]): void => {
  let first = 0
  for (const length of lengths) {
    for (let head = 0; head < call.heads; head++) attendHead(matmul, room, call, first, length, head)
    first += length
  }
}
