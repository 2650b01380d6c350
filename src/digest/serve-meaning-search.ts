// Answers a search by meaning: the observations and issues closest to a text. Finds issues in the worker's copy of the
// project, then the closest of their notes, which bounds the work.
import { isUnreachable } from '../db/error-codes.ts'
import {
  answerMeaningSearch,
  type MeaningFinding,
  type Near,
  selectOpenMeaningSearch,
} from '../db/observations/meaning-searches.ts'
import type { Deps } from '../domain/deps.ts'
import type { Engine } from './engine.ts'
import type { IssueTable } from './group/issue-table.ts'
import { dot } from './group/vector.ts'

/** Issues whose notes are compared one by one. */
const ISSUES_LOOKED_INTO = 64
const MOST_ISSUES = 20
/** On sample data and the benchmark, related sentences reach 0.66 and unrelated ones seldom do. */
const NEAR_ENOUGH = 0.6
const MOST_OBSERVATIONS = 50

/** Answers one waiting search, if there is one. The caller has claimed the project. */
export async function serveMeaningSearch(deps: Deps, engine: Engine, projectId: string): Promise<void> {
  const search = await selectOpenMeaningSearch(deps.db, projectId, deps.now())
  if (!search) return
  const finding = await find(deps, engine, projectId, search.sought).catch((error: unknown) => {
    if (isUnreachable(error)) throw error
    return null // reported to the caller; observations must not wait for it
  })
  await answerMeaningSearch(deps.db, projectId, search.id, finding, deps.now())
}

async function find(deps: Deps, engine: Engine, projectId: string, sought: string): Promise<MeaningFinding> {
  const { vectors, fault } = await engine.embedOnce([sought])
  const [vector] = vectors
  if (fault !== null || !vector) throw new Error(fault ?? 'The encoder gave no vector.')
  const { table } = await engine.memories.read(deps.db, projectId)
  return nearestTo(vector, table)
}

function nearestTo(vector: Float32Array, table: IssueTable): MeaningFinding {
  const { calibrated: likeness } = table.background()
  const notesOf = (issueId: string): Near[] =>
    (table.get(issueId)?.members ?? [])
      .map(({ id, bytes, scale }) => ({ id, likeness: likeness(dot(vector, bytes) * scale) }))
      .filter((note) => note.likeness >= NEAR_ENOUGH)
  const found = table
    .nearest(vector, ISSUES_LOOKED_INTO)
    .map(({ issueId }) => ({ id: issueId, notes: notesOf(issueId) }))
    .filter(({ notes }) => notes.length > 0)
  // An issue is as close as its closest note, so that many other notes do not outweigh it.
  const issues = found.map(({ id, notes }) => ({
    id,
    likeness: Math.max(...notes.map((note) => note.likeness)),
  }))
  return {
    observations: best(
      found.flatMap(({ notes }) => notes),
      MOST_OBSERVATIONS,
    ),
    issues: best(issues, MOST_ISSUES),
  }
}

const best = (some: Near[], most: number): Near[] =>
  some
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, most)
    .map(({ id, likeness }) => ({ id, likeness: Math.round(likeness * 100) / 100 }))
