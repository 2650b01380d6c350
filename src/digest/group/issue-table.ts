// A project's issues in a worker's memory: the newest notes of each as bytes, and their mean. Grouping needs nothing
// else; it is loaded at once, and stays small however many notes an issue has.

import { createWordFrequencies } from '../features/text/word-frequencies.ts'
import {
  type Background,
  type Calibration,
  calibration,
  difference,
  type Gathering,
  gather,
  issueLikeness,
  type Note,
} from './likeness.ts'
import { type CenterIndex, createCenterIndex } from './nearest-centers.ts'
import { addScaled, dot, type PackedVector, pack, unpack } from './vector.ts'

export type Member = PackedVector &
  Omit<Note, 'vector'> & {
    id: string
    /** Placed by a person or a language model, so regrouping does not move it. */
    pinned: boolean
    /** The agent who wrote it named the issue. */
    named: boolean
  }

type IssueBasics = {
  id: string
  /**
   * A person named, filled, merged or judged it, so the digest takes no notes out of it and never merges it into
   * another.
   */
  decided: boolean
  /** Somebody has opened it, so it keeps its id unless it is merged into a larger one that somebody has opened, too. */
  seen: boolean
  /** The number of all its notes, including those not in memory. */
  size: number
}

export type IssueEntry = IssueBasics &
  Gathering & {
    /** The newest notes, oldest first. */
    members: Member[]
  }

type Candidate = { issueId: string; score: number }

/** How many notes of an issue are kept in memory: enough to compare it. */
export const KNOWN_MEMBERS = 48

/**
 * Up to this many issues are all compared exactly; with more, only those that a quick search finds
 * (nearest-centers.ts).
 */
const ALL_COMPARED = 256
/**
 * The quick search ignores sentiments, kinds and sizes, which change the order a little, so it returns this many more.
 */
const SPARE = 128

export type IssueTable = {
  get(id: string): IssueEntry | undefined
  has(id: string): boolean
  count(): number
  entries(): Iterable<IssueEntry>
  /** Replaces an issue. */
  put(facts: IssueBasics, members: Member[]): void
  add(id: string, member: Member): void
  /** An issue that loses its last note is dropped. */
  remove(id: string, memberId: string): void
  drop(id: string): void
  background(): Background
  /** How rare a word is: the logarithm of the number of known notes per note with the word. */
  rarity(word: number): number
  /** The issues nearest to a note, best first. */
  propose(note: Note, count: number): Candidate[]
  /** The issues nearest to a vector, best first, regardless of kinds and sentiments. */
  nearest(vector: Float32Array, count: number): Candidate[]
  /** The issues nearest to an issue, best first, without the issue itself. */
  neighbors(id: string, count: number): Candidate[]
  /** Some vectors from all over the project. */
  sample(count: number): Float32Array[]
}

/** @param foreign the encoder's mean cosine of texts about different products; undefined for the bundled encoder */
export function createIssueTable(foreign: () => number | undefined = () => undefined): IssueTable {
  const table = new Map<string, IssueEntry>()
  const frequencies = createWordFrequencies()
  let common: Background | null = null
  let changes = 0
  let index: CenterIndex | null = null

  // The background changes slowly and takes a pass over all issues, so it is renewed when a tenth of them changed.
  const changed = () => {
    changes++
    if (changes * 10 > table.size) common = null
  }
  const put = (facts: IssueBasics, members: Member[]) => {
    const known = [...members].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(-KNOWN_MEMBERS)
    const entry = { ...facts, ...gather(known), members: known }
    frequencies.replace(table.get(facts.id)?.members ?? [], known)
    table.set(facts.id, entry)
    index?.set(facts.id, entry)
    changed()
  }
  const drop = (id: string) => {
    frequencies.replace(table.get(id)?.members ?? [], [])
    table.delete(id)
    index?.remove(id)
    changed()
  }
  const indexed = (length: number): CenterIndex => {
    if (index) return index
    index = createCenterIndex(length)
    for (const [id, entry] of table) index.set(id, entry)
    return index
  }
  const near = (vector: Float32Array, count: number, by: 'mean' | 'center'): Iterable<IssueEntry> => {
    if (table.size <= ALL_COMPARED) return table.values()
    const ids = indexed(vector.length).nearest(pack(vector), count + SPARE, by)
    return ids.map((id) => table.get(id) as IssueEntry)
  }
  const background = (): Background => {
    if (!common) changes = 0
    common ??= backgroundOf(table.values(), foreign())
    return common
  }
  return {
    get: (id) => table.get(id),
    has: (id) => table.has(id),
    count: () => table.size,
    entries: () => table.values(),
    put,
    add(id, member) {
      const entry = table.get(id)
      if (!entry) return put({ id, decided: false, seen: false, size: 1 }, [member])
      put({ ...entry, size: entry.size + 1 }, [...entry.members, member])
    },
    remove(id, memberId) {
      const entry = table.get(id)
      if (!entry) return
      const left = entry.members.filter((member) => member.id !== memberId)
      if (left.length === 0) drop(id)
      else put({ ...entry, size: entry.size - 1 }, left)
    },
    drop,
    background,
    rarity: frequencies.rarity,
    propose(note, count) {
      const { calibrated } = background()
      return best(near(note.vector, count, 'mean'), count, (entry) => likenessTo(entry, note, calibrated))
    },
    nearest(vector, count) {
      const { calibrated } = background()
      return best(near(vector, count, 'mean'), count, ({ sum, members }) =>
        calibrated(dot(vector, sum) / Math.max(1, members.length)),
      )
    },
    neighbors(id, count) {
      const own = table.get(id)
      if (!own) return []
      const others = [...near(own.sum, count + 1, 'center')].filter((entry) => entry !== own)
      const { calibrated } = background()
      return best(others, count, (entry) => issueLikeness(own, entry, calibrated))
    },
    sample(count) {
      const step = Math.max(1, Math.ceil(table.size / count))
      const some = [...table.values()].filter((_, at) => at % step === 0)
      return some.flatMap(({ members }) => members.slice(-1).map(unpack))
    },
  }
}

function likenessTo(entry: IssueEntry, note: Note, calibrated: Calibration): number {
  const { members, sum } = entry
  const count = Math.max(1, members.length)
  let opposite = 0
  let other = 0
  for (const member of members) {
    if (member.sign * note.sign < 0) opposite++
    if (member.kind !== note.kind) other++
  }
  return calibrated(dot(note.vector, sum) / count) - difference(opposite / count, other / count)
}

/** Computed from notes and not from issues: if all notes are in one issue, that may be wrong. */
export function backgroundOf(
  gatherings: Iterable<Pick<Gathering, 'sum' | 'count'>>,
  foreign?: number,
): Background {
  let total: Float32Array | null = null
  let notes = 0
  for (const { sum, count } of gatherings) {
    total ??= new Float32Array(sum.length)
    addScaled(total, sum, 1)
    notes += count
  }
  const unrelated = total && notes > 1 ? (dot(total, total) - notes) / (notes * (notes - 1)) : 0
  const center = total?.map((value) => value / notes) ?? new Float32Array()
  return { calibrated: calibration({ unrelated, notes }, foreign), center }
}

function best(
  entries: Iterable<IssueEntry>,
  count: number,
  score: (entry: IssueEntry) => number,
): Candidate[] {
  const found: Candidate[] = []
  for (const entry of entries) {
    const candidate = { issueId: entry.id, score: score(entry) }
    if (found.length === count && candidate.score <= (found[count - 1] as Candidate).score) continue
    let at = found.length
    while (at > 0 && (found[at - 1] as Candidate).score < candidate.score) at--
    found.splice(at, 0, candidate)
    if (found.length > count) found.pop()
  }
  return found
}
