import { expect, it } from 'vitest'
import { bestArithmetic, compileKernel } from '../../../src/digest/encode/kernel.ts'
import { byteProduct, dotInShorts, PANEL, ROW_BLOCK } from '../../../src/digest/encode/matmul-kernels.ts'
import { packBytes } from '../../../src/digest/encode/pack-weights.ts'
import { assemble } from '../../../src/digest/encode/wasm-code.ts'
import { Instance, Memory, Module } from '../../../src/digest/encode/webassembly.ts'

const HIGHEST_BYTE = 127
const SMALLEST_NORMAL = 2 ** -126
const oneMemory = () => new Memory({ initial: 1, maximum: 1, shared: true })

it.each([
  ['above zero', 3],
  ['below zero', -3],
])('adds up the products of the largest bytes and weights %s in 16 bits', (_, weight) => {
  bestArithmetic() // switches relaxed SIMD on
  const memory = oneMemory()
  const inputs = 32
  const [left, weights, facts, rowFacts, out] = [0, 1024, 2048, 3072, 4096] as const
  const dense = {
    weights: new Float32Array(inputs * PANEL).fill(weight),
    bias: new Float32Array(PANEL).fill(0.5),
  }
  packBytes(memory, { inputs, outputs: PANEL, weights, facts }, dense)
  new Uint8Array(memory.buffer, left, inputs * ROW_BLOCK).fill(HIGHEST_BYTE)
  for (let row = 0; row < ROW_BLOCK; row++) new Float32Array(memory.buffer, rowFacts + row * 8, 1).fill(1)
  const { exports } = new Instance(new Module(assemble([byteProduct(dotInShorts)])), { env: { memory } })
  const multiplyBytes = exports.multiplyBytes as (...numbers: number[]) => void

  multiplyBytes(left, inputs, weights, out, PANEL * 4, PANEL * 4, 1, inputs, 1, rowFacts, facts)

  const sums = new Float32Array(memory.buffer, out, ROW_BLOCK * PANEL)
  expect([...new Set(sums)]).toEqual([HIGHEST_BYTE * inputs * weight + 0.5])
})

it('leaves masked scores a share too small to count, and large enough to multiply quickly', () => {
  const memory = oneMemory()
  const scores = new Float32Array(memory.buffer, 0, 8)
  scores.set([1, 2, 3, 4, -200, -1e30, -1e30, -1e30])

  compileKernel(memory, bestArithmetic()).softmax(0, 8, 1)

  const total = [1, 2, 3, 4].reduce((sum, score) => sum + Math.exp(score), 0)
  for (const [i, share] of scores.entries()) {
    expect(share).toBeCloseTo(i < 4 ? Math.exp(i + 1) / total : 0, 6)
    expect(share).toBeGreaterThan(1e6 * SMALLEST_NORMAL)
  }
})
