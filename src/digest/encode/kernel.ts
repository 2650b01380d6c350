// Compiles the kernels for one thread, and finds out which arithmetic this machine and this Node are good for.
import { setFlagsFromString } from 'node:v8'
import {
  byteProduct,
  type DotBytes,
  dotInOneStep,
  dotInTwoSteps,
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
  /** The same up to the panels, then facts of the rows, facts of the panels. */
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

/** Node 20 has relaxed SIMD behind a flag, which can be set at run time; later versions have it switched on. */
function isSupported(bytes: Uint8Array<ArrayBuffer>): boolean {
  if (validate(bytes)) return true
  setFlagsFromString('--experimental-wasm-relaxed-simd')
  return validate(bytes)
}

function instantiate(bytes: Uint8Array<ArrayBuffer>, memory: SharedMemory): Kernel {
  if (!isSupported(bytes)) throw new Error('this Node cannot run the kernels of the encoder')
  return new Instance(new Module(bytes), { env: { memory } }).exports as unknown as Kernel
}

/** Multiplies the largest bytes there can be, by the kernel itself. */
function isRight(dotBytes: DotBytes): boolean {
  const INNER = 16
  const [left, right, out, rowFacts, panelFacts] = [0, 1024, 2048, 3072, 4096] as const
  const memory = new Memory({ initial: 1, maximum: 1, shared: true })
  new Uint8Array(memory.buffer, left, ROW_BLOCK * INNER).fill(127)
  new Int8Array(memory.buffer, right, PANEL * INNER).fill(-127)
  for (let row = 0; row < ROW_BLOCK; row++) new Float32Array(memory.buffer, rowFacts + row * 8, 1).fill(1)
  new Float32Array(memory.buffer, panelFacts, PANEL).fill(1)
  const { multiplyBytes } = instantiate(moduleBytes(fusedMultiplyAdd, dotBytes), memory)
  multiplyBytes(left, INNER, right, out, PANEL * 4, PANEL * 4, 1, INNER, 1, rowFacts, panelFacts)
  return new Float32Array(memory.buffer, out, ROW_BLOCK * PANEL).every((sum) => sum === INNER * 127 * -127)
}

let found: { dotBytes: DotBytes | undefined } | undefined

/** The quickest way to multiply bytes that is right: Node 20 on x64 gets the instruction for it wrong. */
function rightDotBytes(): DotBytes | undefined {
  found ??= { dotBytes: [dotInOneStep, dotInTwoSteps].find(isRight) }
  return found.dotBytes
}

export function bestArithmetic(): Arithmetic {
  if (!isSupported(moduleBytes(fusedMultiplyAdd, dotInOneStep))) return 'plain'
  return rightDotBytes() ? 'int8' : 'fused'
}

export function compileKernel(memory: SharedMemory, arithmetic: Arithmetic): Kernel {
  const multiplyAdd = arithmetic === 'plain' ? plainMultiplyAdd : fusedMultiplyAdd
  const dotBytes = arithmetic === 'int8' ? rightDotBytes() : undefined
  if (arithmetic === 'int8' && !dotBytes) throw new Error('this machine cannot multiply bytes')
  return instantiate(moduleBytes(multiplyAdd, dotBytes), memory)
}
