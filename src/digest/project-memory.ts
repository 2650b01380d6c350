// A worker's copy of what grouping knows of each project, brought up to date under the project's digest lock.
// The database is the truth: the copy is only there to save reading thousands of issues for every batch.
import type { Sentiment } from '../contract/labels.ts'
import { type DigestState, lockDigestState, resetDigestState } from '../db/digest/digest-states.ts'
import { selectNewestMembers } from '../db/issues/issue-members.ts'
import { selectApart } from '../db/issues/issue-pairs.ts'
import { type IssueStateRow, selectIssueStates } from '../db/issues/issues.ts'
import type { Tx } from '../db/pool.ts'
import { lexicalFeatures, type ObservationFeatures } from './features/observation-features.ts'
import { loadGramShares, loadProjection } from './features/trained-weights.ts'
import { createGrouper, type Grouper, type GroupSettings } from './group/grouper.ts'
import { decodeMeaning } from './group/state-codec.ts'
import { moodOf } from './kinds/mood.ts'
import type { CompiledTag } from './tags/compile-tag.ts'

export type ProjectMemories = {
  /** The project's grouper as of this state; the caller holds the digest lock. */
  current(tx: Tx, projectId: string, state: DigestState): Promise<Grouper>
  /** After the commit that made this version and background. */
  keep(projectId: string, version: number, background: Buffer): void
  /** The copy as it is, without a look at the database; undefined when there is none. */
  peek(projectId: string): Grouper | undefined
  /** The project's tags as compiled under this key, or compiled now. */
  compiledTags(projectId: string, key: string, compile: () => CompiledTag[]): CompiledTag[]
  /** After a rollback: the copy holds what never happened. */
  forget(projectId: string): void
}

type Memory = {
  version: number
  background: Buffer | null
  grouper: Grouper
  tags?: { key: string; compiled: CompiledTag[] }
}

const KEPT_PROJECTS = 16
const REBUILT_FROM = 256 // members; enough to know an issue by, and a bound on the cost of a person's change

export function createProjectMemories(model: string, settings: GroupSettings): ProjectMemories {
  const memories = new Map<string, Memory>()
  let priors: Parameters<typeof createGrouper>[1] | undefined
  const load = () => {
    priors ??= { centre: loadProjection().centre, gramShares: loadGramShares() }
    return priors
  }
  const trim = () => {
    const [oldest] = memories.keys()
    if (memories.size > KEPT_PROJECTS && oldest) memories.delete(oldest)
  }
  return {
    async current(tx, projectId, state) {
      const kept = memories.get(projectId)
      const known = kept && kept.version >= state.copies_since ? kept : undefined
      memories.delete(projectId) // and back in: the map's order is that of use
      if (known && !sameBytes(known.background, state.background)) known.grouper.learnFrom(state.background)
      const memory = known ?? {
        version: -1,
        background: state.background,
        grouper: createGrouper(background(state), load(), settings),
      }
      if (memory.version !== state.version) await catchUp(tx, projectId, memory, model, known !== undefined)
      memories.set(projectId, { ...memory, version: state.version, background: state.background })
      trim()
      return memory.grouper
    },
    keep(projectId, version, background) {
      const memory = memories.get(projectId)
      if (memory) Object.assign(memory, { version, background })
    },
    peek: (projectId) => memories.get(projectId)?.grouper,
    compiledTags(projectId, key, compile) {
      const memory = memories.get(projectId)
      if (memory?.tags?.key === key) return memory.tags.compiled
      const compiled = compile()
      if (memory) memory.tags = { key, compiled }
      return compiled
    },
    forget: (projectId) => void memories.delete(projectId),
  }
}

const background = ({ background }: DigestState) => (background ? { background } : {})

const sameBytes = (a: Buffer | null, b: Buffer | null): boolean => (a && b ? a.equals(b) : a === b)

/** Takes the digest lock. What another model learned is put aside: its vectors mean nothing to this one. */
export async function lockForModel(tx: Tx, projectId: string, model: string): Promise<DigestState> {
  const state = await lockDigestState(tx, projectId)
  if (state.model === null || state.model === model) return state
  await resetDigestState(tx, projectId, model)
  return lockDigestState(tx, projectId)
}

async function catchUp(
  tx: Tx,
  projectId: string,
  { version, grouper }: Memory,
  model: string,
  known: boolean,
): Promise<void> {
  const rows = await selectIssueStates(tx, projectId, version)
  const gone = rows.filter((row) => row.merged_into !== null)
  const standing = rows.filter((row) => row.merged_into === null)
  if (known) for (const { id } of gone) grouper.drop(id)
  for (const { id, state, held } of standing) grouper.load(id, state, held)
  await rebuild(tx, projectId, grouper, standing, model)
  for (const [left, right] of await selectApart(tx, projectId)) grouper.keepApart(left, right)
}

/** Issues whose members a person changed have no state: it is made anew from their newest members. */
async function rebuild(
  tx: Tx,
  projectId: string,
  grouper: Grouper,
  rows: IssueStateRow[],
  model: string,
): Promise<void> {
  const ids = rows.filter((row) => row.state === null).map((row) => row.id)
  if (ids.length === 0) return
  const held = new Map(rows.map((row) => [row.id, row.held]))
  for (const member of await selectNewestMembers(tx, projectId, ids, REBUILT_FROM))
    grouper.place(featuresOf(readableBy(model, member)), member.issue_id)
  for (const id of ids) if (held.get(id) && grouper.has(id)) grouper.hold(id)
}

/** A vector of another model is left out: until it is made anew, the observation is known by its words. */
export const readableBy = <T extends { model: string | null; meaning: Buffer | null }>(
  model: string,
  row: T,
): T => (row.model === model ? row : { ...row, meaning: null })

/** What a stored observation is to grouping, from its text and its stored vector. */
export function featuresOf(row: {
  title: string
  description: string
  user_sentiment?: Sentiment
  meaning: Buffer | null
}): ObservationFeatures {
  const text = { ...row, sentiment: row.user_sentiment ? moodOf(row.user_sentiment) : null }
  return { ...lexicalFeatures(text), meaning: row.meaning ? decodeMeaning(row.meaning) : null }
}
