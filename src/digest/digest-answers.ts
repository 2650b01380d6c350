// Digests answers to one study: first vectors, without a lock; then, in one short transaction under the project's
// digest lock, findings, the study's themes, and the removal of the jobs.
import { LIMITS } from '../contract/limits.ts'
import { removeJobs } from '../db/digest/digest-jobs.ts'
import { inTransaction, type Tx } from '../db/pool.ts'
import { saveAnswerFindings } from '../db/research/answer-digests.ts'
import type { AnswerJob } from '../db/research/answer-jobs.ts'
import { selectThemesToReword } from '../db/research/themes.ts'
import type { Deps } from '../domain/deps.ts'
import { describeThemes } from './describe-themes.ts'
import type { Engine } from './engine.ts'
import { detectLanguage } from './features/text/language.ts'
import { encodeVector } from './group/vector.ts'
import { lockForModel } from './project-memory.ts'
import { regroupThemes } from './regroup-themes.ts'
import { waitForModel } from './wait-for-model.ts'

const REWORDED_AT_ONCE = 20

const idsOf = (jobs: AnswerJob[]): string[] => jobs.map(({ answer_id }) => answer_id)

/** All answers are of one study. A batch may be run again after any failure. */
export async function digestAnswers(
  deps: Deps,
  engine: Engine,
  projectId: string,
  jobs: AnswerJob[],
): Promise<void> {
  const { vectors, fault } = await engine.embed(jobs.map(({ answer }) => answer))
  if (fault) return waitForModel(deps, projectId, { table: 'answer_job', ids: idsOf(jobs), fault })
  const findings = jobs.map(({ answer_id, answer }, at) => ({
    answer_id,
    language: detectLanguage(answer),
    meaning: encodeVector(vectors[at] as Float32Array),
  }))
  const studyId = (jobs[0] as AnswerJob).study_id
  await inTransaction(deps.db, async (tx) => {
    await lockForModel(tx, projectId, engine.model)
    const mine = await removeJobs(tx, projectId, 'answer_job', idsOf(jobs))
    const found = findings.filter(({ answer_id }) => mine.has(answer_id))
    if (found.length === 0) return
    await saveAnswerFindings(tx, projectId, studyId, engine.model, found)
    await findThemesOf(tx, deps, engine, projectId, studyId)
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

/** Rewords themes that lost the answer they were worded by, or that a person changed. */
export async function rewordThemesStep(deps: Deps, engine: Engine, projectId: string): Promise<void> {
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
