// Shared by all decisions of people about issues: they run under the project's digest lock, and every later pass of the
// digest respects them.
import { type Decider, isDecided } from '../../contract/labels.ts'
import { conflict } from '../../contract/refusal.ts'
import { bumpDigestVersion, lockDigestState } from '../../db/digest/digest-states.ts'
import { recountIssues } from '../../db/issues/issue-counters.ts'
import type { IssueRow } from '../../db/issues/issue-lists.ts'
import { placeObservations } from '../../db/issues/issue-members.ts'
import { reopenIfObservedSince, takeBackRegressions } from '../../db/issues/issue-regressions.ts'
import { askToRedescribe } from '../../db/issues/issue-rewordings.ts'
import { insertIssues, markDecided, markMerged, updateIssueRow } from '../../db/issues/issues.ts'
import { selectObservation } from '../../db/observations/observations.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { audit, MACHINE } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { noteRegression } from './note-regression.ts'
import { requireIssue } from './read-issues.ts'

/** `by` is a person unless it says that an assistant decides. */
export type Change = { tx: Tx; version: number; by?: Decider }

/** Runs a change under the project's digest lock, with a new version that tells workers to reload. */
export function underDigestLock<T>(
  deps: Deps,
  projectId: string,
  work: (change: Change) => Promise<T>,
  by: Decider = 'person',
): Promise<T> {
  return inTransaction(deps.db, async (tx) => work({ ...(await lockForChange(tx, projectId)), by }))
}

export async function lockForChange(tx: Tx, projectId: string): Promise<Change> {
  await lockDigestState(tx, projectId)
  return { tx, version: await bumpDigestVersion(tx, projectId) }
}

export async function requireUnmerged(tx: Tx, projectId: string, id: string): Promise<IssueRow> {
  const issue = await requireIssue(tx, projectId, id)
  if (issue.merged_into !== null) throw conflict(`this issue was merged into ${issue.merged_into}`)
  return issue
}

/** Without a title, the issue gets the title of its first observation until the digest finds a better one. */
type OpenedIssue = { observationId: string; title?: string | undefined; version: number; by?: Decider }

/** Returns the id of the new issue. */
export async function openIssue(
  tx: Tx,
  deps: Deps,
  projectId: string,
  { observationId, title, version, by = 'person' }: OpenedIssue,
): Promise<string> {
  const id = deps.newId()
  const observation = await selectObservation(tx, projectId, observationId)
  await insertIssues(
    tx,
    projectId,
    [{ id, title: title ?? observation?.title ?? '', at: deps.now() }],
    version,
  )
  // An assistant's text may contain what users said, so agents do not see it before a person accepts it.
  if (title) await updateIssueRow(tx, projectId, id, { title_by: by, accepted: by === 'person' }, deps.now())
  return id
}

export function placeForGood(
  { tx, by = 'person' }: Pick<Change, 'tx' | 'by'>,
  projectId: string,
  observationIds: string[],
  issueId: string,
): Promise<void> {
  const placements = observationIds.map((observationId) => ({
    observationId,
    issueId,
    score: null,
    byModel: false,
  }))
  return placeObservations(tx, projectId, placements, by)
}

/**
 * Recounts both issues and marks both as decided by people. An issue that lost its last observation redirects to the
 * other.
 */
export async function recountBoth(
  tx: Tx,
  deps: Deps,
  projectId: string,
  [one, other]: [string, string],
  version: number,
): Promise<void> {
  await markDecided(tx, projectId, [one, other], version)
  await recountIssues(tx, projectId, [one, other])
  for (const [id, heir] of [
    [one, other],
    [other, one],
  ] as const) {
    const { observation_count, title_by } = await requireIssue(tx, projectId, id)
    if (observation_count === 0 && !isDecided(title_by) && id !== heir)
      await markMerged(tx, projectId, id, heir, version, deps.now())
  }
  await refreshIssues(tx, deps, projectId, [one, other])
}

/**
 * For issues whose members changed. Regressions are settled at once; titles and severities follow in the digest's next
 * step.
 */
export async function refreshIssues(tx: Tx, deps: Deps, projectId: string, ids: string[]): Promise<void> {
  for (const id of await takeBackRegressions(tx, projectId, ids, deps.now()))
    await audit(tx, deps, projectId, { actor: MACHINE, action: 'issue.regression_taken_back', subjectId: id })
  await askToRedescribe(tx, projectId, ids)
}

/** Reopens a resolved issue when a person moves an observation into it that is newer than the resolution. */
export async function reopenIfSeen(
  tx: Tx,
  deps: Deps,
  projectId: string,
  id: string,
  observationIds: string[],
): Promise<void> {
  if (await reopenIfObservedSince(tx, projectId, id, observationIds, deps.now()))
    await noteRegression(tx, deps, projectId, id)
}
