// Regular chores of a process: records when keys were last used, exchanges counts with other processes, deletes what
// has expired, removes deleted projects, fills sample projects, collects a new database's first statistics, moves
// up jobs that a wrong clock postponed, and makes the backups that are due.
import { DAY_MS, dayOf, HOUR_MS } from '../contract/date-time.ts'
import { LIMITS } from '../contract/limits.ts'
import { deleteLinksBefore } from '../db/accounts/account-links.ts'
import { deleteExpiredSessions, deleteExpiredVerifications } from '../db/accounts/accounts.ts'
import { deleteExpiredOauth, deleteUnusedClients, EXPIRING_OAUTH } from '../db/accounts/oauth-grants.ts'
import { deleteMovesBefore } from '../db/audit/audit-log.ts'
import { pullForwardFutureJobs } from '../db/digest/digest-jobs.ts'
import { deleteKnownIssuesFetchesBefore } from '../db/guidelines/guideline-fetches.ts'
import { deleteIdempotencyKeysBefore } from '../db/idempotency-keys.ts'
import { deleteEventsBefore, deleteMessagesBefore } from '../db/integrations/events.ts'
import { deleteMeaningSearchesBefore } from '../db/observations/meaning-searches.ts'
import { deleteBudgetsBefore } from '../db/observations/observation-budgets.ts'
import type { Database } from '../db/pool.ts'
import { deleteInvitesBefore } from '../db/projects/project-invites.ts'
import { deleteQuotasBefore } from '../db/projects/request-quotas.ts'
import { deleteStudyListsBefore } from '../db/research/study-lists.ts'
import { deleteTestObservationsBefore } from '../db/sample/test-observations.ts'
import { deleteTagTestsBefore } from '../db/tags/tag-tests.ts'
import type { BackupSource } from '../domain/backups/backup-file.ts'
import { type BackupSchedule, backUpIfDue } from '../domain/backups/scheduled-backups.ts'
import type { AgentDeps, Deps } from '../domain/deps.ts'
import { giveUpUnreceived } from '../domain/imports/import-step.ts'
import { applyRetention } from '../domain/privacy/apply-retention.ts'
import type { KeyUses } from '../domain/projects/authenticate-key.ts'
import { removeDeletedProjects } from '../domain/projects/delete-project.ts'
import { remindOfExpiry } from '../domain/projects/manage-keys.ts'

const FLUSH_EVERY = 1_000
const CLEAR_EVERY = 2_000
const STUDY_LIST_DAYS = 30
const KNOWN_ISSUES_FETCH_DAYS = 90

export type Chores = { stop(): Promise<void> }

/** Called after every run of a chore; `fault` is its error. */
export type Report = (chore: string, fault?: unknown) => void

export function startHousekeeping(deps: AgentDeps, keyUses: KeyUses, report: Report): Chores {
  let stopped = false
  const isStopped = () => stopped
  /** A failing chore does not stop the others. */
  const doAll = async (chores: Record<string, () => Promise<unknown>>) => {
    for (const [name, chore] of Object.entries(chores)) if (!stopped) await runChore(name, chore, report)
  }
  const exchanges = {
    key_uses: keyUses.flush,
    requests: deps.requests.exchange,
    budget_shares: deps.budgets.exchange,
  }
  const flush = () =>
    Promise.all(
      Object.entries(exchanges).map(([name, exchange]) => runChore(name, () => exchange(deps.db), report)),
    )
  const clear = oneAtATime(() =>
    doAll({
      samples: async () => (await import('../sample/continue-sample.ts')).continueSamples(deps), // after the start, not as part of it
      unreceived_imports: () => giveUpUnreceived(deps),
      deleted_projects: () => removeDeletedProjects(deps, isStopped),
    }),
  )
  const forget = oneAtATime(async () => {
    await doAll({ digest_jobs: () => pullForwardFutureJobs(deps.db, deps.now()) })
    await forgetExpired(deps, report, isStopped)
    await doAll({
      key_reminders: () => remindOfExpiry(deps),
      retention: () => applyRetention(deps, isStopped),
    })
  })
  const timers = [
    setInterval(flush, FLUSH_EVERY),
    setInterval(clear.start, CLEAR_EVERY),
    // Also soon after the start, for processes that never live for an hour.
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

async function runChore(name: string, chore: () => Promise<unknown>, report: Report): Promise<void> {
  await chore().then(
    () => report(name),
    (fault: unknown) => report(name, fault),
  )
}

/** Deletes a limited number of rows per statement until none is left or the process stops. */
export async function forgetExpired(
  deps: Deps,
  report: Report,
  stopped: () => boolean = () => false,
): Promise<void> {
  for (const [name, deleteSome] of Object.entries(expiring(deps)))
    await runChore(
      name,
      async () => {
        while (!stopped() && (await deleteSome()) > 0);
      },
      report,
    )
}

/** Each deletes some expired rows and returns how many. */
function expiring({ db, now }: Deps): Record<string, () => Promise<number>> {
  const at = now()
  const ago = (milliseconds: number) => new Date(at.getTime() - milliseconds)
  return {
    idempotency_keys: () => deleteIdempotencyKeysBefore(db, ago(LIMITS.idempotencyHours * HOUR_MS)),
    tag_tests: () => deleteTagTestsBefore(db, ago(HOUR_MS)),
    meaning_searches: () => deleteMeaningSearchesBefore(db, ago(HOUR_MS)),
    test_observations: () => deleteTestObservationsBefore(db, ago(LIMITS.testObservationHours * HOUR_MS)),
    study_lists: () => deleteStudyListsBefore(db, ago(STUDY_LIST_DAYS * DAY_MS)),
    known_issues_fetches: () => deleteKnownIssuesFetchesBefore(db, ago(KNOWN_ISSUES_FETCH_DAYS * DAY_MS)),
    sessions: () => deleteExpiredSessions(db, at),
    verifications: () => deleteExpiredVerifications(db, at),
    ...Object.fromEntries(
      EXPIRING_OAUTH.map((table) => [`${table}s`, () => deleteExpiredOauth(db, table, at)]),
    ),
    oauth_clients: () => deleteUnusedClients(db, ago(LIMITS.oauthUnusedClientDays * DAY_MS)),
    account_links: () => deleteLinksBefore(db, at),
    messages: () => deleteMessagesBefore(db, ago(LIMITS.deliveryLogDays * DAY_MS)),
    events: () => deleteEventsBefore(db, ago(LIMITS.deliveryLogDays * DAY_MS)),
    invites: () => deleteInvitesBefore(db, at),
    quotas: () => deleteQuotasBefore(db, at),
    budgets: () => deleteBudgetsBefore(db, dayOf(ago(2 * DAY_MS))),
    audit_moves: () => deleteMovesBefore(db, ago(LIMITS.auditMovesDays * DAY_MS)),
  }
}

const LOOK_EVERY_MS = 60_000

/** Checks once a minute whether a backup is due. A process that is told to stop abandons the one it is making. */
export function startBackingUp(
  db: Database,
  source: BackupSource,
  schedule: BackupSchedule,
  onError: (error: unknown) => void,
): Chores {
  const leaving = new AbortController()
  let underWay: Promise<unknown> | undefined
  const look = () => {
    underWay ??= backUpIfDue(db, source, schedule, leaving.signal)
      .catch((error: unknown) => leaving.signal.aborted || onError(error))
      .finally(() => {
        underWay = undefined
      })
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      leaving.abort()
      await underWay
    },
  }
}
