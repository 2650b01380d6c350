// Regular chores of a process: writes down when keys were last used, exchanges counts with the other processes, deletes what has
// expired, removes the rows of deleted projects, fills sample projects, has a new database collect its first statistics, and lets
// nothing wait for a time that a wrong clock has set.
import { DAY_MS, dayOf, HOUR_MS } from '../contract/date-time.ts'
import { LIMITS } from '../contract/limits.ts'
import { deleteLinksBefore } from '../db/accounts/account-links.ts'
import { deleteExpiredSignIns } from '../db/accounts/accounts.ts'
import { deleteExpiredOauth } from '../db/accounts/oauth-grants.ts'
import { hastenJobsOfLater } from '../db/digest/digest-jobs.ts'
import { deleteKnownIssuesFetchesBefore } from '../db/guidelines/guideline-fetches.ts'
import { deleteIdempotencyKeysBefore } from '../db/idempotency-keys.ts'
import { deleteEventsBefore } from '../db/integrations/events.ts'
import { createFirstStatistics } from '../db/observations/first-statistics.ts'
import { deleteMeaningSearchesBefore } from '../db/observations/meaning-searches.ts'
import { deleteBudgetsBefore } from '../db/observations/observation-budgets.ts'
import { deleteInvitesBefore } from '../db/projects/project-invites.ts'
import { deleteQuotasBefore } from '../db/projects/request-quotas.ts'
import { deleteStudyListsBefore } from '../db/research/study-lists.ts'
import { deleteTestObservationsBefore } from '../db/sample/test-observations.ts'
import { deleteTagTestsBefore } from '../db/tags/tag-tests.ts'
import type { AgentDeps, Deps } from '../domain/deps.ts'
import { giveUpUnreceived } from '../domain/imports/give-up.ts'
import { applyRetention } from '../domain/privacy/apply-retention.ts'
import { removeDeletedProjects } from '../domain/projects/delete-project.ts'
import type { KeyUses } from '../domain/projects/key-uses.ts'
import { remindOfExpiry } from '../domain/projects/manage-keys.ts'
import { removeMixedSamples } from '../sample/remove-mixed-sample.ts'

const FLUSH_EVERY = 1_000
const CLEAR_EVERY = 2_000
const STUDY_LIST_DAYS = 30
const KNOWN_ISSUES_FETCH_DAYS = 90

export type Chores = { stop(): Promise<void> }

export function startHousekeeping(
  deps: AgentDeps,
  keyUses: KeyUses,
  onError: (error: unknown) => void,
): Chores {
  const told = [keyUses.flush, deps.requests.exchange, deps.budgets.exchange]
  const flush = () => Promise.all(told.map((tell) => tell(deps.db).catch(onError)))
  let stopped = false
  const isStopped = () => stopped
  const takeFirstStatistics = createFirstStatistics()
  const clear = oneAtATime(async () => {
    await takeFirstStatistics(deps.db).catch(onError)
    await clearUp(deps, isStopped).catch(onError)
  })
  const forget = oneAtATime(async () => {
    await hastenJobsOfLater(deps.db, deps.now()).catch(onError)
    await forgetExpired(deps).catch(onError)
    await applyRetention(deps, isStopped).catch(onError)
  })
  const timers = [
    setInterval(flush, FLUSH_EVERY),
    setInterval(clear.start, CLEAR_EVERY),
    // Soon after the start as well, for processes that never live for an hour.
    setTimeout(forget.start, CLEAR_EVERY),
    setInterval(forget.start, HOUR_MS),
  ]
  return {
    async stop() {
      stopped = true
      timers.forEach(clearInterval)
      await Promise.all([clear.ended(), forget.ended()])
      await flush()
    },
  }
}

/** Starts the work unless it is still running. */
function oneAtATime(work: () => Promise<void>) {
  let underWay: Promise<void> | undefined
  return {
    start() {
      underWay ??= work().finally(() => {
        underWay = undefined
      })
    },
    ended: async () => underWay,
  }
}

async function clearUp(deps: Deps, stopped: () => boolean): Promise<void> {
  try {
    const { continueSamples } = await import('../sample/continue-sample.ts') // after the start, not in it
    await continueSamples(deps)
    await removeMixedSamples(deps, stopped)
    await giveUpUnreceived(deps)
  } finally {
    await removeDeletedProjects(deps, stopped) // whatever became of the samples
  }
}

export async function forgetExpired(deps: Deps): Promise<void> {
  const { db, now } = deps
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds)
  await deleteIdempotencyKeysBefore(db, ago(LIMITS.idempotencyHours * HOUR_MS))
  await deleteTagTestsBefore(db, ago(HOUR_MS))
  await deleteMeaningSearchesBefore(db, ago(HOUR_MS))
  await deleteTestObservationsBefore(db, ago(LIMITS.testObservationHours * HOUR_MS))
  await deleteStudyListsBefore(db, ago(STUDY_LIST_DAYS * DAY_MS))
  await deleteKnownIssuesFetchesBefore(db, ago(KNOWN_ISSUES_FETCH_DAYS * DAY_MS))
  await deleteExpiredSignIns(db, now())
  await deleteExpiredOauth(db, now(), ago(LIMITS.oauthUnusedClientDays * DAY_MS))
  await deleteLinksBefore(db, now())
  await deleteEventsBefore(db, ago(LIMITS.deliveryLogDays * DAY_MS))
  await deleteInvitesBefore(db, now())
  await deleteQuotasBefore(db, now())
  await deleteBudgetsBefore(db, dayOf(ago(2 * DAY_MS)))
  await remindOfExpiry(deps)
}
