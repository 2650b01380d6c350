// Hands out room in one WebAssembly memory and packs matrices the way the kernel reads them.
import { PANEL } from './matmul.ts'

export interface Room {
  /** Byte address, for the kernel. */
  address: number
  /** The same room, for TypeScript. */
  values: Float32Array
}

export interface Arena {
  memory: WebAssembly.Memory
  reserve(floats: number): Room
}

const PAGE = 65_536
const ALIGNMENT = 64

export const createArena = (floats: number): Arena => {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((floats * 4) / PAGE) + 1 })
  let next = ALIGNMENT
  const reserve = (count: number): Room => {
    const address = next
    next = Math.ceil((address + count * 4) / ALIGNMENT) * ALIGNMENT
    return { address, values: new Float32Array(memory.buffer, address, count) }
  }
  return { memory, reserve }
}

/** Packs a row-major matrix into panels of 8 columns; `columns` is a multiple of 8. */
export const packPanels = (matrix: Float32Array, rows: number, columns: number, into: Float32Array): void => {
  let at = 0
  for (let panel = 0; panel < columns; panel += PANEL) {
    for (let row = 0; row < rows; row++) {
      for (let column = panel; column < panel + PANEL; column++) {
        into[at++] = matrix[row * columns + column] as number
      }
    }
  }
}
