// What the worker compares in one go of a project too large to be looked at as a whole: a few issues that changed, and those
// nearest to them. There near misses are the rule: of the notes of ten products, the most alike.
import { createIssueTable } from '../../src/digest/group/issue-table.ts'
import type { Background } from '../../src/digest/group/likeness.ts'
import { REGROUPED_AT_ONCE, type RegionIssue, regionAround } from '../../src/digest/group/region.ts'
import type { Random } from '../../src/sample/seeded-random.ts'
import { toMember } from '../group-stream.ts'
import { shuffle } from '../shuffle.ts'
import type { LabeledNote } from './shapes.ts'

export type NotesOfRegion = { notes: LabeledNote[]; background: Background }

/** So many regions of a project that is grouped as it should be. */
export function regionsOf(notes: LabeledNote[], count: number, chance: Random): NotesOfRegion[] {
  const table = createIssueTable()
  for (const [at, { note, label }] of notes.entries()) table.add(label, toMember(note, at, false))
  const labels = shuffle([...new Set(notes.map(({ label }) => label))], chance)
  return Array.from({ length: count }, (_, no) => {
    const changed = labels.slice(no * REGROUPED_AT_ONCE, (no + 1) * REGROUPED_AT_ONCE)
    const compared = regionAround(table, changed).issues.flatMap(membersOf)
    return {
      notes: compared.map(({ id }) => notes[Number(id)] as LabeledNote),
      background: table.background(),
    }
  })
}

const membersOf = ({ compared, members }: RegionIssue) => compared ?? members
