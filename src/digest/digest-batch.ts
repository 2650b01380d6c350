// Digests a batch of one project's observations: vectors first, outside any lock; then, in one short transaction
// under the project's digest lock, issues, tags, counters, search index and the removal of the jobs.
import { type DigestJob, removeJobs } from '../db/digest/digest-jobs.ts'
import { noteModelFault, saveDigestProgress } from '../db/digest/digest-states.ts'
import { selectMemberships } from '../db/issues/issue-members.ts'
import { inTransaction, type Tx } from '../db/pool.ts'
import type { Deps } from '../domain/deps.ts'
import { askModel, type ModelVerdicts, nameWithModel } from './ask-model.ts'
import { assignIssues } from './assign-issues.ts'
import { describeIssues } from './describe-issues.ts'
import type { Digestible } from './digestible.ts'
import type { Engine } from './engine.ts'
import { observationFeatures, textsToEmbed } from './features/observation-features.ts'
import { moodOf } from './kinds/mood.ts'
import { compileTags, matchObservations, prepareTags } from './match-observations.ts'
import { mergeAlike } from './merge-alike.ts'
import { lockForModel } from './project-memory.ts'
import { shareOut } from './share-out.ts'
import { storeFindings } from './store-findings.ts'

/** Nothing is assumed of what happened before: a batch may be run again after any failure. */
export async function digestBatch(
  deps: Deps,
  engine: Engine,
  projectId: string,
  jobs: DigestJob[],
): Promise<void> {
  const { items, fault: ownFault } = await withFeatures(engine, jobs)
  const fault = ownFault ?? (await prepareTags(deps.db, engine, projectId))
  const verdicts = await askModel(deps, engine, projectId, items)
  try {
    const { version, background, stale } = await inTransaction(deps.db, async (tx) => {
      if (fault) await noteModelFault(tx, projectId, 'embeddings', fault, deps.now())
      return digestLocked(tx, deps, engine, projectId, items, verdicts)
    })
    engine.memories.keep(projectId, version, background)
    await nameWithModel(deps, engine, projectId, stale)
  } catch (error) {
    engine.memories.forget(projectId)
    throw error
  }
}

async function withFeatures(
  engine: Engine,
  jobs: DigestJob[],
): Promise<{ items: Digestible[]; fault: string | null }> {
  const texts = jobs.map(textsToEmbed)
  const { vectors, fault } = await engine.embed(texts.flat())
  const own = shareOut(vectors, texts)
  const items = jobs.map((job, i) => {
    const text = { ...job, sentiment: moodOf(job.user_sentiment) }
    return { job, features: observationFeatures(text, own[i] ?? []) }
  })
  return { items, fault }
}

async function digestLocked(
  tx: Tx,
  deps: Deps,
  engine: Engine,
  projectId: string,
  all: Digestible[],
  verdicts: ModelVerdicts,
): Promise<{ version: number; background: Buffer; stale: string[] }> {
  const state = await lockForModel(tx, projectId, engine.model)
  const grouper = await engine.memories.current(tx, projectId, state)
  const mine = await removeJobs(
    tx,
    projectId,
    all.map(({ job }) => job.id),
  )
  const items = all.filter(({ job }) => mine.has(job.id))
  const version = state.version + 1
  const before = await selectMemberships(tx, projectId, [...mine])
  const { model } = engine
  const assigned = await assignIssues(tx, deps, {
    projectId,
    grouper,
    items,
    before,
    verdicts,
    model,
    version,
  })
  const tags = await compileTags(tx, engine, projectId, grouper)
  const matches = matchObservations(tags, items, grouper)
  const digested = await storeFindings(tx, deps, engine, projectId, items, matches)

  const due = state.since_merge_pass + items.length
  const merged = await mergeAlike(tx, deps, { projectId, grouper, version, due })
  const touched = [...new Set([...assigned.touched, ...merged.touched])].filter((id) => grouper.has(id))
  const stale = await describeIssues(tx, deps, { projectId, grouper, issueIds: touched })
  const background = await merged.save()
  await saveDigestProgress(tx, projectId, {
    background,
    model,
    since_merge_pass: merged.sincePass,
    digested,
    at: deps.now(),
  })
  return { version, background, stale }
}
