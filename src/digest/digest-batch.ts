// Digests a batch of one project's observations: first vectors, without a lock; then, in one short transaction under
// the project's digest lock, issues, tags, counters, search documents and the removal of the jobs.
import { type DigestJob, removeJobs } from '../db/digest/digest-jobs.ts'
import { saveDigestProgress } from '../db/digest/digest-states.ts'
import { markSpikes } from '../db/integrations/events.ts'
import { markStakes, selectMemberships } from '../db/issues/issue-members.ts'
import { selectIssuesByNumber } from '../db/issues/issue-numbers.ts'
import { inTransaction, type Tx } from '../db/pool.ts'
import { selectProject } from '../db/projects/projects.ts'
import { renewSentiments } from '../db/research/answer-digests.ts'
import type { Deps } from '../domain/deps.ts'
import { emit } from '../domain/integrations/emit.ts'
import { askModel, type ModelVerdicts, nameWithModel } from './ask-model.ts'
import { assignIssues } from './assign-issues.ts'
import { stakeOf } from './describe/stakes.ts'
import { describeIssues } from './describe-issues.ts'
import type { Digestible } from './digestible.ts'
import type { Engine } from './engine.ts'
import { readable } from './features/text/readable.ts'
import { compileTags, matchObservations, prepareTags } from './match-observations.ts'
import { lockForModel } from './project-memory.ts'
import { readObservation, textToEmbed } from './read-observation.ts'
import { rematchGrown } from './rematch.ts'
import { storeFindings } from './store-findings.ts'
import { waitForModel } from './wait-for-model.ts'

/** A batch may be run again after any failure. */
export async function digestBatch(
  deps: Deps,
  engine: Engine,
  projectId: string,
  jobs: DigestJob[],
): Promise<void> {
  const { vectors, fault } = await engine.embed(jobs.map(textToEmbed))
  if (fault) {
    const ids = jobs.map(({ id }) => id)
    return waitForModel(deps, projectId, { table: 'digest_job', ids, fault })
  }
  const items = jobs.map((job, at) => readObservation(engine, job, vectors[at] as Float32Array))
  await prepareTags(deps.db, engine, projectId)
  await engine.memories.read(deps.db, projectId)
  const verdicts = await askModel(deps, engine, projectId, items)
  try {
    const { version, stale } = await inTransaction(deps.db, (tx) =>
      digestLocked(tx, deps, engine, { projectId, items, verdicts }),
    )
    engine.memories.keep(projectId, version)
    await nameWithModel(deps, engine, projectId, stale)
  } catch (error) {
    engine.memories.forget(projectId)
    throw error
  }
}

type ReadBatch = { projectId: string; items: Digestible[]; verdicts: ModelVerdicts }

/**
 * `version` is the project's digest version after this batch; `stale`, the issues whose description was out of date.
 */
type Digested = { version: number; stale: string[] }

/** Everything under the digest lock. Each step needs what the ones before wrote. */
async function digestLocked(
  tx: Tx,
  deps: Deps,
  engine: Engine,
  { projectId, items: all, verdicts }: ReadBatch,
): Promise<Digested> {
  const { model, settings } = engine
  const state = await lockForModel(tx, projectId, model)
  const memory = await engine.memories.current(tx, projectId, state)
  const mine = await removeJobs(
    tx,
    projectId,
    'digest_job',
    all.map(({ job }) => job.id),
  )
  const items = all.filter(({ job }) => mine.has(job.id))
  const version = state.version + 1
  const before = await selectMemberships(tx, projectId, [...mine])
  const named = await namedByAgents(tx, projectId, items)
  const grouping = { projectId, memory, items, before, named, verdicts, settings, model, version }
  const { touched, posted } = await assignIssues(tx, deps, grouping)
  await noteStakes(tx, projectId, items)
  const tags = await compileTags(tx, engine, projectId)
  const matches = matchObservations(tags, items)
  const digested = await storeFindings(tx, deps, { projectId, model, items, matches })
  await renewSentiments(
    tx,
    projectId,
    items.map(({ job }) => job),
  )
  const stale = await describeIssues(tx, deps, { projectId, memory, model, issueIds: touched })
  await announceSpikes(tx, deps, projectId, posted)
  await saveDigestProgress(tx, projectId, { digested, at: deps.now() })
  await rematchGrown(tx, projectId, digested, deps.now())
  return { version, stale }
}

async function noteStakes(tx: Tx, projectId: string, items: Digestible[]): Promise<void> {
  const members = items.flatMap(({ job, kind }) => {
    const stake = stakeOf({ ...readable(job), kind })
    return stake === null ? [] : [{ observationId: job.id, stake }]
  })
  if (members.length > 0) await markStakes(tx, projectId, members)
}

/** Writes an event for each issue that suddenly grows much faster than usual. */
async function announceSpikes(tx: Tx, deps: Deps, projectId: string, issueIds: string[]): Promise<void> {
  for (const { id, count, usual } of await markSpikes(tx, projectId, issueIds, deps.now()))
    await emit(tx, deps, projectId, { type: 'issue.spiked', issueId: id, facts: { count, usual } })
}

/**
 * Per observation, the issue whose number the agent gave. Empty when the team does not share its issues with agents.
 */
async function namedByAgents(tx: Tx, projectId: string, items: Digestible[]): Promise<Map<string, string>> {
  const numbers = [...new Set(items.flatMap(({ job }) => job.agent_issue ?? []))]
  if (numbers.length === 0 || !(await selectProject(tx, projectId))?.share_known_issues) return new Map()
  const found = await selectIssuesByNumber(tx, projectId, numbers)
  const issues = new Map(found.map(({ number, issue_id }) => [number, issue_id]))
  return new Map(
    items.flatMap(({ job }) => {
      const id = job.agent_issue === null ? undefined : issues.get(job.agent_issue)
      return id === undefined ? [] : [[job.id, id] as const]
    }),
  )
}
