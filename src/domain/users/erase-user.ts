// Erases an end user: everything they said and answered, and every trace of it.
import type { UserErased } from '../../contract/users/users.ts'
import { forgetSubjects, insertAudit, updateAuditFacts } from '../../db/audit/audit-log.ts'
import { forgetResponsesTo } from '../../db/idempotency-keys.ts'
import { deleteWaitingRowsOf } from '../../db/imports/import-rows.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { selectUserAnswerIds } from '../../db/research/answers.ts'
import { deleteStudyLists } from '../../db/research/study-lists.ts'
import { deleteUserShowings } from '../../db/research/study-showings.ts'
import { selectUserObservationIds } from '../../db/users/project-users.ts'
import type { Actor } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { REMOVED_AT_ONCE, removeObservations } from '../observations/remove-observations.ts'
import { eraseViewsOf } from '../projects/manage-views.ts'
import { removeAnswers } from '../research/remove-answers.ts'

/**
 * Works in short transactions, each of which leaves everything consistent: after a crash the call can be repeated and
 * continues where it stopped. The audit log records that it happened and how much was erased, but not for whom.
 */
export async function eraseUser(
  deps: Deps,
  actor: Actor,
  projectId: string,
  userId: string,
): Promise<UserErased> {
  const entry = deps.newId()
  const erased = await inTransaction(deps.db, async (tx) => {
    const ids = await selectUserAnswerIds(tx, projectId, userId)
    const answers = await removeAnswers(tx, projectId, ids)
    await deleteUserShowings(tx, projectId, userId)
    await forgetResponsesTo(tx, projectId, userId)
    await deleteStudyLists(tx, projectId, userId)
    await deleteWaitingRowsOf(tx, projectId, userId)
    await eraseViewsOf(tx, projectId, userId)
    const facts = { observations: 0, answers }
    const erasure = { actor, action: 'user.erased', subject_id: null, facts }
    await insertAudit(tx, projectId, [{ id: entry, at: deps.now(), ...erasure }])
    return facts
  })
  for (;;) {
    const removed = await inTransaction(deps.db, async (tx) => {
      const removed = await removeSome(tx, deps, projectId, userId)
      if (removed === null) return null
      await updateAuditFacts(tx, projectId, entry, {
        ...erased,
        observations: erased.observations + removed,
      })
      return removed
    })
    if (removed === null) return erased
    erased.observations += removed
  }
}

/** Null if there are none. Others may remove rows at the same time, even all that were found; then there may be more. */
async function removeSome(tx: Tx, deps: Deps, projectId: string, userId: string): Promise<number | null> {
  const ids = await selectUserObservationIds(tx, projectId, userId, REMOVED_AT_ONCE)
  if (ids.length === 0) return null
  // Includes posts that arrived since the erasure began.
  await forgetResponsesTo(tx, projectId, userId)
  await forgetSubjects(tx, projectId, ids)
  return removeObservations(tx, deps, projectId, ids)
}
