// Digests some answers to one study: vectors first, outside any lock; then, in one short transaction under the project's
// digest lock, what was found in them, the study's themes, and the removal of the jobs.
import { LIMITS } from '../contract/limits.ts'
import { noteModelFault } from '../db/digest/digest-states.ts'
import { inTransaction, type Tx } from '../db/pool.ts'
import { saveAnswerFindings } from '../db/research/answer-digests.ts'
import {
  type AnswerJob,
  noteAnswerFault,
  postponeAnswerJobs,
  removeAnswerJobs,
  takeAnswerJobs,
} from '../db/research/answer-jobs.ts'
import { selectThemesToReword } from '../db/research/themes.ts'
import type { Deps } from '../domain/deps.ts'
import { describeThemes } from './describe-themes.ts'
import { type Engine, MODEL_AWAY_MS } from './engine.ts'
import { detectLanguage } from './features/text/language.ts'
import { encodeVector } from './group/vector.ts'
import { lockForModel } from './project-memory.ts'
import { regroupThemes } from './regroup-themes.ts'

const BATCH = 32
const REWORDED_AT_ONCE = 20
const ERROR_LENGTH = 500

/** The caller has claimed the project. */
export async function digestAnswersStep(deps: Deps, engine: Engine, projectId: string): Promise<void> {
  const jobs = await takeAnswerJobs(deps.db, projectId, deps.now(), BATCH)
  if (jobs.length > 0) await digestOrNote(deps, engine, projectId, jobs)
  else await rewordStep(deps, engine, projectId)
}

/** Notes why a batch failed. Its jobs were already put off when they were taken, and each comes again alone. */
async function digestOrNote(deps: Deps, engine: Engine, projectId: string, jobs: AnswerJob[]): Promise<void> {
  try {
    await digestAnswers(deps, engine, projectId, jobs)
  } catch (error) {
    const said = String((error as Error).message ?? error).slice(0, ERROR_LENGTH)
    await noteAnswerFault(deps.db, projectId, idsOf(jobs), said).catch(() => {})
    throw error
  }
}

const idsOf = (jobs: AnswerJob[]): string[] => jobs.map(({ answer_id }) => answer_id)

async function digestAnswers(
  deps: Deps,
  engine: Engine,
  projectId: string,
  jobs: AnswerJob[],
): Promise<void> {
  const { vectors, fault } = await engine.embed(jobs.map(({ answer }) => answer))
  if (fault) return waitForModel(deps, projectId, jobs, fault)
  const findings = jobs.map(({ answer_id, answer }, at) => ({
    answer_id,
    language: detectLanguage(answer),
    meaning: encodeVector(vectors[at] as Float32Array),
  }))
  const studyId = (jobs[0] as AnswerJob).study_id
  await inTransaction(deps.db, async (tx) => {
    await lockForModel(tx, projectId, engine.model)
    const mine = await removeAnswerJobs(tx, projectId, idsOf(jobs))
    const found = findings.filter(({ answer_id }) => mine.has(answer_id))
    if (found.length === 0) return
    await saveAnswerFindings(tx, projectId, studyId, engine.model, found)
    await findThemesOf(tx, deps, engine, projectId, studyId)
  })
}

async function waitForModel(deps: Deps, projectId: string, jobs: AnswerJob[], fault: string): Promise<void> {
  const until = new Date(deps.now().getTime() + MODEL_AWAY_MS)
  await inTransaction(deps.db, async (tx) => {
    await noteModelFault(tx, projectId, 'embeddings', fault, deps.now())
    await postponeAnswerJobs(tx, projectId, idsOf(jobs), until)
  })
}

async function findThemesOf(
  tx: Tx,
  deps: Deps,
  engine: Engine,
  projectId: string,
  studyId: string,
): Promise<void> {
  const { model } = engine
  const touched = await regroupThemes(tx, deps, { projectId, studyId, model, least: LIMITS.themesFrom })
  await describeThemes(tx, model, projectId, studyId, touched)
}

/** Finds new words for themes that lost the answer they were worded by, or that a person changed. */
async function rewordStep(deps: Deps, engine: Engine, projectId: string): Promise<void> {
  if ((await selectThemesToReword(deps.db, projectId, 1)).length === 0) return
  await inTransaction(deps.db, async (tx) => {
    await lockForModel(tx, projectId, engine.model)
    const waiting = await selectThemesToReword(tx, projectId, REWORDED_AT_ONCE)
    for (const studyId of new Set(waiting.map(({ study_id }) => study_id))) {
      const own = waiting.filter(({ study_id }) => study_id === studyId).map(({ id }) => id)
      await describeThemes(tx, engine.model, projectId, studyId, own)
    }
  })
}
