// What is known of a project when its observations are matched: its tags, and some of its notes with what speaks for each
// tag in them.
import {
  centred,
  centreOf,
  type Evidence,
  evidenceOf,
  type ReadNote,
  rarityIn,
  readNote,
  signsOf,
  type TaggedNote,
  type TagSigns,
} from './evidence.ts'
import { type Nearness, type Neighbor, nearnessIn, neighborsOf } from './neighbors.ts'
import type { KnownTag, Verdict } from './tag.ts'

export type TaggedProject = {
  tags: ReadyTag[]
  sample: ReadNote[]
  /** For each note of the sample and each tag. */
  evidence: Evidence[][]
  evidenceIn(note: ReadNote): Evidence[]
  nearness: Nearness
  neighbors(note: ReadNote): Neighbor[]
}

export type ReadyTag = KnownTag & {
  signs: TagSigns
  /** By observation: whether a person said that it carries the tag. */
  said: Map<string, boolean>
  voters: Verdict[]
}

/** @param usual the mean vector of notes in general */
export function knowProject(tags: KnownTag[], sample: TaggedNote[], usual: Float32Array): TaggedProject {
  const notes = sample.map(readNote)
  const centre = centreOf(notes, usual)
  const rarity = rarityIn(notes)
  const ready = tags.map((known) => ({
    ...known,
    signs: signsOf(known, centre),
    said: new Map(known.verdicts.map(({ observationId, holds }) => [observationId, holds])),
    voters: [...known.verdicts, ...examplesOf(known)],
  }))
  const evidenceIn = (note: ReadNote): Evidence[] => {
    const own = note.vector?.length === centre.length ? centred(note.vector, centre) : null
    return ready.map(({ signs }) => evidenceOf(signs, note, own, rarity))
  }
  const nearness = nearnessIn(notes)
  const neighbors = (note: ReadNote) => neighborsOf(note, notes, nearness)
  return { tags: ready, sample: notes, evidence: notes.map(evidenceIn), evidenceIn, nearness, neighbors }
}

/** An example is a note that somebody confirmed beforehand. */
const examplesOf = ({ vectors }: KnownTag): Verdict[] =>
  vectors.slice(2).map((vector) => ({ observationId: '', holds: true, vector }))

/** For each tag what is to be weighed: the note's own closeness, then evidence as the mean of the note and its neighbors. */
export function inputsOf({ evidence }: TaggedProject, own: Evidence[], neighbors: Neighbor[]): number[][] {
  const total = neighbors.reduce((sum, { weight }) => sum + weight, 1)
  return own.map((pieces, t) => {
    const mean = pieces.map((piece, at) => {
      let sum = piece
      for (const neighbor of neighbors) sum += neighbor.weight * (evidence[neighbor.at]?.[t]?.[at] ?? 0)
      return sum / total
    })
    const [described = 0, , ...rest] = mean
    return [pieces[0], pieces[1], described, ...rest]
  })
}
