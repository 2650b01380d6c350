// Digests jobs that are due, and finds the one at fault when a batch fails or is lost. An attempt is counted when a job has failed alone:
// whatever else ends a worker counts against none of them.
import { RETRY_AFTER_MS, recordFailure } from '../db/digest/digest-jobs.ts'
import { beginBatch, endBatch, noteLostBatch } from '../db/digest/digest-states.ts'
import type { JobTable } from '../db/digest/job-tables.ts'
import { type Trouble, troubleOf } from '../db/error-codes.ts'
import type { Deps } from '../domain/deps.ts'

const BATCH = 32
const ERROR_LENGTH = 500
/** Each lost batch halves the next, from 32 on: after this many, one job has been tried alone twice. */
const LOST_UNTIL_SET_ASIDE = 7

/** What waits in a table of jobs, and how it is digested. */
export type Kind<Job> = {
  table: JobTable
  due(limit: number): Promise<Job[]>
  digest(jobs: Job[]): Promise<void>
  /** Of the observation or the answer that a job is about. */
  idOf(job: Job): string
}
type Tried = { attempts: number }

/** One batch; false when nothing is due. */
export async function digestDue<Job extends Tried>(
  deps: Deps,
  projectId: string,
  kind: Kind<Job>,
): Promise<boolean> {
  const jobs = await beginNextBatch(deps, projectId, kind)
  if (jobs.length === 0) return false
  await digestOrIsolate(deps, projectId, kind, jobs)
  await endBatch(deps.db, projectId, kind.table)
  return true
}

/**
 * The jobs that are due, fewer at a time the more batches were lost. When a process dies or a connection breaks, nothing says
 * which job caused it, if one did. So batches shrink until one job is tried alone; if that is lost, too, it is
 * set aside, and the others go on.
 */
async function beginNextBatch<Job extends Tried>(
  deps: Deps,
  projectId: string,
  kind: Kind<Job>,
): Promise<Job[]> {
  const due = await kind.due(BATCH)
  const [first] = due
  if (!first) return []
  const { lost, error } = await beginBatch(deps.db, projectId, kind.table)
  if (lost < LOST_UNTIL_SET_ASIDE) return due.slice(0, Math.max(1, BATCH >> lost))
  const reason = `the digest was lost ${lost} times, at last with this one alone`
  await holdBack(deps, projectId, kind, first, new Error(error ? `${reason}: ${error}` : reason))
  await endBatch(deps.db, projectId, kind.table)
  return beginNextBatch(deps, projectId, kind)
}

/** Digests a batch that failed again in halves, so that in the end only the job at fault is held back. */
async function digestOrIsolate<Job extends Tried>(
  deps: Deps,
  projectId: string,
  kind: Kind<Job>,
  jobs: Job[],
): Promise<void> {
  try {
    await kind.digest(jobs)
  } catch (error) {
    if (isLost(error)) {
      await noteLostBatch(deps.db, projectId, kind.table, messageOf(error)).catch(() => {})
      throw error
    }
    const [job, ...rest] = jobs
    if (job && rest.length === 0) return holdBack(deps, projectId, kind, job, error)
    const half = Math.ceil(jobs.length / 2)
    await digestOrIsolate(deps, projectId, kind, jobs.slice(0, half))
    await digestOrIsolate(deps, projectId, kind, jobs.slice(half))
  }
}

const LOST: (Trouble | undefined)[] = ['away', 'locked', 'unwritable']

/** Trouble of the database itself, which is no job's fault. A statement that takes too long (`busy`) may be one's fault. */
const isLost = (error: unknown): boolean => LOST.includes(troubleOf(error))

const messageOf = (error: unknown): string => String((error as Error).message ?? error).slice(0, ERROR_LENGTH)

function holdBack<Job extends Tried>(
  deps: Deps,
  projectId: string,
  { table, idOf }: Kind<Job>,
  job: Job,
  error: unknown,
): Promise<void> {
  const wait = RETRY_AFTER_MS[job.attempts]
  const at = deps.now()
  return recordFailure(deps.db, projectId, table, {
    id: idOf(job),
    error: messageOf(error),
    retryAt: wait === undefined ? null : new Date(at.getTime() + wait),
    at,
  })
}
