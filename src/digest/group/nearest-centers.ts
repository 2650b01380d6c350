// Finds the few of thousands of issues that are worth comparing exactly: centers are kept as rows of bytes, and one
// fast product with all of them tells which are near.
import { type ByteRows, createByteRows } from './byte-rows.ts'
import type { Gathering } from './likeness.ts'
import { type PackedVector, pack } from './vector.ts'

/** `mean`: by the mean cosine with the notes of an issue; `center`: by the cosine with its center. */
type By = 'mean' | 'center'

export type CenterIndex = {
  set(id: string, issue: Gathering): void
  remove(id: string): void
  /** At least this many of the nearest, unsorted, up to rounding errors of the bytes. */
  nearest(query: PackedVector, wanted: number, by: By): string[]
}

export function createCenterIndex(width: number): CenterIndex {
  const rows: ByteRows = createByteRows(width)
  const rowOf = new Map<string, number>()
  const idOf: string[] = []
  /** Factors that turn products into cosines. */
  const factors: Record<By, number[]> = { mean: [], center: [] }

  const name = (row: number, id: string, mean: number, center: number) => {
    rowOf.set(id, row)
    idOf[row] = id
    factors.mean[row] = mean
    factors.center[row] = center
  }
  return {
    set(id, { sum, length, count }) {
      const { bytes, scale } = pack(sum)
      const row = rowOf.get(id) ?? idOf.length
      name(row, id, (scale * length) / Math.max(1, count), scale)
      rows.set(row, bytes)
    },
    remove(id) {
      const row = rowOf.get(id)
      if (row === undefined) return
      rowOf.delete(id)
      // The last row takes its place.
      const last = idOf.pop() as string
      const [mean, center] = [factors.mean.pop() as number, factors.center.pop() as number]
      if (last === id) return
      name(row, last, mean, center)
      rows.copy(idOf.length, row)
    },
    nearest(query, wanted, by) {
      const cosines = cosinesOf(rows.products(query.bytes, idOf.length), factors[by], query.scale)
      const least = leastOfBest(cosines, wanted)
      const found: string[] = []
      for (let row = 0; row < cosines.length; row++)
        if ((cosines[row] as number) >= least) found.push(idOf[row] as string)
      return found
    },
  }
}

function cosinesOf(products: Int32Array, factors: number[], scale: number): Float32Array {
  const cosines = new Float32Array(products.length)
  for (let row = 0; row < cosines.length; row++)
    cosines[row] = (products[row] as number) * (factors[row] as number) * scale
  return cosines
}

const BINS = 2_048

/** A cosine that at least `wanted` rows reach, and not many more. Counting is faster than sorting. */
function leastOfBest(cosines: Float32Array, wanted: number): number {
  const bins = new Int32Array(BINS)
  for (let row = 0; row < cosines.length; row++) {
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor((((cosines[row] as number) + 1) / 2) * BINS)))
    bins[bin] = (bins[bin] as number) + 1
  }
  let reached = 0
  for (let bin = BINS - 1; bin > 0; bin--) {
    reached += bins[bin] as number
    if (reached >= wanted) return (bin / BINS) * 2 - 1
  }
  return Number.NEGATIVE_INFINITY
}
