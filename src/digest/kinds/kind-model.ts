// Logistic models for "reports a problem" and "asks for something", over hashed grams; trained by eval/train.ts.
import { readFileSync } from 'node:fs'

export const KIND_BUCKETS = 16_384

export interface LogisticModel {
  weights: Float32Array
  bias: number
}

export interface KindModel {
  problem: LogisticModel
  request: LogisticModel
}

const MODEL_BYTES = 8 + KIND_BUCKETS

const decodeModel = (bytes: Buffer): LogisticModel => {
  const scale = bytes.readFloatLE(4)
  return {
    bias: bytes.readFloatLE(0),
    weights: Float32Array.from({ length: KIND_BUCKETS }, (_, i) => bytes.readInt8(8 + i) * scale),
  }
}

const encodeModel = ({ weights, bias }: LogisticModel): Buffer => {
  const bytes = Buffer.alloc(MODEL_BYTES)
  const scale = weights.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6) / 127
  bytes.writeFloatLE(bias, 0)
  bytes.writeFloatLE(scale, 4)
  for (const [i, value] of weights.entries()) bytes.writeInt8(Math.round(value / scale), 8 + i)
  return bytes
}

export const encodeKindModel = ({ problem, request }: KindModel): Buffer =>
  Buffer.concat([encodeModel(problem), encodeModel(request)])

export const decodeKindModel = (bytes: Buffer): KindModel => ({
  problem: decodeModel(bytes.subarray(0, MODEL_BYTES)),
  request: decodeModel(bytes.subarray(MODEL_BYTES)),
})

export const loadKindModel = (): KindModel =>
  decodeKindModel(readFileSync(new URL('./kind.bin', import.meta.url)))
