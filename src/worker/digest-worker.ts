// Claims projects with work and digests them, one batch at a time, until stopped.
import {
  claimProject,
  type DigestJob,
  noteClaim,
  RETRY_AFTER_MS,
  recordFailure,
  selectDueJobs,
} from '../db/digest/digest-jobs.ts'
import { beginBatch, endBatch, noteLostBatch } from '../db/digest/digest-states.ts'
import { type Trouble, troubleOf } from '../db/error-codes.ts'
import { inTransaction } from '../db/pool.ts'
import { digestAnswersStep } from '../digest/digest-answers.ts'
import { digestBatch } from '../digest/digest-batch.ts'
import type { Engine } from '../digest/engine.ts'
import { redescribeStep } from '../digest/redescribe.ts'
import { regroupStep } from '../digest/regroup-step.ts'
import { rematchStep } from '../digest/rematch.ts'
import { requeueStep } from '../digest/requeue-step.ts'
import { serveMeaningSearch } from '../digest/serve-meaning-search.ts'
import { serveTagTest } from '../digest/serve-tag-test.ts'
import { serveTestObservation } from '../digest/serve-test-observation.ts'
import type { Deps } from '../domain/deps.ts'

const BATCH = 32
const IDLE_MS = 500 // how soon work stored by another process is noticed
const ERROR_LENGTH = 500
/** Each lost batch halves the next, starting at 32: after this many, one observation has been tried alone twice. */
const LOST_UNTIL_SET_ASIDE = 7

export type DigestWorker = {
  /** Looks for new work now instead of after IDLE_MS. */
  wake(): void
  /** Lets current batches finish. */
  stop(): Promise<void>
}

export type WatchedWorker = DigestWorker & {
  /** How long the slowest loop has been busy with its current work. */
  longestTurnMs(): number
}

export function startDigestWorker(
  deps: Deps,
  engine: Engine,
  loops: number,
  onError: (error: unknown) => void,
): WatchedWorker {
  let stopped = false
  const turns = new Map<number, number>()
  const sleepers = new Set<() => void>()
  const wake = () => {
    for (const wakeUp of sleepers) wakeUp()
  }
  const rest = () =>
    new Promise<void>((resolve) => {
      const wakeUp = () => {
        clearTimeout(timer)
        sleepers.delete(wakeUp)
        resolve()
      }
      const timer = setTimeout(wakeUp, IDLE_MS)
      sleepers.add(wakeUp)
    })
  const run = async (_: unknown, loop: number) => {
    while (!stopped) {
      turns.set(loop, performance.now())
      const worked = await digestOnce(deps, engine).catch((error: unknown) => {
        onError(error)
        return false
      })
      if (!worked && !stopped) await rest()
    }
  }
  const running = Array.from({ length: loops }, run)
  return {
    wake,
    longestTurnMs: () => performance.now() - Math.min(performance.now(), ...turns.values()),
    async stop() {
      stopped = true
      wake()
      await Promise.all(running)
    },
  }
}

/** One batch of one project; false when no project has work. */
export async function digestOnce(deps: Deps, engine: Engine): Promise<boolean> {
  return inTransaction(deps.db, async (claim) => {
    const projectId = await claimProject(claim, deps.now(), engine.model)
    if (projectId === undefined) return false
    await noteClaim(deps.db, projectId, deps.now())
    await attend(deps, engine, projectId)
    return true
  })
}

async function attend(deps: Deps, engine: Engine, projectId: string): Promise<void> {
  await serveTagTest(deps, engine, projectId)
  await serveMeaningSearch(deps, engine, projectId)
  await serveTestObservation(deps, engine, projectId)
  const jobs = await beginNextBatch(deps, projectId)
  if (jobs.length > 0) await digestOrIsolate(deps, engine, projectId, jobs)
  if (jobs.length > 0) await endBatch(deps.db, projectId)
  await digestAnswersStep(deps, engine, projectId)
  // Before the next batch, so that issues are looked at again during a backlog or a steady stream, too.
  if (await redescribeStep(deps, engine, projectId)) return
  if (await regroupStep(deps, engine, projectId, jobs.length > 0)) return
  if (jobs.length > 0 || (await requeueStep(deps, engine, projectId))) return
  await rematchStep(deps, engine, projectId)
}

/**
 * The due jobs, fewer the more batches were lost. When a process dies or a connection breaks, nothing says which
 * observation caused it, if any. So batches shrink until one observation is tried alone; if that is lost, too, it is
 * set aside and the others proceed.
 */
async function beginNextBatch(deps: Deps, projectId: string): Promise<DigestJob[]> {
  const due = await selectDueJobs(deps.db, projectId, deps.now(), BATCH)
  const [first] = due
  if (!first) return []
  const { lost, error } = await beginBatch(deps.db, projectId)
  if (lost < LOST_UNTIL_SET_ASIDE) return due.slice(0, Math.max(1, BATCH >> lost))
  const reason = `the digest was lost ${lost} times, the last time with this observation alone`
  await setAside(deps, projectId, first, new Error(error ? `${reason}: ${error}` : reason))
  await endBatch(deps.db, projectId)
  return beginNextBatch(deps, projectId)
}

/** Splits a failing batch in halves, so that in the end only the observation at fault is set aside. */
async function digestOrIsolate(
  deps: Deps,
  engine: Engine,
  projectId: string,
  jobs: DigestJob[],
): Promise<void> {
  try {
    await digestBatch(deps, engine, projectId, jobs)
  } catch (error) {
    if (isLost(error)) {
      await noteLostBatch(deps.db, projectId, messageOf(error)).catch(() => {})
      throw error
    }
    const [job, ...rest] = jobs
    if (job && rest.length === 0) return setAside(deps, projectId, job, error)
    const half = Math.ceil(jobs.length / 2)
    await digestOrIsolate(deps, engine, projectId, jobs.slice(0, half))
    await digestOrIsolate(deps, engine, projectId, jobs.slice(half))
  }
}

const LOST: (Trouble | undefined)[] = ['away', 'locked', 'unwritable']

/** Trouble of the database, which no observation causes. A slow statement (`busy`) may be caused by one. */
const isLost = (error: unknown): boolean => LOST.includes(troubleOf(error))

const messageOf = (error: unknown): string => String((error as Error).message ?? error).slice(0, ERROR_LENGTH)

function setAside(deps: Deps, projectId: string, job: DigestJob, error: unknown): Promise<void> {
  const wait = RETRY_AFTER_MS[job.attempts]
  const at = deps.now()
  return recordFailure(deps.db, projectId, {
    observationId: job.id,
    error: messageOf(error),
    retryAt: wait === undefined ? null : new Date(at.getTime() + wait),
    at,
  })
}
