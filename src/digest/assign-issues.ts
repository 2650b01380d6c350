// Puts each observation of a batch into an issue, and keeps memberships and counters in step.

import { selectIssue } from '../db/issue-lists.ts'
import {
  type Arrival,
  countArrivals,
  type Membership,
  type Placement,
  placeObservations,
  recountIssue,
} from '../db/issue-members.ts'
import { insertIssues, markMerged, type NewIssue, reopenResolved } from '../db/issues.ts'
import type { Tx } from '../db/pool.ts'
import { audit, MACHINE } from '../domain/audit.ts'
import type { Deps } from '../domain/deps.ts'
import type { ModelVerdicts } from './ask-model.ts'
import type { Digestible } from './digest-batch.ts'
import type { Grouper } from './group/grouper.ts'

export type Assigning = {
  projectId: string
  grouper: Grouper
  items: Digestible[]
  /** Where observations that are digested again were before. */
  before: Map<string, Membership>
  verdicts: ModelVerdicts
  version: number
}

type Decision = { item: Digestible; issueId: string; score: number; isNew: boolean; from: string | null }

export async function assignIssues(tx: Tx, deps: Deps, work: Assigning): Promise<{ touched: string[] }> {
  const { projectId, items, before } = work
  // What a person placed stays, and is part of its issue's state already.
  const free = items.filter(({ job }) => before.get(job.id)?.placed_by !== 'person')
  const decisions = free.map((item) => decide(deps, work, item))
  await insertIssues(tx, projectId, newIssues(decisions), work.version)
  await placeObservations(tx, projectId, decisions.map(toPlacement), 'machine')
  const arriving = decisions.filter(({ from, issueId }) => from !== issueId)
  await countArrivals(tx, projectId, arriving.map(toArrival))
  await reopenRegressions(
    tx,
    deps,
    projectId,
    arriving.filter(({ from }) => from === null),
  )
  await settleDepartures(tx, deps, work, arriving)
  return { touched: decisions.flatMap(({ issueId, from }) => (from ? [issueId, from] : [issueId])) }
}

function decide(deps: Deps, { grouper, before, verdicts }: Assigning, item: Digestible): Decision {
  const { job, features } = item
  const from = before.get(job.id)?.issue_id ?? null
  if (from !== null && !grouper.has(from)) {
    // Digested again under a new model: the first of its members to come back gives the issue its new state.
    grouper.place(features, from)
    return { item, issueId: from, score: 0, isNew: false, from }
  }
  if (from !== null) grouper.remove(features, from)
  const named = verdicts.get(job.id)
  if (named && grouper.has(named)) {
    grouper.place(features, named)
    return { item, issueId: named, score: 0, isNew: false, from }
  }
  // An issue that this observation was alone in keeps its id, and with it its status and history.
  const reusable = from !== null && !grouper.has(from) ? from : null
  const { issueId, isNew, score } = grouper.assign(features, () => reusable ?? deps.newId())
  return { item, issueId, score, isNew: isNew && issueId !== reusable, from }
}

const newIssues = (decisions: Decision[]): NewIssue[] =>
  decisions
    .filter(({ isNew }) => isNew)
    .map(({ issueId, item }) => ({ id: issueId, title: item.job.title, at: item.job.created_at }))

const toPlacement = ({ item, issueId, score }: Decision): Placement => ({
  observationId: item.job.id,
  issueId,
  score,
})

const toArrival = ({ item, issueId }: Decision): Arrival => ({
  issueId,
  userId: item.job.user_id,
  sentiment: item.job.user_sentiment,
  observedAt: item.job.observed_at,
})

async function reopenRegressions(
  tx: Tx,
  deps: Deps,
  projectId: string,
  decisions: Decision[],
): Promise<void> {
  const ids = [...new Set(decisions.map(({ issueId }) => issueId))]
  for (const id of await reopenResolved(tx, projectId, ids, deps.now()))
    await audit(tx, deps, projectId, { actor: MACHINE, action: 'issue.regressed', subjectId: id })
}

/** Issues that lost observations are counted anew; one that lost its last leads to where that went. */
async function settleDepartures(tx: Tx, deps: Deps, work: Assigning, moved: Decision[]): Promise<void> {
  const heirs = new Map(
    moved.filter(({ from }) => from !== null).map(({ from, issueId }) => [from as string, issueId]),
  )
  for (const [from, heir] of heirs) {
    await recountIssue(tx, work.projectId, from)
    const left = await selectIssue(tx, work.projectId, from)
    if (left?.observation_count === 0 && left.title_by !== 'person')
      await markMerged(tx, work.projectId, from, heir, work.version, deps.now())
  }
}
