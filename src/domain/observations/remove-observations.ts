// Removes observations permanently, and restores every counter, issue and quote to the state without them.
import { forgetFoundTitles } from '../../db/audit/audit-log.ts'
import { bumpDigestVersion, lockDigestState, outdateCopies } from '../../db/digest/digest-states.ts'
import {
  deleteEmptyIssues,
  rewordIssues,
  selectQuoting,
  selectWordedByModel,
  unsettleIssues,
} from '../../db/issues/issue-rewordings.ts'
import { forgetAcceptedTitles } from '../../db/issues/known-issues.ts'
import {
  countDepartures,
  deleteObservations,
  type Leaving,
  restoreBounds,
  selectLeaving,
  uncountProject,
} from '../../db/observations/observation-removals.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../deps.ts'

/** A transaction removes at most this many, because it holds the project's digest lock. */
export const REMOVED_AT_ONCE = 500

/** Returns how many ids were observations of this project. Runs in the caller's transaction, under the digest lock. */
export async function removeObservations(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  projectId: string,
  ids: string[],
): Promise<number> {
  await lockDigestState(tx, projectId)
  const left = await selectLeaving(tx, projectId, ids)
  if (left.length === 0) return 0
  const gone = left.map(({ id }) => id)
  await deleteObservations(tx, projectId, gone)
  await countDepartures(tx, projectId, left)
  await uncountProject(tx, projectId, left)
  await settleIssues(tx, projectId, issuesOf(left), gone, now())
  const titles = left.map(({ title }) => title)
  await forgetAcceptedTitles(tx, projectId, { titles, issueIds: issuesOf(left) })
  return left.length
}

const issuesOf = (left: Leaving[]): string[] => [
  ...new Set(left.flatMap(({ issue_id }) => (issue_id === null ? [] : [issue_id]))),
]

/**
 * Deletes issues without observations, even ones that a person named, because their text came from the observations.
 */
async function settleIssues(
  tx: Tx,
  projectId: string,
  touched: string[],
  gone: string[],
  at: Date,
): Promise<void> {
  const version = await bumpDigestVersion(tx, projectId)
  const quoting = await selectQuoting(tx, projectId, gone)
  await forgetFoundTitles(tx, projectId, [...touched, ...quoting])
  if ((await deleteEmptyIssues(tx, projectId, touched)) > 0) await outdateCopies(tx, projectId, version)
  await restoreBounds(tx, projectId, touched)
  await unsettleIssues(tx, projectId, touched, version)
  const speaking = [...quoting, ...(await selectWordedByModel(tx, projectId, touched))]
  await rewordIssues(tx, projectId, [...new Set(speaking)], at)
}
