// Finds the few issues out of thousands that are worth comparing exactly: every center is kept as a row of bytes, and
// one quick product with all of them says which are near.
import { type ByteRows, createByteRows } from './byte-rows.ts'
import type { Gathering } from './likeness.ts'
import { dot, type PackedVector, pack } from './vector.ts'

/** `mean`: by the mean cosine with the notes of an issue; `center`: by the cosine with its center. */
type By = 'mean' | 'center'

export type CenterIndex = {
  set(id: string, issue: Gathering): void
  remove(id: string): void
  /** At least so many of the nearest, in no order, give or take what rounding to bytes does. */
  nearest(query: PackedVector, wanted: number, by: By): string[]
}

export function createCenterIndex(length: number): CenterIndex {
  const rows: ByteRows = createByteRows(length)
  const rowOf = new Map<string, number>()
  const idOf: string[] = []
  const packed: { center: PackedVector; mean: number }[] = []

  const write = (row: number, id: string, known: { center: PackedVector; mean: number }) => {
    rowOf.set(id, row)
    idOf[row] = id
    packed[row] = known
    rows.set(row, known.center.bytes)
  }
  return {
    set(id, { sum, count }) {
      const center = pack(sum)
      const mean = (center.scale * Math.sqrt(dot(sum, sum))) / Math.max(1, count)
      write(rowOf.get(id) ?? idOf.length, id, { center, mean })
    },
    remove(id) {
      const row = rowOf.get(id)
      if (row === undefined) return
      rowOf.delete(id)
      const [lastId, last] = [idOf.pop() as string, packed.pop() as (typeof packed)[number]]
      if (lastId !== id) write(row, lastId, last)
    },
    nearest(query, wanted, by) {
      const products = rows.products(query.bytes, idOf.length)
      const cosines = Float32Array.from(products, (product, row) => {
        const { center, mean } = packed[row] as (typeof packed)[number]
        return product * query.scale * (by === 'mean' ? mean : center.scale)
      })
      const least = leastOfBest(cosines, wanted)
      return idOf.filter((_, row) => (cosines[row] as number) >= least)
    },
  }
}

const BINS = 2_048

/** A cosine that at least so many reach, and not many more: counting is quicker than sorting. */
function leastOfBest(cosines: Float32Array, wanted: number): number {
  const bins = new Int32Array(BINS)
  const binOf = (cosine: number) => Math.min(BINS - 1, Math.max(0, Math.floor(((cosine + 1) / 2) * BINS)))
  for (const cosine of cosines) bins[binOf(cosine)] = (bins[binOf(cosine)] as number) + 1
  let reached = 0
  for (let bin = BINS - 1; bin > 0; bin--) {
    reached += bins[bin] as number
    if (reached >= wanted) return (bin / BINS) * 2 - 1
  }
  return Number.NEGATIVE_INFINITY
}
