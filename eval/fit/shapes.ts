// Projects in other shapes than the benchmark's, made from its notes.
import type { Note } from '../../src/digest/group/likeness.ts'
import { addScaled, normalize } from '../../src/digest/group/vector.ts'
import type { Random } from '../../src/sample/seeded-random.ts'
import type { Product } from '../benchmark.ts'
import { notesOf } from '../score/score-groups.ts'
import { shuffle } from '../shuffle.ts'

export type LabeledNote = { note: Note; label: string; tags: string[] }

export const labeledNotes = (product: Product): LabeledNote[] =>
  notesOf(product).map((note, at) => {
    const { label, tags } = product.notes[at] as Product['notes'][number]
    return { note, label: `${product.name} ${label}`, tags }
  })

/** A project whose users all speak English. */
export const inEnglish = (notes: LabeledNote[]): LabeledNote[] =>
  notes.filter(({ note }) => note.language === 'en')

const MOST_TOPICS = 3

/** A project about one thing or two: the notes of some tags. */
export function ofSomeTags(notes: LabeledNote[], chance: Random): LabeledNote[] {
  const tags = shuffle([...new Set(notes.flatMap((one) => one.tags))], chance)
  const topics = new Set(tags.slice(0, 1 + Math.floor(chance() * MOST_TOPICS)))
  return notes.filter((one) => one.tags.some((tag) => topics.has(tag)))
}

const FEW_ISSUES = 20
const FEW_EACH = 4
const ALONE = 0.7

/** A project that has just begun: some issues, most with one note. */
export function aFew(notes: LabeledNote[], chance: Random): LabeledNote[] {
  const upTo = (most: number) => 1 + Math.floor(chance() * most)
  const labels = shuffle([...new Set(notes.map(({ label }) => label))], chance).slice(0, 1 + upTo(FEW_ISSUES))
  return labels.flatMap((label) =>
    shuffle(
      notes.filter((one) => one.label === label),
      chance,
    ).slice(0, chance() < ALONE ? 1 : upTo(FEW_EACH)),
  )
}

const GROWN_ISSUES = 6
const LEAST_TO_GROW = 4
const SHORTEST_SHARE = 0.15

/**
 * Some issues have many more notes, as a popular one has after months: each as far from the issue's center as some other
 * note is from its own. And all notes are shorter, as those of a terse agent.
 * @param most that an issue gains
 */
export function grown(notes: LabeledNote[], chance: Random, most: number): LabeledNote[] {
  const centers = centersOf(notes)
  const told = notes.filter(({ label }) => (centers.get(label)?.count ?? 0) >= LEAST_TO_GROW)
  const large = shuffle([...new Set(told.map(({ label }) => label))], chance).slice(0, GROWN_ISSUES)
  const pick = <T>(some: T[]): T => some[Math.floor(chance() * some.length)] as T
  const more = large.flatMap((label) => {
    const own = told.filter((one) => one.label === label)
    const wanted = Math.floor(chance() * most)
    return Array.from({ length: wanted }, () => ({
      ...pick(own),
      note: moved(pick(told), pick(own), centers),
    }))
  })
  const share = SHORTEST_SHARE + chance() * (1 - SHORTEST_SHARE)
  return [...notes, ...more].map(({ note, ...known }) => ({
    ...known,
    note: { ...note, length: note.length * share },
  }))
}

type Center = { sum: Float32Array; count: number }

function centersOf(notes: LabeledNote[]): Map<string, Center> {
  const centers = new Map<string, Center>()
  for (const { note, label } of notes) {
    const center = centers.get(label) ?? { sum: new Float32Array(note.vector.length), count: 0 }
    addScaled(center.sum, note.vector, 1)
    centers.set(label, { ...center, count: center.count + 1 })
  }
  return centers
}

/** A note of another issue, as if it were about this one: with its distance from the center, language and length. */
function moved(other: LabeledNote, like: LabeledNote, centers: Map<string, Center>): Note {
  const [from, to] = [centers.get(other.label), centers.get(like.label)] as [Center, Center]
  const vector = Float32Array.from(other.note.vector)
  addScaled(vector, from.sum, -1 / from.count)
  addScaled(vector, to.sum, 1 / to.count)
  const { language, length } = other.note
  return { ...like.note, vector: normalize(vector), language, length }
}
