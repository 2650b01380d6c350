// The periodic merge pass over a project's issues, and the saving of what grouping learned.
import { foldCounters, moveAllMembers } from '../db/issues/issue-members.ts'
import { inheritPairs, suggestMerges } from '../db/issues/issue-pairs.ts'
import { reopenIfSeenSince } from '../db/issues/issue-regressions.ts'
import { markMerged, saveIssueStates } from '../db/issues/issues.ts'
import type { Tx } from '../db/pool.ts'
import { audit, MACHINE } from '../domain/audit/audit.ts'
import type { Deps } from '../domain/deps.ts'
import type { Grouper } from './group/grouper.ts'

const EVERY = 100 // arrivals; more often costs time and hardly changes the result

export type Merging = { projectId: string; grouper: Grouper; version: number; due: number }

export type Merged = {
  touched: string[]
  sincePass: number
  /** Writes the changed issue states; the background comes back to be written with the project's. */
  save(): Promise<Buffer>
}

export async function mergeAlike(tx: Tx, deps: Deps, work: Merging): Promise<Merged> {
  const { projectId, grouper, version, due } = work
  const save = async () => {
    const { background, issues } = grouper.save()
    const standing = issues.flatMap(({ id, bytes }) => (bytes ? [{ id, bytes }] : []))
    await saveIssueStates(tx, projectId, standing, version)
    return background
  }
  if (due < EVERY) return { touched: [], sincePass: due, save }

  const { merges, suggestions } = grouper.mergePass()
  for (const { from, into } of merges) await foldInto(tx, deps, work, from, into)
  const open = suggestions.filter(({ first, second }) => grouper.has(first) && grouper.has(second))
  const pairs = open.map(({ first, second, score }) => ({ left: first, right: second, score }))
  await suggestMerges(tx, projectId, pairs, deps.now())
  return { touched: merges.map(({ into }) => into), sincePass: 0, save }
}

async function foldInto(
  tx: Tx,
  deps: Deps,
  { projectId, version }: Merging,
  from: string,
  into: string,
): Promise<void> {
  const regressed = await reopenIfSeenSince(tx, projectId, into, from, deps.now())
  const moved = await moveAllMembers(tx, projectId, from, into)
  await inheritPairs(tx, projectId, from, into, deps.now())
  await markMerged(tx, projectId, from, into, version, deps.now())
  await foldCounters(tx, projectId, from, into)
  const facts = { into, observations: moved.length }
  await audit(tx, deps, projectId, { actor: MACHINE, action: 'issue.merged', subjectId: from, facts })
  if (regressed)
    await audit(tx, deps, projectId, { actor: MACHINE, action: 'issue.regressed', subjectId: into })
}
