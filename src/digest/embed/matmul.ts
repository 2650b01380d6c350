// Matrix product on WebAssembly SIMD. Plain TypeScript loops reach about 1 GMAC/s, this kernel 6 to 14.
import { setFlagsFromString } from 'node:v8'
import {
  add,
  advance,
  assemble,
  constant,
  countdown,
  F32,
  get,
  I32,
  load,
  loadSplat,
  maximum,
  multiply,
  multiplyAdd,
  set,
  splat,
  store,
  V128,
} from './wasm-assembler.ts'

/** Rows of the left matrix that one step of the kernel takes; callers pad to it. */
export const ROW_BLOCK = 4
/** Columns of the right matrix that are packed side by side. */
export const PANEL = 8
/** The kernel takes the inner dimension in steps of this size. */
export const INNER_STEP = 4

export type Matmul = (
  left: number,
  leftStride: number,
  panels: number,
  out: number,
  outStride: number,
  bias: number,
  rowBlocks: number,
  inner: number,
  panelCount: number,
  floor: number,
) => void

const [left, leftStride, right, out, outStride, bias, rowBlocks, inner, panelCount, floor] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
] as const
const [leftBlock, outRow, rightAt, rowsLeft, innerLeft, row0] = [10, 11, 12, 13, 14, 15] as const
const [low, high, scalar, lowest, sum0] = [19, 20, 21, 22, 23] as const
const ROWS = [0, 1, 2, 3]
const sum = (row: number, half: number): number => sum0 + row * 2 + half

const innerStep = (unrolled: number, fused: boolean): number[] => [
  ...load(rightAt, unrolled * PANEL * 4),
  ...set(low),
  ...load(rightAt, unrolled * PANEL * 4 + 16),
  ...set(high),
  ...ROWS.flatMap((row) => [
    ...loadSplat(row0 + row, unrolled * 4),
    ...set(scalar),
    ...multiplyAdd(get(sum(row, 0)), get(scalar), get(low), fused),
    ...set(sum(row, 0)),
    ...multiplyAdd(get(sum(row, 1)), get(scalar), get(high), fused),
    ...set(sum(row, 1)),
  ]),
]

const startRowBlock = (): number[] => [
  ...get(right),
  ...set(rightAt),
  ...get(inner),
  ...set(innerLeft),
  ...ROWS.flatMap((row) => [
    ...(row === 0 ? get(leftBlock) : [...get(row0 + row - 1), ...get(leftStride), ...add()]),
    ...set(row0 + row),
    ...load(bias, 0),
    ...set(sum(row, 0)),
    ...load(bias, 16),
    ...set(sum(row, 1)),
  ]),
]

const storeRowBlock = (): number[] =>
  ROWS.flatMap((row) => [
    ...store(outRow, 0, [...get(sum(row, 0)), ...get(lowest), ...maximum()]),
    ...store(outRow, 16, [...get(sum(row, 1)), ...get(lowest), ...maximum()]),
    ...advance(outRow, get(outStride)),
  ])

const kernelBody = (fused: boolean): number[] => {
  const innerLoop = countdown(innerLeft, INNER_STEP, [
    ...[0, 1, 2, 3].flatMap((unrolled) => innerStep(unrolled, fused)),
    ...advance(rightAt, constant(INNER_STEP * PANEL * 4)),
    ...ROWS.flatMap((row) => advance(row0 + row, constant(INNER_STEP * 4))),
  ])
  const rowLoop = countdown(rowsLeft, 1, [
    ...startRowBlock(),
    ...innerLoop,
    ...storeRowBlock(),
    ...advance(leftBlock, [...get(leftStride), ...constant(ROW_BLOCK), ...multiply()]),
  ])
  const panelLoop = countdown(panelCount, 1, [
    ...[...get(left), ...set(leftBlock), ...get(out), ...set(outRow), ...get(rowBlocks), ...set(rowsLeft)],
    ...rowLoop,
    ...advance(right, [...get(inner), ...constant(PANEL * 4), ...multiply()]),
    ...advance(out, constant(PANEL * 4)),
    ...advance(bias, constant(PANEL * 4)),
  ])
  return [...get(floor), ...splat(), ...set(lowest), ...panelLoop]
}

const kernel = (fused: boolean): Uint8Array<ArrayBuffer> =>
  assemble({
    parameters: [I32, I32, I32, I32, I32, I32, I32, I32, I32, F32],
    locals: [
      { type: I32, count: 9 },
      { type: V128, count: 12 },
    ],
    body: kernelBody(fused),
  })

/** Node 20 has fused multiply-add only behind a flag; asked for at run time it is worth a factor of 1.5. */
const supportsFused = (bytes: Uint8Array<ArrayBuffer>): boolean => {
  if (WebAssembly.validate(bytes)) return true
  setFlagsFromString('--experimental-wasm-relaxed-simd')
  return WebAssembly.validate(bytes)
}

/**
 * out = max(left × panels + bias, floor), all arguments being byte addresses and strides in `memory`.
 * The right matrix is packed: for each 8 columns, the 8 values of row 0, then of row 1, and so on.
 */
export const compileMatmul = (memory: WebAssembly.Memory, allowFused = true): Matmul => {
  const fused = kernel(true)
  const bytes = allowFused && supportsFused(fused) ? fused : kernel(false)
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } })
  return instance.exports.run as unknown as Matmul
}
