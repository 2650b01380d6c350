// What matching knows about a project: its tags, and a sample of its notes with the evidence for each tag.
import {
  centered,
  centerOf,
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
  sample: Reading[]
  read(note: TaggedNote): Reading
  nearness: Nearness
}

/** A note with its evidence for the project's tags and its neighbors in the sample. */
export type Reading = {
  note: ReadNote
  /** One per tag. */
  evidence: Evidence[]
  /** In the sample, without the note itself. */
  neighbors: Neighbor[]
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
  const center = centerOf(notes, usual)
  const rarity = rarityIn(notes)
  const nearness = nearnessIn(notes)
  const ready = tags.map((tag) => ({ ...tag, ...heard(tag), signs: signsOf(tag, center) }))
  const place = (note: ReadNote): Reading => {
    const own = note.vector?.length === center.length ? centered(note.vector, center) : null
    const evidence = ready.map(({ signs }) => evidenceOf(signs, note, own, rarity))
    return { note, evidence, neighbors: neighborsOf(note, notes, nearness) }
  }
  const placed = notes.map(place)
  const known = new Map(placed.map((reading) => [reading.note.id, reading]))
  return {
    tags: ready,
    sample: placed,
    read: (note) => known.get(note.id) ?? place(readNote(note)),
    nearness,
  }
}

function heard({ vectors, verdicts }: KnownTag): Pick<ReadyTag, 'said' | 'voters'> {
  const said = new Map(verdicts.map(({ observationId, holds }) => [observationId, holds]))
  // An example counts like a note that a person confirmed.
  const examples = vectors.slice(2).map((vector) => ({ observationId: '', holds: true, vector }))
  return { said, voters: [...verdicts, ...examples] }
}

/** The same project after these verdicts on its tags, in the order of the tags. */
export function teachProject(project: TaggedProject, verdicts: Verdict[][]): TaggedProject {
  const tags = project.tags.map((tag, t) => {
    const taught = { ...tag, verdicts: verdicts[t] ?? [] }
    return { ...taught, ...heard(taught) }
  })
  return { ...project, tags }
}

/**
 * For each tag the inputs of the network: the note's own closeness, then the mean evidence of the note and its
 * neighbors.
 */
export function inputsOf({ sample }: TaggedProject, { evidence, neighbors }: Reading): number[][] {
  const total = neighbors.reduce((sum, { weight }) => sum + weight, 1)
  return evidence.map((own, t) => {
    const mean = own.map((piece, at) => {
      let sum = piece
      for (const neighbor of neighbors) sum += neighbor.weight * (sample[neighbor.at]?.evidence[t]?.[at] ?? 0)
      return sum / total
    })
    const [described = 0, , ...rest] = mean
    return [own[0], own[1], described, ...rest]
  })
}
