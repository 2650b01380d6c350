// The one number that joins, merges and suggestions go by.
import { dot, gramLink, type Mass, type Yardstick } from './similarity.ts'

export interface LinkSettings {
  /** Share of the meaning channel in the score. */
  meaningShare: number
  /** What a lexical deviation counts where the meaning channel is missing. */
  gramsAlone: number
  /** Taken off the score of two single observations; less for larger issues, whose averages are less noisy. */
  caution: number
  /** Taken off where one speaks of a problem and the other of a request, or of praise; in part in between. */
  otherKind: number
}

export interface Linkable {
  mass: Mass
  /** From `centredMeaning`. */
  meaning: Float32Array
}

/** 0 for the same mixture of kinds or an unknown one, 1 for nothing in common. */
const kindDistance = (left: Float32Array, right: Float32Array): number => {
  const lengths = Math.sqrt(dot(left, left) * dot(right, right))
  return lengths > 0 ? 1 - dot(left, right) / lengths : 0
}

/** Standard deviations above an ordinary pair, averaged over both channels and over all pairs of members. */
export const linkScore = (
  left: Linkable,
  right: Linkable,
  yardstick: Yardstick,
  settings: LinkSettings,
): number => {
  const expected = yardstick.grams(left.mass.language, right.mass.language)
  const lexical = (gramLink(left.mass, right.mass, yardstick.idf) - expected.mean) / expected.deviation
  const readable = Math.min(left.mass.meanings / left.mass.members, right.mass.meanings / right.mass.members)
  const doubt = settings.otherKind * kindDistance(left.mass.kinds, right.mass.kinds)
  const caution = doubt + (settings.caution / 2) * (1 / left.mass.members + 1 / right.mass.members)
  if (readable < 0.5) return lexical * settings.gramsAlone - caution
  const { mean, deviation } = yardstick.meaning
  const meaning = (dot(left.meaning, right.meaning) - mean) / deviation
  return settings.meaningShare * meaning + (1 - settings.meaningShare) * lexical - caution
}
