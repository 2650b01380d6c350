// Puts each observation of a batch into an issue, and keeps memberships and counters in step.

import { selectIssue } from '../db/issues/issue-lists.ts'
import {
  type Arrival,
  countArrivals,
  type Membership,
  type Placement,
  placeObservations,
  recountIssue,
} from '../db/issues/issue-members.ts'
import { ordered, selectApart } from '../db/issues/issue-pairs.ts'
import { reopenResolved } from '../db/issues/issue-regressions.ts'
import { insertIssues, markMerged, type NewIssue } from '../db/issues/issues.ts'
import type { Tx } from '../db/pool.ts'
import { audit, MACHINE } from '../domain/audit/audit.ts'
import type { Deps } from '../domain/deps.ts'
import type { ModelVerdicts } from './ask-model.ts'
import type { Digestible } from './digestible.ts'
import type { ObservationFeatures } from './features/observation-features.ts'
import type { Grouper } from './group/grouper.ts'
import { decodeMeaning } from './group/state-codec.ts'
import { readableBy } from './project-memory.ts'

export type Assigning = {
  projectId: string
  grouper: Grouper
  items: Digestible[]
  /** Where observations that are digested again were before. */
  before: Map<string, Membership>
  verdicts: ModelVerdicts
  model: string
  version: number
}

/** Pairs of issues that people keep apart. */
type Apart = { has(one: string, other: string): boolean }

type Decision = { item: Digestible; issueId: string; score: number; isNew: boolean; from: string | null }

export async function assignIssues(tx: Tx, deps: Deps, work: Assigning): Promise<{ touched: string[] }> {
  const { projectId, items, before } = work
  const apart = await readApart(tx, work)
  const isPinned = ({ job }: Digestible) => before.get(job.id)?.placed_by === 'person'
  for (const item of items.filter(isPinned)) restate(work, item)
  const decisions = items.filter((item) => !isPinned(item)).map((item) => decide(deps, work, apart, item))
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

/** Only an observation that is digested again can be moved across such a pair. */
async function readApart(tx: Tx, { projectId, before }: Assigning): Promise<Apart> {
  const pairs = before.size > 0 ? await selectApart(tx, projectId) : []
  const known = new Set(pairs.map(([left, right]) => ordered(left, right).join()))
  return { has: (one, other) => known.has(ordered(one, other).join()) }
}

/** What a person placed stays where it is; only its vector is made anew. */
function restate({ grouper, before, model }: Assigning, { job, features }: Digestible): void {
  const was = before.get(job.id) as Membership
  takeOut(grouper, was, features, model)
  putBack(grouper, was, features)
}

/** The issue's state loses exactly what it had of the observation: its vector may be a new one by now. */
function takeOut(grouper: Grouper, was: Membership, features: ObservationFeatures, model: string): void {
  if (!grouper.has(was.issue_id)) return
  const { meaning } = readableBy(model, was)
  grouper.remove({ ...features, meaning: meaning && decodeMeaning(meaning) }, was.issue_id)
}

function putBack(grouper: Grouper, was: Membership, features: ObservationFeatures): void {
  grouper.place(features, was.issue_id)
  if (was.held) grouper.hold(was.issue_id)
}

function decide(deps: Deps, work: Assigning, apart: Apart, item: Digestible): Decision {
  const { grouper, verdicts, model } = work
  const { job, features } = item
  const was = work.before.get(job.id)
  const from = was?.issue_id ?? null
  if (was) takeOut(grouper, was, features, model)
  const named = verdicts.get(job.id)
  const target = named && grouper.has(named) ? named : was && best(grouper, features)
  if (was && (isLastOfHeld(grouper, was) || (target && apart.has(was.issue_id, target)))) {
    putBack(grouper, was, features)
    return { item, issueId: was.issue_id, score: 0, isNew: false, from }
  }
  if (target && target === named) {
    grouper.place(features, named)
    return { item, issueId: named, score: 0, isNew: false, from }
  }
  // An issue that this observation was alone in keeps its id, and with it its status and history.
  const reusable = from !== null && !grouper.has(from) ? from : null
  const { issueId, isNew, score } = grouper.assign(features, () => reusable ?? deps.newId())
  return { item, issueId, score, isNew: isNew && issueId !== reusable, from }
}

function best(grouper: Grouper, features: ObservationFeatures): string | undefined {
  const [first] = grouper.propose(features)
  return first && first.score >= grouper.settings.joinFrom ? first.issueId : undefined
}

/** An issue that people gave a name or a status is not emptied. */
const isLastOfHeld = (grouper: Grouper, { held, issue_id }: Membership): boolean =>
  held && !grouper.has(issue_id)

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
  for (const id of await reopenResolved(tx, projectId, decisions.map(toArrival), deps.now()))
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
