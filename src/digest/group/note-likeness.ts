// How alike the notes of a region are, each with each. Everything comes from one table of cosines: a vector drawn to its
// neighbors is a sum of a few of the others, so that its cosines are sums of a few that are known.
import { type ByteRows, createByteRows } from './byte-rows.ts'
import type { Member } from './issue-table.ts'
import { type Calibration, difference } from './likeness.ts'

const kept = new Map<number, ByteRows>()

function rowsOf(length: number): ByteRows {
  const rows = kept.get(length) ?? createByteRows(length)
  kept.set(length, rows)
  return rows
}

/** n×n: the cosine of each note with each. */
export function cosinesOf(notes: Member[]): Float32Array {
  const n = notes.length
  const rows = rowsOf(notes[0]?.bytes.length ?? 0)
  for (const [row, { bytes }] of notes.entries()) rows.set(row, bytes)
  const cosines = new Float32Array(n * n)
  for (const [i, { bytes, scale }] of notes.entries()) {
    const products = rows.products(bytes, i + 1)
    for (let j = 0; j <= i; j++) {
      const cosine = (products[j] as number) * scale * (notes[j] as Member).scale
      cosines[i * n + j] = cosine
      cosines[j * n + i] = cosine
    }
  }
  return cosines
}

const NEIGHBORS = 3
const NEIGHBOR_FROM = 0.5

/**
 * Each note's vector is drawn a little to its nearest ones before all are compared: what a terse note leaves out, its
 * neighbors say. Worth three points of F1 on the benchmark.
 */
export function likenessWithNeighbors(
  notes: Member[],
  cosines: Float32Array,
  calibrated: Calibration,
  weight: number,
): Float32Array {
  const plain = likenessFrom(notes, cosines, calibrated)
  const mixes = notes.map((_, at) => [
    { other: at, share: 1 },
    ...nearestTo(plain, notes.length, at).map(({ other, score }) => ({ other, share: weight * score })),
  ])
  return likenessFrom(notes, mixedCosines(cosines, mixes), calibrated)
}

type Mix = { other: number; share: number }[]

/** The cosines of vectors that are sums of shares of others. */
function mixedCosines(cosines: Float32Array, mixes: Mix[]): Float32Array {
  const n = mixes.length
  const half = new Float32Array(n * n)
  for (const [i, mix] of mixes.entries())
    for (const { other, share } of mix)
      for (let j = 0; j < n; j++)
        half[i * n + j] = (half[i * n + j] as number) + share * (cosines[other * n + j] as number)
  const lengths = Float64Array.from(mixes, (mix, i) => Math.sqrt(Math.max(1e-12, mixed(half, i * n, mix))))
  const result = new Float32Array(n * n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      const cosine = mixed(half, i * n, mixes[j] as Mix) / ((lengths[i] as number) * (lengths[j] as number))
      result[i * n + j] = cosine
      result[j * n + i] = cosine
    }
  return result
}

function mixed(numbers: Float32Array, from: number, mix: Mix): number {
  let sum = 0
  for (let at = 0; at < mix.length; at++) {
    const { other, share } = mix[at] as Mix[number]
    sum += share * (numbers[from + other] as number)
  }
  return sum
}

function likenessFrom(notes: Member[], cosines: Float32Array, calibrated: Calibration): Float32Array {
  const n = notes.length
  const likeness = new Float32Array(n * n)
  for (let i = 0; i < n; i++) {
    const own = notes[i] as Member
    for (let j = 0; j <= i; j++) {
      const value = calibrated(cosines[i * n + j] as number) - difference(own, notes[j] as Member)
      likeness[i * n + j] = value
      likeness[j * n + i] = value
    }
  }
  return likeness
}

function nearestTo(likeness: Float32Array, n: number, at: number): { other: number; score: number }[] {
  const found: { other: number; score: number }[] = []
  for (let other = 0; other < n; other++) {
    const score = likeness[at * n + other] as number
    if (other === at || score <= NEIGHBOR_FROM) continue
    if (found.length === NEIGHBORS && score <= (found[NEIGHBORS - 1]?.score as number)) continue
    let place = found.length
    while (place > 0 && (found[place - 1]?.score as number) < score) place--
    found.splice(place, 0, { other, score })
    if (found.length > NEIGHBORS) found.pop()
  }
  return found
}
