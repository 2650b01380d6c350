// How alike the notes of a region are, each with each.
import { type ByteRows, createByteRows } from './byte-rows.ts'
import type { Member } from './issue-table.ts'
import { type Background, type Calibration, THRESHOLD } from './likeness.ts'
import { LOOKED_CLOSER_AT, PAIR_INPUTS, pairInputs } from './pair-inputs.ts'
import type { PairModel } from './pair-model.ts'

/** How a project's notes are compared. */
export type Comparison = {
  calibrated: Calibration
  /** n×n, from the cosine of each note with each: how alike they are, on the threshold's scale. */
  likeness(notes: Member[], cosines: Float32Array): Float32Array
}

/** By a network that sees each pair among its neighbors. */
export const judgedBy = (model: PairModel, background: Background): Comparison => ({
  calibrated: background.calibrated,
  likeness: (notes, cosines) => likenessOf(notes, cosines, background, model),
})

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

/** A step of the threshold by 0.03 is half a logit: about a seventh more or fewer issues. */
const LOGITS = 16
/** However sure it is, a pair says only so much for or against its groups. */
const [SURELY_NOT, SURELY] = [-6, 6]

const asLikeness = (logit: number): number =>
  THRESHOLD + Math.min(SURELY, Math.max(SURELY_NOT, logit)) / LOGITS

function likenessOf(
  notes: Member[],
  cosines: Float32Array,
  background: Background,
  model: PairModel,
): Float32Array {
  const n = notes.length
  const pairs = pairInputs(notes, cosines, background)
  const inputs = new Float32Array(PAIR_INPUTS)
  const likeness = new Float32Array(n * n).fill(asLikeness(SURELY_NOT))
  for (let i = 0; i < n; i++) {
    likeness[i * n + i] = asLikeness(SURELY)
    for (let j = 0; j < i; j++) {
      if (pairs.cosine(i, j) < LOOKED_CLOSER_AT) continue
      pairs.fill(i, j, inputs)
      const value = asLikeness(model(inputs))
      likeness[i * n + j] = value
      likeness[j * n + i] = value
    }
  }
  return likeness
}
