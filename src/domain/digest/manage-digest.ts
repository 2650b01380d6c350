// The digest as the team sees it: its progress, its failures, and running it again.

import type { DigestFailure, DigestStatus } from '../../contract/digest/digest.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { PageQuery } from '../../contract/pages.ts'
import {
  type Backlog,
  type FailedJob,
  retryFailedJobs,
  selectBacklog,
  selectDigestStatus,
  selectFailedJobs,
} from '../../db/digest/digest-jobs.ts'
import {
  FROM_THE_START,
  lockDigestState,
  type ModelFault,
  saveRequeued,
} from '../../db/digest/digest-states.ts'
import { inTransaction } from '../../db/pool.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { type Paged, page } from '../pages.ts'

export async function getDigest({ db, now }: Deps, projectId: string): Promise<DigestStatus> {
  const most = LIMITS.countedPending
  const { oldest_due_at, pending_observations, pending_answers, ...status } = await selectDigestStatus(
    db,
    projectId,
    most + 1,
  )
  const { last_digested_at, model_faults, threshold_preview, redigested_count, ...counts } = status
  const pending = pending_observations + pending_answers
  const waited = oldest_due_at ? (now().getTime() - oldest_due_at.getTime()) / 1000 : 0
  const faults = model_faults as Partial<Record<'embeddings' | 'llm', ModelFault>>
  return {
    ...counts,
    pending: Math.min(pending, most),
    pending_at_least: pending > most,
    pending_observations: Math.min(pending_observations, most),
    lag_seconds: Math.max(0, Math.round(waited * 10) / 10),
    oldest_seconds: Math.round(counts.oldest_seconds),
    last_digested_at: last_digested_at?.toISOString() ?? null,
    grouping: threshold_preview,
    redigesting: redigested_count === null ? null : { done: redigested_count, total: counts.digested_count },
    models: { embeddings: faults.embeddings ?? null, llm: faults.llm ?? null },
  }
}

const BACKLOG_MS = 5_000
const lastRead = new WeakMap<Deps['db'], { at: number; backlog: Promise<Backlog> }>()

/** The progress over all projects; read again every few seconds, however often it is requested. */
export function getBacklog(db: Deps['db']): Promise<Backlog> {
  const last = lastRead.get(db)
  if (last && performance.now() - last.at < BACKLOG_MS) return last.backlog
  const backlog = selectBacklog(db)
  lastRead.set(db, { at: performance.now(), backlog })
  return backlog
}

const LOST = 'Its digest ended unexpectedly each time, without an error.'

const show = ({
  observation_id,
  study_id,
  answer_id,
  attempts,
  error,
  failed_at,
}: FailedJob): DigestFailure => ({
  observation_id,
  study_id,
  answer_id,
  attempts,
  error: error ?? LOST,
  failed_at: failed_at.toISOString(),
})

export function listDigestFailures(
  deps: Deps,
  projectId: string,
  query: PageQuery,
): Promise<Paged<DigestFailure>> {
  return page(
    query,
    ({ before, limit }) => selectFailedJobs(deps.db, projectId, before, limit),
    ({ observation_id, answer_id }) => (observation_id ?? answer_id) as string,
    show,
  )
}

export async function retryDigest(deps: Deps, actor: Actor, projectId: string): Promise<{ retried: number }> {
  return inTransaction(deps.db, async (tx) => {
    const retried =
      (await retryFailedJobs(tx, projectId, 'digest_job', deps.now())) +
      (await retryFailedJobs(tx, projectId, 'answer_job', deps.now()))
    await audit(tx, deps, projectId, { actor, action: 'digest.retried', subjectId: null, facts: { retried } })
    return { retried }
  })
}

/**
 * Has every observation of a project digested again, in the background and step by step, so that new ones do not queue
 * behind them. Nothing disappears meanwhile; observations that people placed stay where they are.
 */
export async function restartDigest(deps: Deps, actor: Actor, projectId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockDigestState(tx, projectId)
    await saveRequeued(tx, projectId, FROM_THE_START)
    await audit(tx, deps, projectId, { actor, action: 'digest.restarted', subjectId: null })
  })
  deps.wakeDigest()
}
