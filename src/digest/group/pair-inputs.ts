// What tells whether two notes are about the same matter, besides their cosine: how near each of them has others, what their
// nearest have in common, and how long, in which language and of which kind they are. A cosine of 0.7 says much between
// two long notes that have nobody nearer, and little between two terse ones in a crowd.
import type { Member } from './issue-table.ts'
import { type Background, type Calibration, difference } from './likeness.ts'
import { dot } from './vector.ts'

/** Numbers that `fill` writes for a pair. */
export const PAIR_INPUTS = 23

/** Notes less alike than this are taken to be of different matters without a closer look: three in a hundred are not. */
export const LOOKED_CLOSER_AT = 0.5

/** Nearest notes that are told apart by their rank. */
const RANKED = 24
const CLOSE = 6
const AROUND = 12
/** From here on a project has as many notes around each as it ever will. */
const ENOUGH_NOTES = 200
const LENGTHS = { least: Math.log(40), most: Math.log(400) }
const [REQUEST, QUESTION, PRAISE] = [1, 2, 3]

export type PairInputs = {
  /** The calibrated cosine. */
  cosine(i: number, j: number): number
  /** Writes what tells about the two, the same for i and j as for j and i. */
  fill(i: number, j: number, into: Float32Array): void
}

/** @param cosines n×n: of each note with each */
export function pairInputs(notes: Member[], cosines: Float32Array, background: Background): PairInputs {
  const n = notes.length
  const { calibrated } = background
  const near = nearestNotes(notes, cosines, calibrated)
  const alone = notes.map((note, at) => aboutNote(note, near.scores, at, background))
  const close = inCommon(near, CLOSE)
  const around = inCommon(near, AROUND)
  const enough = Math.min(1, n / ENOUGH_NOTES)
  const cosine = (i: number, j: number) => calibrated(cosines[i * n + j] as number)
  return {
    cosine,
    fill(i, j, into) {
      const [one, other] = [notes[i] as Member, notes[j] as Member]
      const [rank, back] = [near.ranks[i * n + j] as number, near.ranks[j * n + i] as number]
      let at = 0
      into[at++] = cosine(i, j)
      into[at++] = Math.log1p(Math.min(rank, back))
      into[at++] = Math.log1p(Math.max(rank, back))
      into[at++] = (close[i * n + j] as number) / CLOSE
      into[at++] = (around[i * n + j] as number) / AROUND
      const [left, right] = [alone[i] as Float32Array, alone[j] as Float32Array]
      for (let k = 0; k < left.length; k++) {
        const [a, b] = [left[k] as number, right[k] as number]
        into[at++] = Math.min(a, b)
        into[at++] = Math.max(a, b)
      }
      into[at++] = Number(one.language === other.language)
      into[at++] = Number(one.kind === other.kind)
      into[at++] = Number(one.sign * other.sign < 0)
      into[at++] = Number(one.sign === other.sign)
      for (const kind of [REQUEST, QUESTION, PRAISE])
        into[at++] = Number(one.kind === kind && other.kind === kind)
      into[at] = enough
    },
  }
}

/** How near the nearest, the three and the eight nearest are; how near the project's center is; the length. */
function aboutNote(
  { bytes, scale, length }: Member,
  scores: Float32Array,
  at: number,
  { calibrated, center }: Background,
): Float32Array {
  const own = scores.subarray(at * RANKED, (at + 1) * RANKED)
  const mean = (count: number) => own.subarray(0, count).reduce((sum, score) => sum + score, 0) / count
  const towardsAll = calibrated(dot(bytes, center) * scale)
  const told = Math.min(LENGTHS.most, Math.max(LENGTHS.least, Math.log(Math.max(1, length))))
  return Float32Array.of(mean(1), mean(3), mean(8), towardsAll, told)
}

type Nearest = {
  /** The places of each note's nearest, nearest first; -1 where there are no more. */
  places: Int32Array
  scores: Float32Array
  /** n×n: the rank of a note among the nearest of another, `RANKED` where it is not among them. */
  ranks: Uint8Array
  n: number
}

function nearestNotes(notes: Member[], cosines: Float32Array, calibrated: Calibration): Nearest {
  const n = notes.length
  const places = new Int32Array(n * RANKED).fill(-1)
  const scores = new Float32Array(n * RANKED)
  const ranks = new Uint8Array(n * n).fill(RANKED)
  for (let i = 0; i < n; i++) {
    const own = notes[i] as Member
    const from = i * RANKED
    let known = 0
    for (let j = 0; j < n; j++) {
      if (j === i) continue
      const score = calibrated(cosines[i * n + j] as number) - difference(own, notes[j] as Member)
      if (score <= 0 || (known === RANKED && score <= (scores[from + RANKED - 1] as number))) continue
      let at = known === RANKED ? RANKED - 1 : known++
      for (; at > 0 && (scores[from + at - 1] as number) < score; at--) {
        scores[from + at] = scores[from + at - 1] as number
        places[from + at] = places[from + at - 1] as number
      }
      scores[from + at] = score
      places[from + at] = j
    }
    for (let rank = 0; rank < known; rank++) ranks[i * n + (places[from + rank] as number)] = rank
  }
  return { places, scores, ranks, n }
}

/** n×n: how many notes are among the nearest `count` of both. */
function inCommon({ places, n }: Nearest, count: number): Uint8Array {
  const nearTo: number[][] = Array.from({ length: n }, () => [])
  for (let i = 0; i < n; i++)
    for (let rank = 0; rank < count; rank++) {
      const place = places[i * RANKED + rank] as number
      if (place >= 0) nearTo[place]?.push(i)
    }
  const common = new Uint8Array(n * n)
  for (const notes of nearTo)
    for (const i of notes)
      for (const j of notes) common[i * n + j] = Math.min(count, (common[i * n + j] as number) + 1)
  return common
}
