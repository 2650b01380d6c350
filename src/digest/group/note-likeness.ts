// How alike all pairs of notes of a region are.
import { type ByteRows, createByteRows } from './byte-rows.ts'
import type { Member } from './issue-table.ts'
import { judgePairs, type Matters } from './judge-pairs.ts'
import type { Background } from './likeness.ts'
import { asLikeness, SURELY, SURELY_NOT } from './logit-scale.ts'
import { withContext } from './pair-context.ts'
import { pairInputs } from './pair-inputs.ts'
import type { PairModel } from './pair-model.ts'
import { keyOf } from './vector.ts'
import { wordsInCommon } from './word-overlap.ts'

/** How a project's notes are compared. */
export type Comparison = {
  /** n×n, from the cosines of all pairs: likeness on the scale of the threshold, for pairs that matter. */
  likeness(notes: Member[], cosines: Float32Array, matters: Matters): Float32Array
}

/** What is known about the notes' project. */
export type Project = { background(): Background; rarity(word: number): number }

/**
 * Compares with networks that see each pair among its neighbors and then among all verdicts. They must not be much
 * surer than words and vectors.
 */
export const judgedBy = (model: PairModel, project: Project): Comparison => ({
  likeness: (notes, cosines, matters) => likenessOf({ notes, cosines, matters }, project, model),
})

type Compared = { notes: Member[]; cosines: Float32Array; matters: Matters }

const kept = new Map<number, ByteRows>()

function rowsOf(length: number): ByteRows {
  const rows = kept.get(length) ?? createByteRows(length)
  kept.set(length, rows)
  return rows
}

/** n×n: the cosines of all pairs of notes. */
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

/**
 * Equal texts are compared once. Otherwise copies would be each other's nearest, and other notes would seem far away.
 */
function likenessOf(compared: Compared, project: Project, model: PairModel): Float32Array {
  const { notes, cosines } = compared
  const { placeOf, firsts } = distinct(notes)
  const n = notes.length
  const m = firsts.length
  if (m === n) return judgedPairs(compared, project, model)
  const matters = new Uint8Array(m)
  for (const [at, one] of compared.matters.entries()) if (one === 1) matters[placeOf[at] as number] = 1
  const among = firsts.map((at) => notes[at] as Member)
  const judged = judgedPairs({ notes: among, cosines: picked(cosines, n, firsts), matters }, project, model)
  const likeness = new Float32Array(n * n)
  for (let i = 0; i < n; i++) {
    const from = (placeOf[i] as number) * m
    for (let j = 0; j < n; j++) likeness[i * n + j] = judged[from + (placeOf[j] as number)] as number
  }
  return likeness
}

/** By text and sentiment: the group of equal notes that each note is in, and the first note of each group. */
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

/**
 * How much more alike two notes may be to the networks than by their cosine and their common words. The networks
 * learned from projects of a few kinds. Where everything is in the same jargon, or half of the notes are alone in their
 * issue, they are sure of pairs with little in common.
 */
export const MOST_CREDIT = 0.105
/**
 * Long texts resemble each other like any two reports, so they get less credit for each doubling of the usual length.
 */
const LESS_CREDIT = 0.035
const USUAL_CHARACTERS = 256
/** Common words are evidence where the encoder knows little about a topic: error codes, classes, settings. */
const WORDS = 0.22

/** What a note's length subtracts from the credit of its pairs. */
const lengthDoubt = ({ length }: Member): number =>
  (LESS_CREDIT / 2) * Math.log2(Math.max(1, (length + 1) / USUAL_CHARACTERS))

function judgedPairs(compared: Compared, project: Project, model: PairModel): Float32Array {
  const { notes, cosines, matters } = compared
  const n = notes.length
  const pairs = withContext(pairInputs(notes, cosines, project.background()), model.alone, matters)
  const inCommon = wordsInCommon(notes, project.rarity)
  const doubts = Float32Array.from(notes, lengthDoubt)
  const likeness = new Float32Array(n * n).fill(asLikeness(SURELY_NOT))
  for (let i = 0; i < n; i++) likeness[i * n + i] = asLikeness(SURELY)
  judgePairs(pairs, model.among, matters, (i, j, logit) => {
    const plain = (cosines[i * n + j] as number) + WORDS * inCommon(i, j)
    const credit = MOST_CREDIT - (doubts[i] as number) - (doubts[j] as number)
    const value = Math.min(asLikeness(logit), plain + credit)
    likeness[i * n + j] = value
    likeness[j * n + i] = value
  })
  return likeness
}
