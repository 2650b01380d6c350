// Multiplies a vector with many rows of bytes in WebAssembly SIMD, in a twentieth of the time of JavaScript.
import {
  advance,
  assemble,
  type Code,
  countdown,
  defineFunction,
  type FunctionSource,
  get,
  i16x8,
  i32,
  i32x4,
  type Local,
  set,
  v128,
} from '../encode/wasm-code.ts'
import { Instance, Memory, Module } from '../encode/webassembly.ts'

/** Rows per step, so that a piece of the query is read once for all of them. */
const ROWS = 4
/** Bytes per step. */
const STEP = 16
const LARGEST_WIDTH = 8_192
/** Rows per call. */
const BLOCK = 1_024
const PAGE = 65_536
const MOST_PAGES = 16_384

/** query, rows, out, width, blocks of rows: writes the product of the query with each row. */
function multiplyRows(): FunctionSource {
  return defineFunction('multiplyRows', (scope) => {
    const [query, rows, out] = [scope.parameter(), scope.parameter(), scope.parameter()]
    const [width, blocks] = [scope.parameter(), scope.parameter()]
    const [queryAt, left] = [scope.integer(), scope.integer()]
    const rowAt = Array.from({ length: ROWS }, scope.integer)
    const sums = scope.vectors(ROWS)
    const piece = scope.vector()
    const products = (row: Local): Code => {
      const bytes = v128.load(row)
      const pairs = i16x8.add(
        i16x8.multiplyLowBytes(get(piece), bytes),
        i16x8.multiplyHighBytes(get(piece), bytes),
      )
      return i32x4.addPairs(pairs)
    }
    const total = (sum: Local): Code => {
      const lane = (at: number) => v128.splatLane(sum, at)
      return i32x4.add(i32x4.add(lane(0), lane(1)), i32x4.add(lane(2), lane(3)))
    }
    return countdown(blocks, 1, [
      ...rowAt.flatMap((row, at) =>
        set(row, at === 0 ? get(rows) : i32.add(get(rowAt[at - 1] as Local), get(width))),
      ),
      ...sums.flatMap((sum) => set(sum, v128.splatInteger(i32.constant(0)))),
      ...set(queryAt, get(query)),
      ...set(left, get(width)),
      ...countdown(left, STEP, [
        ...set(piece, v128.load(queryAt)),
        ...sums.flatMap((sum, at) => set(sum, i32x4.add(get(sum), products(rowAt[at] as Local)))),
        ...[queryAt, ...rowAt].flatMap((at) => advance(at, i32.constant(STEP))),
      ]),
      ...sums.flatMap((sum, at) => v128.storeLowest(out, at * 4, total(sum))),
      ...advance(out, i32.constant(ROWS * 4)),
      ...advance(rows, i32.multiply(get(width), i32.constant(ROWS))),
    ])
  })
}

let compiled: object | undefined

export type ByteRows = {
  /** Rows are numbered from 0. */
  set(row: number, bytes: Int8Array): void
  copy(from: number, to: number): void
  /** The products of the query with the first `rows` rows. */
  products(query: Int8Array, rows: number): Int32Array
}

/** @param length of the vectors, up to 8,192 */
export function createByteRows(length: number): ByteRows {
  const width = Math.ceil(length / STEP) * STEP
  if (width > LARGEST_WIDTH) throw new Error(`vectors of ${length} numbers are too long`)
  const outAt = width
  const rowsAt = outAt + BLOCK * 4
  const memory = new Memory({ initial: 2, maximum: MOST_PAGES, shared: true })
  compiled ??= new Module(assemble([multiplyRows()]))
  const { multiplyRows: multiply } = new Instance(compiled, { env: { memory } }).exports as {
    multiplyRows(query: number, rows: number, out: number, width: number, blocks: number): void
  }
  const makeRoom = (bytes: number) => {
    const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE)
    // Grows by half, so that adding rows one by one copies nothing and rarely allocates.
    if (missing > 0) memory.grow(Math.max(missing, Math.ceil(memory.buffer.byteLength / PAGE / 2)))
  }
  return {
    set(row, bytes) {
      const at = rowsAt + row * width
      makeRoom(at + ROWS * width)
      new Int8Array(memory.buffer, at, length).set(bytes)
    },
    copy(from, to) {
      new Int8Array(memory.buffer).copyWithin(
        rowsAt + to * width,
        rowsAt + from * width,
        rowsAt + (from + 1) * width,
      )
    },
    products(query, rows) {
      new Int8Array(memory.buffer, 0, length).set(query)
      const found = new Int32Array(rows)
      for (let from = 0; from < rows; from += BLOCK) {
        const count = Math.min(BLOCK, rows - from)
        multiply(0, rowsAt + from * width, outAt, width, Math.ceil(count / ROWS))
        found.set(new Int32Array(memory.buffer, outAt, count), from)
      }
      return found
    },
  }
}
