// Matrix product on WebAssembly SIMD. Plain TypeScript loops reach about 1 GMAC/s, this kernel 8, or 10 with fused
// multiply-add (Neoverse N1). Its tile of 4 × 8 keeps within the 16 vector registers of x64.
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
  maximum,
  multiply,
  multiplyAdd,
  set,
  splat,
  splatLane,
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
const VECTORS = PANEL / 4
const ROWS = Array.from({ length: ROW_BLOCK }, (_, row) => row)
const COLUMNS = Array.from({ length: VECTORS }, (_, column) => column)
const [leftBlock, outRow, rightAt, rowsLeft, innerLeft, row0] = [10, 11, 12, 13, 14, 15] as const
const [scalar, lowest, right0, sum0] = [0, 1, 2, 2 + VECTORS].map((local) => row0 + ROW_BLOCK + local) as [
  number,
  number,
  number,
  number,
]
/** Four values of a left row at a time: loading each one splatted costs an address each, 45 % slower. */
const chunk0 = sum0 + ROW_BLOCK * VECTORS
const sum = (row: number, column: number): number => sum0 + row * VECTORS + column

const innerStep = (unrolled: number, fused: boolean): number[] => [
  ...COLUMNS.flatMap((column) => [
    ...load(rightAt, unrolled * PANEL * 4 + column * 16),
    ...set(right0 + column),
  ]),
  ...ROWS.flatMap((row) => [
    ...splatLane(chunk0 + row, unrolled),
    ...set(scalar),
    ...COLUMNS.flatMap((column) => [
      ...multiplyAdd(get(sum(row, column)), get(scalar), get(right0 + column), fused),
      ...set(sum(row, column)),
    ]),
  ]),
]

const startRowBlock = (): number[] => [
  ...[...get(right), ...set(rightAt), ...get(inner), ...set(innerLeft)],
  ...ROWS.flatMap((row) => [
    ...(row === 0 ? get(leftBlock) : [...get(row0 + row - 1), ...get(leftStride), ...add()]),
    ...set(row0 + row),
    ...COLUMNS.flatMap((column) => [...load(bias, column * 16), ...set(sum(row, column))]),
  ]),
]

const storeRowBlock = (): number[] =>
  ROWS.flatMap((row) => [
    ...COLUMNS.flatMap((column) =>
      store(outRow, column * 16, [...get(sum(row, column)), ...get(lowest), ...maximum()]),
    ),
    ...advance(outRow, get(outStride)),
  ])

const kernelBody = (fused: boolean): number[] => {
  const innerLoop = countdown(innerLeft, INNER_STEP, [
    ...ROWS.flatMap((row) => [...load(row0 + row, 0), ...set(chunk0 + row)]),
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
      { type: I32, count: 5 + ROW_BLOCK },
      { type: V128, count: 2 + VECTORS * (ROW_BLOCK + 1) + ROW_BLOCK },
    ],
    body: kernelBody(fused),
  })

/** Node 20 has fused multiply-add only behind a flag; asked for at run time it is worth a third. */
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
