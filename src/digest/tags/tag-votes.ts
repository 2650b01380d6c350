// The share of votes that each tag gets on a note: from the note itself, from its neighbors, and above all from the
// neighbors that a person judged.
import { dot } from '../group/vector.ts'
import type { ReadNote } from './evidence.ts'
import { chance, rivaled, weigh } from './tag-logits.ts'
import type { TagWeights } from './tag-weights.ts'
import { inputsOf, type Reading, type ReadyTag, type TaggedProject } from './tagged-project.ts'

/** A neighbor that a person judged counts like so many more. */
const JUDGED = 4
/** A tag that people corrected was too eager or too shy elsewhere, too: so much of each mistake is added to its logit. */
const LEANING = 0.25
const MOST_LEANING = 3
/** What a verdict on a note adds to the tag's logit, or takes from it, when the note's other tags compete with it. */
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

/** How probable each tag is, before the vote. */
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

/** For each tag, what people's verdicts have in common: above zero where it was missing, below where it was too much. */
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

/** How probable the tag would be if nobody had said anything. */
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
