// Compiles the kernels for one thread, and finds out which arithmetic this machine and this Node support.
import { setFlagsFromString } from 'node:v8'
import {
  byteProduct,
  type DotBytes,
  dotInOneStep,
  dotInShorts,
  floatProduct,
  fusedMultiplyAdd,
  type MultiplyAdd,
  PANEL,
  plainMultiplyAdd,
  ROW_BLOCK,
} from './matmul-kernels.ts'
import { gelu, layerNorm, quantize, softmax } from './row-kernels.ts'
import { assemble } from './wasm-code.ts'
import { Instance, Memory, Module, type SharedMemory, validate } from './webassembly.ts'

/**
 * `int8`: weights and activations as bytes. `fused`: 32-bit floats with fused multiply-add. Both need relaxed SIMD.
 * `plain`: 32-bit floats with what every WebAssembly engine has.
 */
export type Arithmetic = 'int8' | 'fused' | 'plain'

type Call = (...numbers: number[]) => void

export type Kernel = {
  /** left, left stride, right, out, out stride, panel stride, blocks of rows, inner size, panels, bias */
  multiplyFloats: Call
  /** The same up to the panels, then the facts of rows and of panels. */
  multiplyBytes: Call
  /** left, right, out, scale, bias, width, rows */
  addAndNormalize: Call
  /** numbers, count */
  gelu: Call
  /** numbers, width, rows */
  softmax: Call
  /** from, factors, out, facts, width, rows */
  quantize: Call
}

const moduleBytes = (multiplyAdd: MultiplyAdd, dotBytes?: DotBytes): Uint8Array<ArrayBuffer> =>
  assemble([
    floatProduct(multiplyAdd),
    ...(dotBytes ? [byteProduct(dotBytes)] : []),
    layerNorm(multiplyAdd),
    gelu(multiplyAdd),
    softmax(multiplyAdd),
    quantize(),
  ])

/** Node 20 has relaxed SIMD behind a flag that can be set at run time; later versions enable it. */
function isSupported(bytes: Uint8Array<ArrayBuffer>): boolean {
  if (validate(bytes)) return true
  setFlagsFromString('--experimental-wasm-relaxed-simd')
  return validate(bytes)
}

function instantiate(bytes: Uint8Array<ArrayBuffer>, memory: SharedMemory): Kernel {
  if (!isSupported(bytes)) throw new Error('this Node cannot run the kernels of the encoder')
  return new Instance(new Module(bytes), { env: { memory } }).exports as unknown as Kernel
}

/** The largest weights that `packBytes` allows side by side: four inputs of 127, four of 1, and so on. */
const LARGEST_WEIGHTS = [-127, -1, -127, -1].flatMap((weight) => [weight, weight, weight, weight])
const WEIGHT_SUM = LARGEST_WEIGHTS.reduce((sum, weight) => sum + weight)

/** The kernel's result for these weights and constant inputs. */
function productWith(dotBytes: DotBytes, input: number): number {
  const INNER = LARGEST_WEIGHTS.length
  const [left, right, out, rowFacts, panelFacts] = [0, 1024, 2048, 3072, 4096] as const
  const memory = new Memory({ initial: 1, maximum: 1, shared: true })
  new Uint8Array(memory.buffer, left, ROW_BLOCK * INNER).fill(input)
  const panel = LARGEST_WEIGHTS.flatMap((weight) => Array<number>(PANEL).fill(weight))
  new Int8Array(memory.buffer, right).set(panel)
  for (let row = 0; row < ROW_BLOCK; row++) new Float32Array(memory.buffer, rowFacts + row * 8, 1).fill(1)
  new Float32Array(memory.buffer, panelFacts, PANEL).fill(1)
  const { multiplyBytes } = instantiate(moduleBytes(fusedMultiplyAdd, dotBytes), memory)
  multiplyBytes(left, INNER, right, out, PANEL * 4, PANEL * 4, 1, INNER, 1, rowFacts, panelFacts)
  const products = new Set(new Float32Array(memory.buffer, out, ROW_BLOCK * PANEL))
  return products.size === 1 ? ([...products][0] as number) : Number.NaN
}

const isRight = (dotBytes: DotBytes): boolean => productWith(dotBytes, 127) === 127 * WEIGHT_SUM

/**
 * Inputs above 127 show how this engine multiplies. Where x64 has no instruction for four products (or V8 before Node
 * 24 does not use it), pairs of products saturate at 16 bits; otherwise the byte 255 counts as itself or as −1.
 */
const isOneInstruction = (dotBytes: DotBytes): boolean =>
  [255, -1].includes(productWith(dotBytes, 255) / WEIGHT_SUM)

let found: { dotBytes: DotBytes | undefined } | undefined

/** The fastest byte multiplication that gives correct results here. Both have the same results. */
function bestDotBytes(): DotBytes | undefined {
  found ??= {
    dotBytes: [dotInOneStep, dotInShorts].find(
      (one) => isRight(one) && (one === dotInShorts || isOneInstruction(one)),
    ),
  }
  return found.dotBytes
}

export function bestArithmetic(): Arithmetic {
  if (!isSupported(moduleBytes(fusedMultiplyAdd, dotInOneStep))) return 'plain'
  return bestDotBytes() ? 'int8' : 'fused'
}

export function compileKernel(memory: SharedMemory, arithmetic: Arithmetic): Kernel {
  const multiplyAdd = arithmetic === 'plain' ? plainMultiplyAdd : fusedMultiplyAdd
  const dotBytes = arithmetic === 'int8' ? bestDotBytes() : undefined
  if (arithmetic === 'int8' && !dotBytes) throw new Error('this machine cannot multiply bytes')
  return instantiate(moduleBytes(multiplyAdd, dotBytes), memory)
}
