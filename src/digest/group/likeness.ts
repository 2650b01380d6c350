// How alike two notes are for grouping: the cosine of their vectors, calibrated to the project, minus a little when one
// is praise and the other a complaint, or one a wish and the other a question.
import type { Sentiment } from '../../contract/labels.ts'
import { addScaled, dot, type PackedVector } from './vector.ts'

/** What grouping knows about a note. */
export type Note = {
  /** A unit vector. */
  vector: Float32Array
  /** -1 for an unhappy user, 1 for a happy one. */
  sign: Sign
  /** A number for problem, request, question or praise. */
  kind: number
  language: string
  /** Characters of title and description. */
  length: number
  /** Numbers of its words, in ascending order (features/text/note-words.ts). */
  words: Uint32Array
}

export type Sign = -1 | 0 | 1

export function signOf(sentiment: Sentiment): Sign {
  if (sentiment.includes('negative')) return -1
  return sentiment.includes('positive') ? 1 : 0
}

export type GroupSettings = {
  /** Two groups are the same from this likeness on: the setting GROUPING_THRESHOLD. */
  threshold: number
  /** How much less alike a new note may be to join its best issue: it is judged alone and soon regrouped. */
  arrival: number
}

export const THRESHOLD = 0.83

/** Chosen on the open benchmark; see docs/internals/quality.md. */
export const GROUP_SETTINGS: GroupSettings = { threshold: THRESHOLD, arrival: 0.12 }

/** How much less alike an issue may be when the agent who wrote the note named it. */
export const AGENT_CREDIT = 0.15

const OPPOSITE_SIGN = 0.12
const OTHER_KIND = 0.08

/**
 * What is subtracted from a cosine, given the shares of the others with the opposite sentiment and with another kind.
 */
export const difference = (oppositeSign: number, otherKind: number): number =>
  OPPOSITE_SIGN * oppositeSign + OTHER_KIND * otherKind

/** The usual cosine of two unrelated notes of one product, with the bundled encoder. */
const USUAL_UNRELATED = 0.43
/** The same for texts about different products (models/unrelated-texts.ts). */
const USUAL_FOREIGN = 0.32
const PRIOR_NOTES = 60
const MOST_UNRELATED = 0.85
/** Avoids a division by zero with an encoder that finds all texts the same. */
const LEAST_APART = 1e-3

/** Converts a cosine to a scale that is the same in every project. */
export type Calibration = (cosine: number) => number

/** What a project's notes have in common. */
export type Background = {
  calibrated: Calibration
  /** The mean of their vectors. */
  center: Float32Array
}

/**
 * Where everything is alike (one topic, one agent that always writes alike, another model's vectors), cosines are
 * stretched so that unrelated notes get the usual likeness and equal notes stay equal. Nearly all pairs of a project's
 * notes are unrelated, so their mean cosine is used. When it is lower than usual, nothing is changed.
 * @param unrelated the mean cosine between the project's notes; @param notes how many are known
 * @param foreign the encoder's mean cosine of texts about different products
 */
export function calibration(
  { unrelated, notes }: { unrelated: number; notes: number },
  foreign = USUAL_FOREIGN,
): Calibration {
  const apart = Math.max(LEAST_APART, 1 - foreign)
  const expected = 1 - ((1 - USUAL_UNRELATED) * apart) / (1 - USUAL_FOREIGN)
  const known = notes > 1 ? notes : 0 // a single note has no other to be compared with
  const seen = (expected * PRIOR_NOTES + unrelated * known) / (PRIOR_NOTES + known)
  const bounded = Math.min(Math.max(MOST_UNRELATED, expected), Math.max(expected, seen))
  const stretch = (1 - USUAL_UNRELATED) / (1 - bounded)
  return (cosine) => 1 - (1 - cosine) * stretch
}

type Signs = { count: number; happy: number; unhappy: number }

/** The known notes of an issue, taken together. */
export type Gathering = Signs & {
  /** The sum of their vectors. */
  sum: Float32Array
  /** The length of that sum. */
  length: number
}

function signsOf(notes: { sign: Sign }[]): Signs {
  const signs = (wanted: Sign) => notes.filter(({ sign }) => sign === wanted).length
  return { count: notes.length, happy: signs(1), unhappy: signs(-1) }
}

export function gather(notes: (PackedVector & { sign: Sign })[]): Gathering {
  const sum = new Float32Array(notes[0]?.bytes.length ?? 0)
  for (const { bytes, scale } of notes) addScaled(sum, bytes, scale)
  return { sum, length: Math.sqrt(dot(sum, sum)), ...signsOf(notes) }
}

const SIZE_DOUBT = 0.08
const DOUBTED_UP_TO = 8

/**
 * How alike two issues are: the cosine of their centers, minus a little when one is praise and the other a complaint.
 * Centers of many notes are always close, and two large issues are seldom the same, so a little is also subtracted for
 * the size of the smaller one.
 */
export function issueLikeness(one: Gathering, other: Gathering, calibrated: Calibration): number {
  const lengths = one.length * other.length
  const cosine = lengths === 0 ? 0 : dot(one.sum, other.sum) / lengths
  const pairs = Math.max(1, one.count * other.count)
  const opposite = (one.happy * other.unhappy + one.unhappy * other.happy) / pairs
  const size = Math.max(1, Math.min(DOUBTED_UP_TO, one.count, other.count))
  const likeness = calibrated(cosine) - OPPOSITE_SIGN * opposite - SIZE_DOUBT * Math.log(size)
  return Math.min(1, Math.max(0, likeness))
}
