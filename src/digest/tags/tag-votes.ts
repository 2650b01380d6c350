// Votes for each tag on a note: from the note itself, from its neighbors, and most of all from neighbors that a person
// judged.
import { dot } from '../group/vector.ts'
import type { ReadNote } from './evidence.ts'
import { chance, rivaled, weigh } from './tag-logits.ts'
import type { TagWeights } from './tag-weights.ts'
import { inputsOf, type Reading, type ReadyTag, type TaggedProject } from './tagged-project.ts'

/** A neighbor that a person judged counts this many more votes. */
const JUDGED = 4
/** Mistakes on a tag recur elsewhere, so this share of each correction is added to the tag's logit. */
const LEANING = 0.25
const MOST_LEANING = 3
/** How much a verdict on a note changes the tag's logit when the note's other tags compete. */
const CERTAIN = 3

export function createVotes(project: TaggedProject, weights: TagWeights): (reading: Reading) => number[] {
  const leanings = leaningsOf(project, weights)
  const chances = project.sample.map((reading) => chancesOf(project, weights, leanings, reading))
  return (reading) => {
    const own = chancesOf(project, weights, leanings, reading)
    return project.tags.map((tag, t) => {
      const said = verdictsNear(project, tag, reading.note)
      let [sum, total] = [(own[t] as number) + said.sum, 1 + said.total]
      for (const { at, weight } of reading.neighbors) {
        sum += weight * (chances[at]?.[t] as number)
        total += weight
      }
      return sum / total
    })
  }
}

/** Each tag's probability before the vote. */
function chancesOf(
  project: TaggedProject,
  weights: TagWeights,
  leanings: number[],
  reading: Reading,
): number[] {
  const said = project.tags.map((tag) => tag.said.get(reading.note.id))
  const logits = inputsOf(project, reading).map((inputs, t) => weigh(inputs, weights) + certainty(said[t]))
  return rivaled(logits, weights).map((logit, t) =>
    said[t] === undefined ? chance(logit + (leanings[t] as number)) : Number(said[t]),
  )
}

/**
 * For each tag, the tendency of people's verdicts: positive when it was missing, negative when it was added wrongly.
 */
function leaningsOf(project: TaggedProject, weights: TagWeights): number[] {
  const readings = new Map(project.sample.map((reading) => [reading.note.id, reading]))
  return project.tags.map(({ said }, t) => {
    let sum = 0
    for (const [observationId, holds] of said) {
      const reading = readings.get(observationId)
      sum += Number(holds) - (reading ? untaught(project, weights, reading, t) : 0.5)
    }
    return Math.max(-MOST_LEANING, Math.min(MOST_LEANING, LEANING * sum))
  })
}

/** The tag's probability without any verdicts. */
function untaught(project: TaggedProject, weights: TagWeights, reading: Reading, t: number): number {
  const logits = inputsOf(project, reading).map((inputs) => weigh(inputs, weights))
  return chance((rivaled(logits, weights)[t] as number) - weights.halfWay)
}

const certainty = (holds: boolean | undefined): number =>
  holds === undefined ? 0 : holds ? CERTAIN : -CERTAIN

function verdictsNear(
  { nearness }: TaggedProject,
  { voters }: ReadyTag,
  note: ReadNote,
): { sum: number; total: number } {
  let [sum, total] = [0, 0]
  for (const { observationId, holds, vector } of voters) {
    if (observationId === note.id || !vector || vector.length !== note.vector?.length) continue
    const weight = JUDGED * nearness(dot(vector, note.vector))
    sum += weight * Number(holds)
    total += weight
  }
  return { sum, total }
}
