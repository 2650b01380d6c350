// Notes arriving one after the other, grouped as the worker does it: each joins the best issue or opens one, and after
// every batch the issues that changed are looked at again, region by region, with the worker's own functions.
import { createApart } from '../src/digest/group/apart.ts'
import {
  createIssueTable,
  type IssueEntry,
  type IssueTable,
  type Member,
} from '../src/digest/group/issue-table.ts'
import { AGENT_CREDIT, GROUP_SETTINGS, type GroupSettings, type Note } from '../src/digest/group/likeness.ts'
import { judgedBy } from '../src/digest/group/note-likeness.ts'
import { loadPairModel, type PairModel } from '../src/digest/group/pair-model.ts'
import { REGROUPED_AT_ONCE, regionAround } from '../src/digest/group/region.ts'
import { regroup } from '../src/digest/group/regroup.ts'
import { pack } from '../src/digest/group/vector.ts'

export type Grouped = {
  /** The issue of each note, in the order of the notes. */
  issues: string[]
  /** How often a note that was in an issue was moved to another. */
  moves: number
}

export type StreamOptions = {
  /** Where not the one that ships. */
  pairs?: PairModel
  settings?: GroupSettings
  /** The note, by its place, whose issue the agent named for the note at this place; null: none. */
  named?: (at: number) => number | null
  /** False: an arriving note's first guess is its last. */
  lookAgain?: boolean
}

const BATCH = 32
const NOBODY_APART = createApart([])

export function groupStream(notes: Note[], options: StreamOptions = {}): Grouped {
  const { settings = GROUP_SETTINGS, lookAgain = true, named = () => null, pairs = loadPairModel() } = options
  const stream = createStream(settings, pairs)
  for (const [at, note] of notes.entries()) {
    stream.arrive(note, at, named(at))
    if (lookAgain && (at + 1) % BATCH === 0) stream.settle()
  }
  if (lookAgain) stream.settle()
  return {
    issues: notes.map((_, at) => stream.issueOf(at)),
    moves: stream.moves(),
  }
}

function createStream(settings: GroupSettings, pairs: PairModel) {
  const table = createIssueTable()
  const unsettled = new Set<string>()
  const where = new Map<number, string>()
  let opened = 0
  let moves = 0
  const newId = () => `issue-${opened++}`
  const remember = ({ id, members }: Pick<IssueEntry, 'id' | 'members'>) => {
    for (const member of members) {
      const at = Number(member.id)
      if (where.get(at) !== id) moves++
      where.set(at, id)
    }
  }

  function lookAt(issues: IssueEntry[]): void {
    const found = regroup(issues, NOBODY_APART, judgedBy(pairs, table), settings)
    for (const { issueId } of found.emptied) table.drop(issueId)
    for (const { issueId, members } of found.changed) {
      const id = issueId ?? newId()
      const known = table.get(id)
      const size = known && known.size > known.members.length ? known.size : members.length
      table.put({ id, decided: known?.decided ?? false, seen: false, size }, members)
      remember({ id, members })
    }
  }
  return {
    arrive(note: Note, at: number, named: number | null): void {
      const wanted = named === null ? undefined : where.get(named)
      const agent = wanted !== undefined && isPlausible(table, note, wanted, settings) ? wanted : null
      const [best] = table.propose(note, 1)
      const joined = best && best.score >= settings.threshold - settings.arrival ? best.issueId : null
      const id = agent ?? joined ?? newId()
      table.add(id, toMember(note, at, agent !== null))
      where.set(at, id)
      unsettled.add(id)
    },
    settle(): void {
      while (unsettled.size > 0) {
        const region = regionAround(table, [...unsettled].slice(0, REGROUPED_AT_ONCE))
        for (const id of region.settled) unsettled.delete(id)
        if (region.issues.length > 0) lookAt(region.issues)
      }
    },
    issueOf: (at: number) => where.get(at) as string,
    moves: () => moves,
  }
}

/** As the worker takes an agent's word: strong evidence, not an order. */
function isPlausible(
  table: IssueTable,
  note: Note,
  wanted: string,
  { threshold, arrival }: GroupSettings,
): boolean {
  const known = table.propose(note, 20).find(({ issueId }) => issueId === wanted)
  return known !== undefined && known.score >= threshold - arrival - AGENT_CREDIT
}

const ID_WIDTH = 8

export const toMember = ({ vector, ...facts }: Note, at: number, named: boolean): Member => ({
  id: String(at).padStart(ID_WIDTH, '0'),
  ...pack(vector),
  ...facts,
  pinned: false,
  named,
})
