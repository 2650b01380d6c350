// Fits the networks that judge pairs of notes to the benchmark's issues. A project may be young, about many things, or have
// issues larger than any of the benchmark: so each product is a lesson as it is, and in such shapes. Raw reviews are lessons too.

import { backgroundOf } from '../../src/digest/group/issue-table.ts'
import { allMatter } from '../../src/digest/group/judge-pairs.ts'
import { type Background, gather } from '../../src/digest/group/likeness.ts'
import type { NetworkWeights } from '../../src/digest/group/network.ts'
import { cosinesOf } from '../../src/digest/group/note-likeness.ts'
import { withContext } from '../../src/digest/group/pair-context.ts'
import { LOOKED_CLOSER_AT, pairInputs } from '../../src/digest/group/pair-inputs.ts'
import type { PairWeights } from '../../src/digest/group/pair-model.ts'
import { type Network, network } from '../../src/digest/group/run-network.ts'
import { type Random, seededRandom } from '../../src/sample/seeded-random.ts'
import type { Product } from '../benchmark.ts'
import { toMember } from '../group-stream.ts'
import { fitNetwork, type Rows } from './fit-network.ts'
import { regionsOf } from './regions.ts'
import { aFew, grown, inEnglish, type LabeledNote, labeledNotes, ofSomeTags } from './shapes.ts'

const YOUNG = 60
/** Of what is learned from, the share that comes from projects of each shape. */
const SHARES = {
  whole: 0.28,
  english: 0.13,
  young: 0.09,
  few: 0.07,
  topics: 0.05,
  grown: 0.05,
  large: 0.14,
  many: 0.04,
  region: 0.12,
  reviews: 0.07,
}
/** Notes that some issues gain in a project that has grown, and in one whose issues are large. */
const [GROWN, LARGE] = [60, 160]
const FEW_TIMES = 4
const TOPICS_TIMES = 3
/** Of a project of several products, so many pairs are enough. */
const KEPT_OF_MANY = 0.35
/** Products in a project too large to be looked at as a whole, and how often a part of each such project is looked at. */
const [IN_LARGEST, REGION_TIMES] = [10, 2]

type Project = {
  shape: keyof typeof SHARES
  notes: LabeledNote[]
  /** Of the whole project, where the notes are a part of it. */
  background?: Background
}
type Lesson = Rows & { shape: Project['shape'] }

export function fitPairs(products: Product[], reviews: Product[]): PairWeights {
  const projects = [...projectsOf(products), ...reviews.map(projectOfReviews)]
  const alone = learned(projects.map((project) => lesson(project, null)))
  const judge = network(alone)
  const among = learned(projects.map((project) => lesson(project, judge)))
  return { alone, among: { ...among, lastBias: among.lastBias - WHERE_GROUPS_JOIN } }
}

/** The logit from which groups are best made one: chosen on the benchmark. */
const WHERE_GROUPS_JOIN = -1

const times = (count: number, make: () => Project): Project[] => Array.from({ length: count }, make)

function projectsOf(products: Product[]): Project[] {
  const chance = seededRandom(11)
  const all = products.map(labeledNotes)
  return all.flatMap((notes, at): Project[] => [
    { shape: 'whole', notes },
    { shape: 'english', notes: inEnglish(notes) },
    { shape: 'young', notes: notes.slice(0, YOUNG) },
    ...times(FEW_TIMES, () => ({ shape: 'few', notes: aFew(notes, chance) })),
    ...times(TOPICS_TIMES, () => ({ shape: 'topics', notes: ofSomeTags(notes, chance) })),
    { shape: 'grown', notes: grown(notes, chance, GROWN) },
    { shape: 'large', notes: grown(notes, chance, LARGE) },
    { shape: 'many', notes: someFrom(all, at, 3) },
    ...regionsOf(someFrom(all, at, IN_LARGEST), REGION_TIMES, chance).map(
      (region): Project => ({ shape: 'region', ...region }),
    ),
  ])
}

/** The notes of so many products, this one and others from all over. */
const someFrom = (all: LabeledNote[][], at: number, count: number): LabeledNote[] =>
  Array.from({ length: count }, (_, no) => all[(at + no * 7) % all.length] ?? []).flat()

const projectOfReviews = (reviews: Product): Project => ({ shape: 'reviews', notes: labeledNotes(reviews) })

/** @param judge of each pair by itself, where the pairs are to be seen among all of its verdicts */
function lesson({ shape, notes, ...project }: Project, judge: Network | null): Lesson {
  const members = notes.map(({ note }, at) => toMember(note, at, false))
  const background = project.background ?? backgroundOf([gather(members)])
  const byThemselves = pairInputs(members, cosinesOf(members), background)
  const pairs = judge ? withContext(byThemselves, judge, allMatter(members.length)) : byThemselves
  const row = new Float32Array(pairs.width)
  const chance = seededRandom(members.length)
  const rows: Float32Array[] = []
  const truth: number[] = []
  for (let i = 0; i < members.length; i++)
    for (let j = 0; j < i; j++) {
      if (pairs.cosine(i, j) < LOOKED_CLOSER_AT) continue
      if (shape === 'many' && chance() > KEPT_OF_MANY) continue
      pairs.fill(i, j, row, 0)
      rows.push(row.slice())
      truth.push(Number(notes[i]?.label === notes[j]?.label))
    }
  const inputs = new Float32Array(rows.length * row.length)
  for (const [at, values] of rows.entries()) inputs.set(values, at * row.length)
  return { shape, inputs, truth: Uint8Array.from(truth) }
}

function learned(lessons: Lesson[]): NetworkWeights {
  const chance = seededRandom(5)
  return fitNetwork(lessons, widthOf(lessons), picker(lessons, chance), chance)
}

const widthOf = (lessons: Lesson[]): number =>
  lessons.reduce((width, { inputs, truth }) => Math.max(width, inputs.length / truth.length || 0), 0)

/** A pair of a lesson, each shape with its share, each pair of a shape as likely as any other. */
function picker(lessons: Lesson[], chance: Random): () => readonly [Lesson, number] {
  const shapes = Object.entries(SHARES).map(([shape, share]) => {
    const own = lessons.filter((lesson) => lesson.shape === shape)
    const places = own.flatMap((lesson) => Array.from(lesson.truth, (_, at) => [lesson, at] as const))
    return { places, share }
  })
  return () => {
    let at = chance()
    const { places } = shapes.find(({ share }) => {
      at -= share
      return at < 0
    }) as (typeof shapes)[number]
    return places[Math.floor(chance() * places.length)] as readonly [Lesson, number]
  }
}
