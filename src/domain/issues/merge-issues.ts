// Merging two issues, undoing a merge, and keeping two issues apart.
import type { IssueDetail } from '../../contract/issues/issues.ts'
import { conflict } from '../../contract/refusal.ts'
import { recountIssues } from '../../db/issues/issue-counters.ts'
import { moveAllMembers, pinMembers, selectMembersAmong } from '../../db/issues/issue-members.ts'
import { insertMerge, markUndone, selectLastMerge } from '../../db/issues/issue-merges.ts'
import { inheritPairs, keepApart, selectChance } from '../../db/issues/issue-pairs.ts'
import { markDecided, markMerged, touchIssues } from '../../db/issues/issues.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import {
  type Change,
  placeForGood,
  recountBoth,
  refreshIssues,
  reopenIfSeen,
  requireUnmerged,
  underDigestLock,
} from './issue-decisions.ts'
import { getIssue, requireIssue } from './read-issues.ts'

export async function mergeIssue(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  into: string,
): Promise<IssueDetail> {
  await underDigestLock(deps, projectId, (change) => mergeWithin(change, deps, actor, projectId, id, into))
  return getIssue(deps, projectId, into)
}

/** Part of the caller's change. */
export async function mergeWithin(
  { tx, version, by = 'person' }: Change,
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  into: string,
): Promise<void> {
  const from = await requireUnmerged(tx, projectId, id)
  const target = await requireUnmerged(tx, projectId, into)
  if (from.id === target.id) throw conflict('an issue cannot be merged into itself')
  const chance = await selectChance(tx, projectId, from.id, target.id)
  const observation_ids = await moveAllMembers(tx, projectId, from.id, target.id)
  await pinMembers(tx, projectId, target.id, by)
  await insertMerge(tx, projectId, {
    id: deps.newId(),
    from_id: from.id,
    into_id: target.id,
    observation_ids,
    merged_at: deps.now(),
    merged_by: actor,
    chance,
  })
  await inheritPairs(tx, projectId, from.id, target.id, deps.now())
  await markMerged(tx, projectId, from.id, target.id, version, deps.now())
  await markDecided(tx, projectId, [target.id], version)
  await recountIssues(tx, projectId, [from.id, target.id])
  if (from.status !== 'resolved') await reopenIfSeen(tx, deps, projectId, target.id, observation_ids)
  await refreshIssues(tx, deps, projectId, [target.id])
  const facts = { into: target.id, observations: observation_ids.length }
  await audit(tx, deps, projectId, { actor, action: 'issue.merged', subjectId: from.id, facts })
  const taken = { from: from.id, observations: observation_ids.length }
  await audit(tx, deps, projectId, { actor, action: 'issue.took_in', subjectId: target.id, facts: taken })
}

/**
 * Moves back the observations that the merge brought and that are still there, and keeps the two issues apart from then
 * on.
 */
export async function unmergeIssue(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
): Promise<IssueDetail> {
  await underDigestLock(deps, projectId, async (change) => {
    const { into } = await unmergeWithin(change, deps, actor, projectId, id)
    await keepApart(change.tx, projectId, [id, into], actor, deps.now())
  })
  return getIssue(deps, projectId, id)
}

/**
 * Part of the caller's change, which decides whether the two are kept apart. Returns the issue that contained this one,
 * and the probability that they are the same.
 */
export async function unmergeWithin(
  { tx, version }: Change,
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
): Promise<{ into: string; chance: number | null }> {
  const issue = await requireIssue(tx, projectId, id)
  const merge = await selectLastMerge(tx, projectId, issue.id)
  if (issue.merged_into === null || !merge) throw conflict('no person merged this issue into another')
  const into = await requireUnmerged(tx, projectId, issue.merged_into)
  const back = await selectMembersAmong(tx, projectId, into.id, merge.observation_ids)
  await markMerged(tx, projectId, issue.id, null, version, deps.now())
  await placeForGood({ tx }, projectId, back, issue.id)
  await markUndone(tx, projectId, merge.id, deps.now())
  await recountBoth(tx, deps, projectId, [issue.id, into.id], version)
  const facts = { from: into.id, observations: back.length }
  await audit(tx, deps, projectId, { actor, action: 'issue.unmerged', subjectId: issue.id, facts })
  const given = { into: issue.id, observations: back.length }
  await audit(tx, deps, projectId, { actor, action: 'issue.gave_back', subjectId: into.id, facts: given })
  return { into: into.id, chance: merge.chance }
}

export async function keepIssuesApart(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  from: string,
): Promise<IssueDetail> {
  await underDigestLock(deps, projectId, (change) =>
    keepApartWithin(change, deps, actor, projectId, id, from),
  )
  return getIssue(deps, projectId, id)
}

/** Part of the caller's change. Both are regrouped: similar pairs are less likely now. */
export async function keepApartWithin(
  { tx, version }: Change,
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  from: string,
): Promise<void> {
  const issue = await requireUnmerged(tx, projectId, id)
  const other = await requireUnmerged(tx, projectId, from)
  if (issue.id === other.id) throw conflict('an issue cannot be kept apart from itself')
  await keepApart(tx, projectId, [issue.id, other.id], actor, deps.now())
  await touchIssues(tx, projectId, [issue.id, other.id], version)
  await audit(tx, deps, projectId, {
    actor,
    action: 'issue.kept_apart',
    subjectId: issue.id,
    facts: { from: other.id },
  })
}
