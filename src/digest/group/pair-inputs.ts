// Evidence on whether two notes are about the same matter, besides their cosine: how close each one's nearest notes
// are, what their nearest have in common, and length, language and kind. A cosine of 0.7 means much between two long
// notes with no closer ones, and little between two terse notes in a crowd.
import { numbered } from './average-link.ts'
import type { Member } from './issue-table.ts'
import { type Background, difference } from './likeness.ts'
import { dot } from './vector.ts'

/** How many numbers `fill` writes for a pair. */
export const PAIR_INPUTS = 23

/** Pairs below this likeness are assumed to be about different matters. For three in a hundred, that is wrong. */
export const LOOKED_CLOSER_AT = 0.5

/** How many nearest notes are distinguished by rank. */
const RANKED = 24
const CLOSE = 6
const AROUND = 12
/** From this many notes on, the density around a note does not change anymore. */
const ENOUGH_NOTES = 200
const LENGTHS = { least: Math.log(40), most: Math.log(400) }
const [REQUEST, QUESTION, PRAISE] = [1, 2, 3]
/** By how many notes are nearer. */
const LOG_OF_RANK = Float32Array.from({ length: RANKED + 1 }, (_, rank) => Math.log1p(rank))

export type PairInputs = {
  /** How many numbers `fill` writes. */
  width: number
  /** The calibrated cosine. */
  cosine(i: number, j: number): number
  /** Writes the evidence on a pair at a position; the same for (i, j) as for (j, i). */
  fill(i: number, j: number, into: Float32Array, from: number): void
}

/** @param cosines n×n: of all pairs of notes */
export function pairInputs(notes: Member[], cosines: Float32Array, background: Background): PairInputs {
  const n = notes.length
  const calibrated = new Float32Array(n * n)
  for (let cell = 0; cell < calibrated.length; cell++)
    calibrated[cell] = background.calibrated(cosines[cell] as number)
  const kinds = Int32Array.from(notes, ({ kind }) => kind)
  const signs = Int32Array.from(notes, ({ sign }) => sign)
  const languages = numbered(notes.map(({ language }) => language))
  const near = nearestNotes(calibrated, signs, kinds)
  const alone = aboutNotes(notes, near.scores, background)
  const close = inCommon(near, CLOSE)
  const around = inCommon(near, AROUND)
  const enough = Math.min(1, n / ENOUGH_NOTES)
  return {
    width: PAIR_INPUTS,
    cosine: (i, j) => calibrated[i * n + j] as number,
    fill(i, j, into, from) {
      const cell = i * n + j
      const [rank, back] = [near.ranks[cell] as number, near.ranks[j * n + i] as number]
      let at = from
      into[at++] = calibrated[cell] as number
      into[at++] = LOG_OF_RANK[rank < back ? rank : back] as number
      into[at++] = LOG_OF_RANK[rank < back ? back : rank] as number
      into[at++] = (close[cell] as number) / CLOSE
      into[at++] = (around[cell] as number) / AROUND
      for (let k = 0; k < ALONE; k++) {
        const [a, b] = [alone[i * ALONE + k] as number, alone[j * ALONE + k] as number]
        into[at++] = a < b ? a : b
        into[at++] = a < b ? b : a
      }
      const [kind, sign] = [kinds[i] as number, signs[i] as number]
      const isSameKind = kind === kinds[j]
      into[at++] = languages[i] === languages[j] ? 1 : 0
      into[at++] = isSameKind ? 1 : 0
      into[at++] = sign * (signs[j] as number) < 0 ? 1 : 0
      into[at++] = sign === signs[j] ? 1 : 0
      into[at++] = isSameKind && kind === REQUEST ? 1 : 0
      into[at++] = isSameKind && kind === QUESTION ? 1 : 0
      into[at++] = isSameKind && kind === PRAISE ? 1 : 0
      into[at] = enough
    },
  }
}

/** How many numbers describe a note alone. */
const ALONE = 5

/**
 * Per note: likeness to the nearest, the three nearest and the eight nearest, to the project's center, and the length.
 */
function aboutNotes(notes: Member[], scores: Float32Array, { calibrated, center }: Background): Float32Array {
  const about = new Float32Array(notes.length * ALONE)
  for (const [at, { bytes, scale, length }] of notes.entries()) {
    const own = scores.subarray(at * RANKED, (at + 1) * RANKED)
    const mean = (count: number) => own.subarray(0, count).reduce((sum, score) => sum + score, 0) / count
    const towardsAll = calibrated(dot(bytes, center) * scale)
    const clamped = Math.min(LENGTHS.most, Math.max(LENGTHS.least, Math.log(Math.max(1, length))))
    about.set([mean(1), mean(3), mean(8), towardsAll, clamped], at * ALONE)
  }
  return about
}

type Nearest = {
  /** The positions of each note's nearest, nearest first; -1 when there are no more. */
  places: Int32Array
  scores: Float32Array
  /** n×n: the rank of a note among the nearest of another; `RANKED` when it is not among them. */
  ranks: Uint8Array
  n: number
}

function nearestNotes(calibrated: Float32Array, signs: Int32Array, kinds: Int32Array): Nearest {
  const n = signs.length
  const places = new Int32Array(n * RANKED).fill(-1)
  const scores = new Float32Array(n * RANKED)
  const ranks = new Uint8Array(n * n).fill(RANKED)
  for (let i = 0; i < n; i++) {
    const [sign, kind] = [signs[i] as number, kinds[i] as number]
    const from = i * RANKED
    let known = 0
    let least = 0
    for (let j = 0; j < n; j++) {
      const cosine = calibrated[i * n + j] as number
      if (cosine <= least || j === i) continue
      const score = cosine - difference(sign * (signs[j] as number) < 0 ? 1 : 0, kind === kinds[j] ? 0 : 1)
      if (score <= least) continue
      let at = known === RANKED ? RANKED - 1 : known++
      for (; at > 0 && (scores[from + at - 1] as number) < score; at--) {
        scores[from + at] = scores[from + at - 1] as number
        places[from + at] = places[from + at - 1] as number
      }
      scores[from + at] = score
      places[from + at] = j
      if (known === RANKED) least = scores[from + RANKED - 1] as number
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
