// Streams that once broke grouping: none may collapse into one issue or fall into single notes.
import type { Note } from '../../src/digest/group/likeness.ts'
import { addScaled, normalize } from '../../src/digest/group/vector.ts'
import { seededRandom } from '../../src/sample/seeded-random.ts'
import type { Product } from '../benchmark.ts'
import { leftOutPairs } from '../fit/left-out-pairs.ts'
import { groupStream } from '../group-stream.ts'
import { shuffle } from '../shuffle.ts'
import { averageScores, type GroupingScore, scoreGrouping } from './metrics.ts'
import { notesOf } from './score-groups.ts'

type Labeled = { note: Note; label: string; tags: string[]; length: number }
export type OddStream = { name: string; notes: number; score: GroupingScore; moves: number }

/** Each stream is of one part of the products, so that nothing it is scored with has seen any of them. */
const PART = 0

export function oddStreams(products: Product[]): OddStream[] {
  const productsOf = (part: number) => products.filter((product) => product.part === part).map(labeled)
  const together = (count: number, part = PART) =>
    shuffle(productsOf(part).slice(0, count).flat(), seededRandom(count))
  const [one = [], other = []] = productsOf(PART)
  const parts = [...new Set(products.map(({ part }) => part))]
  /** The mean over all parts: a single one varies by three points with the order of its notes. */
  const mixed = (name: string, count: number) =>
    mean(parts.map((part) => scored(name, together(count, part), part)))
  return [
    scored('20 notes', one.slice(0, 20)),
    scored('one topic: the notes of one tag', oneTopic(one)),
    scored('one agent that always writes alike', alike(one)),
    scored(
      'every second note the same text',
      other.flatMap((note) => [note, other[0] as Labeled]),
    ),
    scored('the longest quarter of five products', byLength(together(5)).slice(-QUARTER)),
    scored('the shortest quarter of five products', byLength(together(5)).slice(0, QUARTER)),
    mixed('five products in one project', 5),
    mixed('ten products in one project', 10),
  ]
}

const QUARTER = 230

const labeled = (product: Product): Labeled[] =>
  notesOf(product).map((note, at) => {
    const { label, tags, title, description } = product.notes[at] as Product['notes'][number]
    return { note, label: `${product.name} ${label}`, tags, length: title.length + description.length }
  })

function mean(streams: OddStream[]): OddStream {
  const of = (value: (stream: OddStream) => number) =>
    streams.reduce((sum, stream) => sum + value(stream), 0) / streams.length
  return {
    name: streams[0]?.name ?? '',
    notes: Math.round(of(({ notes }) => notes)),
    score: averageScores(streams.map(({ score }) => score)),
    moves: of(({ moves }) => moves),
  }
}

function scored(name: string, stream: Labeled[], part = PART): OddStream {
  const { issues, moves } = groupStream(
    stream.map(({ note }) => note),
    { pairs: leftOutPairs({ part }) },
  )
  const labels = stream.map(({ label }) => label)
  return { name, notes: stream.length, score: scoreGrouping(issues, labels), moves: moves / stream.length }
}

/** Near misses all around. */
function oneTopic(notes: Labeled[]): Labeled[] {
  const [topic] = notes.flatMap(({ tags }) => tags)
  return notes.filter(({ tags }) => tags.includes(topic ?? ''))
}

const COMMON_SHARE = 0.6

/** The same beginning and end in every note: all vectors lean towards one. */
function alike(notes: Labeled[]): Labeled[] {
  const common = new Float32Array(notes[0]?.note.vector.length ?? 0)
  for (const { note } of notes) addScaled(common, note.vector, 1)
  normalize(common)
  return notes.map((one) => {
    const vector = Float32Array.from(one.note.vector)
    addScaled(vector, common, COMMON_SHARE)
    return { ...one, note: { ...one.note, vector: normalize(vector) } }
  })
}

/** The shortest or longest, in the order in which they came. */
function byLength(notes: Labeled[]): Labeled[] {
  return [...notes].sort((one, other) => one.length - other.length)
}
