// The asynchronous work as the team sees it: how far it is, what failed, and doing it again.

import type { DigestFailure, DigestStatus } from '../../contract/digest/digest.ts'
import type { PageQuery } from '../../contract/pages.ts'
import {
  enqueueAfter,
  type FailedJob,
  retryFailedJobs,
  selectDigestStatus,
  selectFailedJobs,
} from '../../db/digest/digest-jobs.ts'
import { lockDigestState, type ModelFault, resetDigestState } from '../../db/digest/digest-states.ts'
import { inTransaction } from '../../db/pool.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { type Paged, page } from '../pages.ts'

export async function getDigest({ db, now }: Deps, projectId: string): Promise<DigestStatus> {
  const { oldest_due_at, last_digested_at, model_faults, ...counts } = await selectDigestStatus(db, projectId)
  const waited = oldest_due_at ? (now().getTime() - oldest_due_at.getTime()) / 1000 : 0
  const faults = model_faults as Partial<Record<'embeddings' | 'llm', ModelFault>>
  return {
    ...counts,
    lag_seconds: Math.max(0, Math.round(waited * 10) / 10),
    last_digested_at: last_digested_at?.toISOString() ?? null,
    models: { embeddings: faults.embeddings ?? null, llm: faults.llm ?? null },
  }
}

const show = ({ failed_at, ...job }: FailedJob): DigestFailure => ({
  ...job,
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
    (job) => job.observation_id,
    show,
  )
}

export async function retryDigest(deps: Deps, actor: Actor, projectId: string): Promise<{ retried: number }> {
  return inTransaction(deps.db, async (tx) => {
    const retried = await retryFailedJobs(tx, projectId, deps.now())
    await audit(tx, deps, projectId, { actor, action: 'digest.retried', subjectId: null, facts: { retried } })
    return { retried }
  })
}

const CHUNK = 5_000

/**
 * Puts every observation of a project back into the queue. Nothing is taken away meanwhile; observations that people
 * placed stay where they are. Interrupted, it may simply be run again: what is queued already is not queued twice.
 */
export async function restartDigest(
  deps: Deps,
  actor: Actor,
  projectId: string,
  onProgress: (queued: number) => void = () => {},
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockDigestState(tx, projectId)
    await resetDigestState(tx, projectId, null)
    await audit(tx, deps, projectId, { actor, action: 'digest.restarted', subjectId: null })
  })
  let after: string | null = null
  for (let chunks = 1; ; chunks++) {
    const last: string | null = await enqueueAfter(deps.db, projectId, after, CHUNK, deps.now())
    if (last === null) return
    after = last
    onProgress(chunks * CHUNK)
  }
}
