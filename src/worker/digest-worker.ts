// Claims projects with work to do and digests them, a batch at a time, until stopped.
import {
  claimProject,
  type DigestJob,
  recordFailure,
  releaseProject,
  selectDueJobs,
} from '../db/digest/digest-jobs.ts'
import { isUnreachable } from '../db/error-codes.ts'
import { digestBatch } from '../digest/digest-batch.ts'
import type { Engine } from '../digest/engine.ts'
import { redescribeStep } from '../digest/redescribe.ts'
import { regroupStep } from '../digest/regroup-step.ts'
import { rematchStep } from '../digest/rematch.ts'
import { requeueStep } from '../digest/requeue-step.ts'
import { serveTagTest } from '../digest/serve-tag-test.ts'
import { serveTestObservation } from '../digest/serve-test-observation.ts'
import type { Deps } from '../domain/deps.ts'

const BATCH = 32
/** Waits before each further attempt; after the last one a job is kept as failed. */
const RETRY_AFTER_MS = [2_000, 15_000, 120_000, 600_000]
const IDLE_MS = 500 // how soon work that another process stored is noticed
const ERROR_LENGTH = 500

export type DigestWorker = {
  /** There is new work: no need to wait for the next look. */
  wake(): void
  /** Lets the batches under way finish. */
  stop(): Promise<void>
}

export function startDigestWorker(
  deps: Deps,
  engine: Engine,
  loops: number,
  onError: (error: unknown) => void,
): DigestWorker {
  let stopped = false
  const sleepers = new Set<() => void>()
  const wake = () => {
    for (const rouse of sleepers) rouse()
  }
  const rest = () =>
    new Promise<void>((resolve) => {
      const rouse = () => {
        clearTimeout(timer)
        sleepers.delete(rouse)
        resolve()
      }
      const timer = setTimeout(rouse, IDLE_MS)
      sleepers.add(rouse)
    })
  const run = async () => {
    while (!stopped) {
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
    async stop() {
      stopped = true
      wake()
      await Promise.all(running)
    },
  }
}

/** One batch of one project; false when no project has anything to do. */
export async function digestOnce(deps: Deps, engine: Engine): Promise<boolean> {
  const connection = await deps.db.connect()
  let broken: Error | undefined
  try {
    const projectId = await claimProject(connection, deps.now(), engine.model)
    if (projectId === undefined) return false
    await attend(deps, engine, projectId)
    await releaseProject(connection, projectId)
    return true
  } catch (error) {
    broken = error as Error // its lock goes with the connection
    throw error
  } finally {
    connection.release(broken)
  }
}

async function attend(deps: Deps, engine: Engine, projectId: string): Promise<void> {
  await serveTagTest(deps, engine, projectId)
  await serveTestObservation(deps, engine, projectId)
  const jobs = await selectDueJobs(deps.db, projectId, deps.now(), BATCH)
  if (jobs.length > 0) await digestOrIsolate(deps, engine, projectId, jobs)
  // Under a backlog or a steady stream too, issues are looked at again.
  if (await redescribeStep(deps, engine, projectId)) return
  if (await regroupStep(deps, engine, projectId, jobs.length > 0)) return
  if (jobs.length > 0 || (await requeueStep(deps, engine, projectId))) return
  await rematchStep(deps, engine, projectId)
}

/** A batch that fails is done again one by one, so that only the observation at fault is held back. */
async function digestOrIsolate(
  deps: Deps,
  engine: Engine,
  projectId: string,
  jobs: DigestJob[],
): Promise<void> {
  try {
    await digestBatch(deps, engine, projectId, jobs)
  } catch (error) {
    if (isUnreachable(error)) throw error
    const [job, ...rest] = jobs
    if (job && rest.length === 0) return holdBack(deps, projectId, job, error)
    for (const one of jobs) await digestOrIsolate(deps, engine, projectId, [one])
  }
}

function holdBack(deps: Deps, projectId: string, job: DigestJob, error: unknown): Promise<void> {
  const wait = RETRY_AFTER_MS[job.attempts]
  const at = deps.now()
  return recordFailure(deps.db, projectId, {
    observationId: job.id,
    error: String((error as Error).message ?? error).slice(0, ERROR_LENGTH),
    retryAt: wait === undefined ? null : new Date(at.getTime() + wait),
    at,
  })
}
