// Claims projects with work to do and digests them, a batch at a time, until stopped.
import { claimProject, type DigestJob, noteClaim, selectDueJobs } from '../db/digest/digest-jobs.ts'
import { inTransaction } from '../db/pool.ts'
import { type AnswerJob, selectDueAnswers } from '../db/research/answer-jobs.ts'
import { digestAnswers, rewordThemesStep } from '../digest/digest-answers.ts'
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
import { digestDue, type Kind } from './digest-due.ts'

const IDLE_MS = 500 // how soon work that another process stored is noticed

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
  const digested = await digestDue(deps, projectId, notesOf(deps, engine, projectId))
  const answered = await digestDue(deps, projectId, answersOf(deps, engine, projectId))
  if (!answered) await rewordThemesStep(deps, engine, projectId)
  // Before the next batch, so that issues are also looked at again during a backlog or a steady stream.
  if (await redescribeStep(deps, engine, projectId)) return
  if (await regroupStep(deps, engine, projectId, digested)) return
  if (digested || (await requeueStep(deps, engine, projectId))) return
  await rematchStep(deps, engine, projectId)
}

const notesOf = (deps: Deps, engine: Engine, projectId: string): Kind<DigestJob> => ({
  table: 'digest_job',
  due: (limit) => selectDueJobs(deps.db, projectId, deps.now(), limit),
  digest: (jobs) => digestBatch(deps, engine, projectId, jobs),
  idOf: ({ id }) => id,
})

const answersOf = (deps: Deps, engine: Engine, projectId: string): Kind<AnswerJob> => ({
  table: 'answer_job',
  due: (limit) => selectDueAnswers(deps.db, projectId, deps.now(), limit),
  digest: (jobs) => digestAnswers(deps, engine, projectId, jobs),
  idOf: ({ answer_id }) => answer_id,
})
