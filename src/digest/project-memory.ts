// A worker's in-memory copies of projects, so that grouping does not query the database. A copy is current when its
// version is that of the project's digest state; otherwise the changed issues are reloaded.
import { ISSUE_KINDS, isDecided } from '../contract/labels.ts'
import {
  type DigestState,
  FROM_THE_START,
  lockDigestState,
  selectDigestState,
  startModel,
} from '../db/digest/digest-states.ts'
import { type KnownNote, selectChangedIssues, selectKnownNotes } from '../db/issues/issue-notes.ts'
import { selectApart } from '../db/issues/issue-pairs.ts'
import type { Database, Tx } from '../db/pool.ts'
import { decodeWordsTogether } from './features/text/note-words.ts'
import { type Apart, createApart } from './group/apart.ts'
import { createIssueTable, type IssueTable, KNOWN_MEMBERS, type Member } from './group/issue-table.ts'
import { signOf } from './group/likeness.ts'
import { decodeTogether, type PackedVector } from './group/vector.ts'
import type { TagMatcher } from './tags/tag-matcher.ts'

export type ProjectMemory = { version: number; table: IssueTable; apart: Apart }

export type ProjectMemories = {
  /** The project as of a moment ago, read without a lock, so that little remains to read under it. */
  read(db: Database, projectId: string): Promise<ProjectMemory>
  /** The current project. Call it under the project's digest lock. */
  current(tx: Tx, projectId: string, state: DigestState): Promise<ProjectMemory>
  /** Call it after the commit that created this version. */
  keep(projectId: string, version: number): void
  /** The copy without a look at the database; undefined when there is none. */
  peek(projectId: string): ProjectMemory | undefined
  /** The project's tags as stored under this key. */
  compiledTags(projectId: string, key: string): TagMatcher | undefined
  keepTags(projectId: string, key: string, compiled: TagMatcher): void
  /** Call it after a rollback, when the copy contains changes that were never committed. */
  forget(projectId: string): void
}

type Kept = ProjectMemory & { tags?: { key: string; compiled: TagMatcher } }

const KEPT_PROJECTS = 16
const NEVER = -1

export function createProjectMemories(
  model: string,
  foreign: () => number | undefined = () => undefined,
): ProjectMemories {
  const memories = new Map<string, Kept>()

  async function upToDate(tx: Tx | Database, projectId: string, state: DigestState): Promise<Kept> {
    const known = memories.get(projectId)
    const usable = known && known.version >= state.copies_since
    const memory: Kept = usable
      ? known
      : { version: NEVER, table: createIssueTable(foreign), apart: createApart([]) }
    memories.delete(projectId) // and inserted again: the map is in order of use
    if (memory.version !== state.version) {
      await catchUp(tx, projectId, memory, model)
      memory.apart = createApart(await selectApart(tx, projectId))
      memory.version = state.version
    }
    memories.set(projectId, memory)
    const [oldest] = memories.keys()
    if (memories.size > KEPT_PROJECTS && oldest) memories.delete(oldest)
    return memory
  }
  return {
    read: async (db, projectId) => upToDate(db, projectId, await selectDigestState(db, projectId)),
    current: upToDate,
    keep(projectId, version) {
      const memory = memories.get(projectId)
      if (memory) memory.version = version
    },
    peek: (projectId) => memories.get(projectId),
    compiledTags(projectId, key) {
      const tags = memories.get(projectId)?.tags
      return tags?.key === key ? tags.compiled : undefined
    },
    keepTags(projectId, key, compiled) {
      const memory = memories.get(projectId)
      if (memory) memory.tags = { key, compiled }
    },
    forget: (projectId) => void memories.delete(projectId),
  }
}

/** Issues loaded at once, so that the first load of a large project neither times out nor keeps all rows in memory. */
const PAGE = 500

async function catchUp(
  tx: Tx | Database,
  projectId: string,
  { version, table }: ProjectMemory,
  model: string,
): Promise<void> {
  let after: { version: number; id: string | null } = { version, id: null }
  for (;;) {
    const changed = await selectChangedIssues(tx, projectId, after, PAGE)
    for (const { id } of changed) table.drop(id)
    const ids = changed.filter(({ merged_into }) => merged_into === null).map(({ id }) => id)
    const notes = await selectKnownNotes(tx, projectId, { ids, model, each: KNOWN_MEMBERS })
    for (const [id, own] of byIssue(notes)) {
      const { held, size } = own[0] as KnownNote
      table.put({ id, decided: held, seen: false, size }, toMembers(own))
    }
    const last = changed.at(-1)
    if (!last || changed.length < PAGE) return
    after = { version: last.state_version, id: last.id }
  }
}

function byIssue(notes: KnownNote[]): Map<string, KnownNote[]> {
  const issues = new Map<string, KnownNote[]>()
  for (const note of notes) {
    const own = issues.get(note.id)
    if (own) own.push(note)
    else issues.set(note.id, [note])
  }
  return issues
}

function toMembers(notes: KnownNote[]): Member[] {
  const vectors = decodeTogether(notes.map(({ meaning }) => meaning))
  const words = decodeWordsTogether(notes.map((note) => note.words))
  return notes.map((note, at) => toMember(note, vectors[at] as PackedVector, words[at] as Uint32Array))
}

const toMember = (row: KnownNote, { bytes, scale }: PackedVector, words: Uint32Array): Member => ({
  id: row.observation_id,
  bytes,
  scale,
  sign: signOf(row.user_sentiment),
  kind: ISSUE_KINDS.indexOf(row.kind),
  language: row.language,
  length: row.length,
  words,
  pinned: isDecided(row.placed_by) || row.by_model,
  named: row.placed_by === 'agent',
})

/** Takes the digest lock. Starts reading a project again, in the background, when another model has read it. */
export async function lockForModel(tx: Tx, projectId: string, model: string): Promise<DigestState> {
  const state = await lockDigestState(tx, projectId)
  if (state.model === model) return state
  await startModel(tx, projectId, model, state.model === null ? state.requeued_to : FROM_THE_START)
  return lockDigestState(tx, projectId)
}
