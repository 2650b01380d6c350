// How alike the notes of a region are, each with each.
import { type ByteRows, createByteRows } from './byte-rows.ts'
import type { Member } from './issue-table.ts'
import { judgePairs, type Matters } from './judge-pairs.ts'
import type { Background, Calibration } from './likeness.ts'
import { asLikeness, SURELY, SURELY_NOT } from './logit-scale.ts'
import { withContext } from './pair-context.ts'
import { pairInputs } from './pair-inputs.ts'
import type { PairModel } from './pair-model.ts'
import { keyOf } from './vector.ts'

/** How a project's notes are compared. */
export type Comparison = {
  calibrated: Calibration
  /** n×n, from the cosine of each note with each: how alike they are, on the threshold's scale, where the pair matters. */
  likeness(notes: Member[], cosines: Float32Array, matters: Matters): Float32Array
  /** Of two groups: from what tells about them, the chance that they are one. */
  mergeChance(inputs: Float32Array): number
}

/** By networks that see each pair among its neighbors, then among all verdicts. */
export const judgedBy = (model: PairModel, background: Background): Comparison => ({
  calibrated: background.calibrated,
  likeness: (notes, cosines, matters) => likenessOf({ notes, cosines, matters }, background, model),
  mergeChance: model.mergeChance,
})

type Compared = { notes: Member[]; cosines: Float32Array; matters: Matters }

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

/** Equal texts are compared once: many copies would be each other's nearest, and other notes would seem far away. */
function likenessOf(compared: Compared, background: Background, model: PairModel): Float32Array {
  const { notes, cosines } = compared
  const { placeOf, firsts } = distinct(notes)
  const n = notes.length
  const m = firsts.length
  if (m === n) return judgedPairs(compared, background, model)
  const matters = new Uint8Array(m)
  for (const [at, one] of compared.matters.entries()) if (one === 1) matters[placeOf[at] as number] = 1
  const among = firsts.map((at) => notes[at] as Member)
  const judged = judgedPairs(
    { notes: among, cosines: picked(cosines, n, firsts), matters },
    background,
    model,
  )
  const likeness = new Float32Array(n * n)
  for (let i = 0; i < n; i++) {
    const from = (placeOf[i] as number) * m
    for (let j = 0; j < n; j++) likeness[i * n + j] = judged[from + (placeOf[j] as number)] as number
  }
  return likeness
}

/** By text and sentiment: for each note, which of the distinct ones it is, and where each of those first occurs. */
function distinct(notes: Member[]): { placeOf: Int32Array; firsts: number[] } {
  const known = new Map<string, number>()
  const firsts: number[] = []
  const placeOf = Int32Array.from(notes, (note, at) => {
    const key = `${note.sign} ${note.kind} ${keyOf(note)}`
    const place = known.get(key) ?? firsts.push(at) - 1
    known.set(key, place)
    return place
  })
  return { placeOf, firsts }
}

function picked(cosines: Float32Array, n: number, places: number[]): Float32Array {
  const m = places.length
  const some = new Float32Array(m * m)
  for (const [i, row] of places.entries())
    for (const [j, column] of places.entries()) some[i * m + j] = cosines[row * n + column] as number
  return some
}

function judgedPairs(compared: Compared, background: Background, model: PairModel): Float32Array {
  const { notes, cosines, matters } = compared
  const n = notes.length
  const pairs = withContext(pairInputs(notes, cosines, background), model.alone, matters)
  const likeness = new Float32Array(n * n).fill(asLikeness(SURELY_NOT))
  for (let i = 0; i < n; i++) likeness[i * n + i] = asLikeness(SURELY)
  judgePairs(pairs, model.among, matters, (i, j, logit) => {
    const value = asLikeness(logit)
    likeness[i * n + j] = value
    likeness[j * n + i] = value
  })
  return likeness
}
