// Matrix products in WebAssembly SIMD: of 32-bit floats, and of bytes where relaxed SIMD can multiply them. Both
// process 6 rows by 8 columns at a time, which fits the 16 vector registers of x64.
import {
  advance,
  type Code,
  countdown,
  defineFunction,
  type FunctionScope,
  type FunctionSource,
  f32x4,
  get,
  i16x8,
  i32,
  i32x4,
  type Local,
  set,
  v128,
} from './wasm-code.ts'

/** Rows of the left matrix per step; callers pad to it. */
export const ROW_BLOCK = 6
/** Columns of the right matrix that are packed side by side. */
export const PANEL = 8

const VECTORS = PANEL / 4
const PANEL_BYTES = PANEL * 4
const rows = Array.from({ length: ROW_BLOCK }, (_, row) => row)
const columns = Array.from({ length: VECTORS }, (_, column) => column)

/** sum + a·b */
export type MultiplyAdd = (a: Code, b: Code, sum: Code) => Code

export const fusedMultiplyAdd: MultiplyAdd = f32x4.fusedMultiplyAdd
export const plainMultiplyAdd: MultiplyAdd = (a, b, sum) => f32x4.add(sum, f32x4.multiply(a, b))

/** A lane of the inner dimension is 32 bits of a row and of each column: one float, or four bytes. */
type Products = {
  /** How many lanes are multiplied at once. */
  lanes: number
  /** sum + the products of these lanes of a row, each spread over a vector, and of four columns. */
  add(row: Code[], columns: Code[], sum: Code): Code
}

/** Products of bytes are summed in fours. Row values are from 0 to 127, column values are signed. */
export type DotBytes = Products

const first = (codes: Code[]): Code => codes[0] as Code
const second = (codes: Code[]): Code => codes[1] as Code

export const dotInOneStep: DotBytes = {
  lanes: 1,
  add: (row, columns, sum) => i32x4.dotBytes(first(columns), first(row), sum),
}

/**
 * Twice as fast where the processor has no instruction for the former: two lanes are summed pairwise in 16 bits, which
 * weights packed for it never exceed.
 */
export const dotInShorts: DotBytes = {
  lanes: 2,
  add: (row, columns, sum) => {
    const shorts = i16x8.add(
      i16x8.dotBytes(first(columns), first(row)),
      i16x8.dotBytes(second(columns), second(row)),
    )
    return i32x4.add(sum, i32x4.dotShorts(shorts, v128.splatShort(i32.constant(1))))
  },
}

type Tile = {
  left: Local
  leftStride: Local
  right: Local
  out: Local
  outStride: Local
  panelStride: Local
  rowBlocks: Local
  inner: Local
  panels: Local
  leftBlock: Local
  outRow: Local
  rightAt: Local
  rowsLeft: Local
  innerLeft: Local
  rowAt: Local[]
  sums: Local[][]
  columnLanes: Local[][]
  rowLanes: Local[]
}

const MOST_LANES = 2

/** Names the locals of a product; `further` adds parameters that only one of the products has. */
function tileOf<T>(scope: FunctionScope, further: () => T): Tile & T {
  const [left, leftStride, right] = [scope.parameter(), scope.parameter(), scope.parameter()]
  const [out, outStride, panelStride] = [scope.parameter(), scope.parameter(), scope.parameter()]
  const [rowBlocks, inner, panels] = [scope.parameter(), scope.parameter(), scope.parameter()]
  const more = further()
  return {
    ...{ left, leftStride, right, out, outStride, panelStride, rowBlocks, inner, panels },
    ...more,
    leftBlock: scope.integer(),
    outRow: scope.integer(),
    rightAt: scope.integer(),
    rowsLeft: scope.integer(),
    innerLeft: scope.integer(),
    rowAt: rows.map(scope.integer),
    sums: rows.map(() => scope.vectors(VECTORS)),
    columnLanes: columns.map(() => scope.vectors(MOST_LANES)),
    rowLanes: scope.vectors(MOST_LANES),
  }
}

type Steps = {
  products: Products
  /** Lanes of the inner dimension per step, and the numbers per lane. */
  lanes: number
  numbers: number
  startPanel: Code
  startRows: Code
  storeRows: Code
  endPanel: Code
}

/** The loops of both products: panels, blocks of rows, steps of the inner dimension. */
function loops(tile: Tile, { products, lanes, numbers, ...steps }: Steps): Code {
  const { rowAt, sums } = tile
  const together = Array.from({ length: products.lanes }, (_, lane) => lane)
  const columnLanes = tile.columnLanes.map((locals) => locals.slice(0, products.lanes))
  const rowLanes = tile.rowLanes.slice(0, products.lanes)
  const multiplyFrom = (lane: number): Code => [
    ...columns.flatMap((column) =>
      together.flatMap((next) =>
        set(
          columnLanes[column]?.[next] as Local,
          v128.load(tile.rightAt, (lane + next) * PANEL_BYTES + column * 16),
        ),
      ),
    ),
    ...rows.flatMap((row) => [
      ...together.flatMap((next) =>
        set(rowLanes[next] as Local, v128.loadSplat(rowAt[row] as Local, (lane + next) * 4)),
      ),
      ...columns.flatMap((column) => {
        const sum = sums[row]?.[column] as Local
        return set(sum, products.add(rowLanes.map(get), (columnLanes[column] ?? []).map(get), get(sum)))
      }),
    ]),
  ]
  const starts = Array.from({ length: lanes / products.lanes }, (_, turn) => turn * products.lanes)
  const innerLoop = countdown(tile.innerLeft, lanes * numbers, [
    ...starts.flatMap(multiplyFrom),
    ...advance(tile.rightAt, i32.constant(lanes * PANEL_BYTES)),
    ...rowAt.flatMap((row) => advance(row, i32.constant(lanes * 4))),
  ])
  const rowLoop = countdown(tile.rowsLeft, 1, [
    ...[...set(tile.rightAt, get(tile.right)), ...set(tile.innerLeft, get(tile.inner))],
    ...set(rowAt[0] as Local, get(tile.leftBlock)),
    ...rows
      .slice(1)
      .flatMap((row) =>
        set(rowAt[row] as Local, i32.add(get(rowAt[row - 1] as Local), get(tile.leftStride))),
      ),
    ...steps.startRows,
    ...innerLoop,
    ...steps.storeRows,
    ...advance(tile.leftBlock, i32.multiply(get(tile.leftStride), i32.constant(ROW_BLOCK))),
  ])
  return countdown(tile.panels, 1, [
    ...[...set(tile.leftBlock, get(tile.left)), ...set(tile.outRow, get(tile.out))],
    ...set(tile.rowsLeft, get(tile.rowBlocks)),
    ...steps.startPanel,
    ...rowLoop,
    ...advance(tile.right, i32.multiply(get(tile.inner), i32.constant(PANEL_BYTES / numbers))),
    ...advance(tile.out, get(tile.panelStride)),
    ...steps.endPanel,
  ])
}

/** Numbers of the inner dimension per step of the float product; callers pad to it. */
const FLOAT_STEP = 2

/** out = left × right + bias, with one bias per column. */
export const floatProduct = (multiplyAdd: MultiplyAdd): FunctionSource =>
  defineFunction('multiplyFloats', (scope) => {
    const tile = tileOf(scope, () => ({ bias: scope.parameter() }))
    const { sums, bias } = tile
    const sum = (row: number, column: number): Local => sums[row]?.[column] as Local
    return loops(tile, {
      products: { lanes: 1, add: (row, columns, sum) => multiplyAdd(first(row), first(columns), sum) },
      ...{ lanes: FLOAT_STEP, numbers: 1 },
      startPanel: [],
      startRows: rows.flatMap((row) =>
        columns.flatMap((column) => set(sum(row, column), v128.load(bias, column * 16))),
      ),
      storeRows: rows.flatMap((row) => [
        ...columns.flatMap((column) => v128.store(tile.outRow, column * 16, get(sum(row, column)))),
        ...advance(tile.outRow, get(tile.outStride)),
      ]),
      endPanel: advance(bias, i32.constant(PANEL_BYTES)),
    })
  })

/** Bytes of a byte row's facts: its scale and offset. */
export const ROW_FACT_BYTES = 8
/** Bytes of a column panel's facts: scales, biases and sums of weights. */
export const PANEL_FACT_BYTES = 3 * PANEL_BYTES

/**
 * out = ((left − offset) × right) · row scale · column scale + bias, where left contains bytes from 0 to 127. The sum
 * of (left − offset)·right is the sum of left·right minus offset · (sum of the column's weights).
 */
export const byteProduct = (dotBytes: DotBytes): FunctionSource =>
  defineFunction('multiplyBytes', (scope) => {
    const tile = tileOf(scope, () => ({ rowFacts: scope.parameter(), panelFacts: scope.parameter() }))
    const factsAt = scope.integer()
    const { sums, rowFacts, panelFacts } = tile
    const sum = (row: number, column: number): Local => sums[row]?.[column] as Local
    const zero = v128.splatInteger(i32.constant(0))
    const fact = (which: number, column: number): Code =>
      v128.load(panelFacts, which * PANEL_BYTES + column * 16)
    const result = (row: number, column: number): Code => {
      const scale = v128.loadSplat(factsAt, row * ROW_FACT_BYTES)
      const offset = v128.loadSplat(factsAt, row * ROW_FACT_BYTES + 4)
      const whole = i32x4.subtract(get(sum(row, column)), i32x4.multiply(offset, fact(2, column)))
      const scaled = f32x4.multiply(f32x4.multiply(f32x4.fromIntegers(whole), scale), fact(0, column))
      return f32x4.add(scaled, fact(1, column))
    }
    return loops(tile, {
      products: dotBytes,
      ...{ lanes: 4, numbers: 4 },
      startPanel: set(factsAt, get(rowFacts)),
      startRows: rows.flatMap((row) => columns.flatMap((column) => set(sum(row, column), zero))),
      storeRows: [
        ...rows.flatMap((row) => [
          ...columns.flatMap((column) => v128.store(tile.outRow, column * 16, result(row, column))),
          ...advance(tile.outRow, get(tile.outStride)),
        ]),
        ...advance(factsAt, i32.constant(ROW_BLOCK * ROW_FACT_BYTES)),
      ],
      endPanel: advance(panelFacts, i32.constant(PANEL_FACT_BYTES)),
    })
  })
