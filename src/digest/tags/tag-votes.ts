// The share of votes that each tag gets on a note: from the note itself, from its neighbors, and above all from the
// neighbors that a person judged.
import { dot } from '../group/vector.ts'
import type { Evidence, ReadNote } from './evidence.ts'
import type { Neighbor } from './neighbors.ts'
import { chance, rivalled, weigh } from './tag-logits.ts'
import type { TagWeights } from './tag-weights.ts'
import { inputsOf, type ReadyTag, type TaggedProject } from './tagged-project.ts'

/** A neighbor that a person judged counts like so many more. */
const JUDGED = 4
/** What a verdict on a note adds to the tag's logit, or takes from it, when the note's other tags compete with it. */
const CERTAIN = 3

export function createVotes(project: TaggedProject, weights: TagWeights): (note: ReadNote) => number[] {
  const { tags, sample } = project
  const chances = sample.map((note, at) =>
    chancesOf(project, weights, note, project.evidence[at] as Evidence[], project.neighbors(note)),
  )
  return (note) => {
    const neighbors = project.neighbors(note)
    const own = chancesOf(project, weights, note, project.evidenceIn(note), neighbors)
    return tags.map((tag, t) => {
      const unsaid = { sum: own[t] as number, total: 1 }
      for (const { at, weight } of neighbors) {
        unsaid.sum += weight * (chances[at]?.[t] as number)
        unsaid.total += weight
      }
      const said = verdictsNear(project, tag, note)
      return (unsaid.sum + said.sum) / (unsaid.total + said.total)
    })
  }
}

/** How probable each tag is, before the vote. */
function chancesOf(
  project: TaggedProject,
  weights: TagWeights,
  note: ReadNote,
  own: Evidence[],
  neighbors: Neighbor[],
): number[] {
  const said = project.tags.map((tag) => tag.said.get(note.id))
  const logits = inputsOf(project, own, neighbors).map((inputs, t) => weigh(inputs, weights) + certainty(said[t]))
  return rivalled(logits, weights).map((logit, t) => (said[t] === undefined ? chance(logit) : Number(said[t])))
}

const certainty = (holds: boolean | undefined): number => (holds === undefined ? 0 : holds ? CERTAIN : -CERTAIN)

function verdictsNear({ nearness }: TaggedProject, { voters }: ReadyTag, note: ReadNote): { sum: number; total: number } {
  let [sum, total] = [0, 0]
  for (const { observationId, holds, vector } of voters) {
    if (observationId === note.id || !vector || vector.length !== note.vector?.length) continue
    const weight = JUDGED * nearness(dot(vector, note.vector))
    sum += weight * Number(holds)
    total += weight
  }
  return { sum, total }
}
