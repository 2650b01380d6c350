// Assigns each observation of a batch to an issue, and keeps memberships and counters in step. This is a first guess:
// every changed issue is soon compared with its neighbors (regroup-step.ts).
import { type IssuePlacedBy, isDecided } from '../contract/labels.ts'
import { type Arrival, countArrivals, recountIssues } from '../db/issues/issue-counters.ts'
import { selectIssue } from '../db/issues/issue-lists.ts'
import { type PlacedObservation, placeObservations } from '../db/issues/issue-members.ts'
import { selectIssuesOfTexts } from '../db/issues/issue-notes.ts'
import { reopenResolved } from '../db/issues/issue-regressions.ts'
import { insertIssues, markMerged, type NewIssue, touchIssues } from '../db/issues/issues.ts'
import type { Tx } from '../db/pool.ts'
import type { Deps } from '../domain/deps.ts'
import { emit } from '../domain/integrations/emit.ts'
import { noteRegression } from '../domain/issues/note-regression.ts'
import type { ModelVerdicts } from './ask-model.ts'
import type { Digestible } from './digestible.ts'
import { AGENT_CREDIT, type GroupSettings } from './group/likeness.ts'
import { pack } from './group/vector.ts'
import type { ProjectMemory } from './project-memory.ts'

export type Assigning = {
  projectId: string
  memory: ProjectMemory
  items: Digestible[]
  /** Where observations that are digested again were before. */
  before: Map<string, PlacedObservation>
  /** The issue that the writing agent named, per observation. */
  named: Map<string, string>
  verdicts: ModelVerdicts
  settings: GroupSettings
  model: string
  version: number
}

type Decision = {
  item: Digestible
  issueId: string
  score: number | null
  by: IssuePlacedBy
  byModel: boolean
  isNew: boolean
  from: string | null
}

/** `posted`: issues with new observations from agents. Imported observations are not news. */
type Touched = { touched: string[]; posted: string[] }

/** Returns the issues that changed. */
export async function assignIssues(tx: Tx, deps: Deps, work: Assigning): Promise<Touched> {
  const { projectId, items, version } = work
  const hashes = items.map((item) => item.textHash)
  const texts = await selectIssuesOfTexts(tx, projectId, hashes, work.model)
  const decisions = items.map((item) => decide(deps, work, texts, item))
  await insertIssues(tx, projectId, newIssues(decisions), version)
  const posted = decisions.filter(({ item }) => item.job.source !== 'import')
  for (const { id } of newIssues(posted)) await emit(tx, deps, projectId, { type: 'issue.new', issueId: id })
  for (const by of ['machine', 'agent'] as const) {
    const placed = decisions.filter((decision) => decision.by === by)
    await placeObservations(tx, projectId, placed.map(toPlacement), by)
  }
  const arriving = decisions.filter(({ from, issueId }) => from !== issueId)
  await countArrivals(tx, projectId, arriving.map(toArrival))
  const newcomers = arriving.filter(({ from, item }) => from === null && isDated(item))
  for (const id of await reopenResolved(tx, projectId, newcomers.map(toArrival), deps.now()))
    await noteRegression(tx, deps, projectId, id)
  const touched = [...new Set(decisions.flatMap(({ issueId, from }) => (from ? [issueId, from] : [issueId])))]
  await touchIssues(tx, projectId, touched, version)
  await settleDepartures(tx, deps, work, arriving)
  return { touched, posted: posted.map(({ issueId }) => issueId) }
}

/** An imported row without a date has the time of the import, which does not tell when it was observed. */
const isDated = ({ job: { source, observed_at, created_at } }: Digestible): boolean =>
  source !== 'import' || observed_at.getTime() !== created_at.getTime()

function decide(deps: Deps, work: Assigning, texts: Map<string, string>, item: Digestible): Decision {
  const { table } = work.memory
  const was = work.before.get(item.job.id)
  const from = was?.issue_id ?? null
  if (was) table.remove(was.issue_id, item.job.id)
  const choice = choose(work, texts, item, was)
  const issueId = choice.issueId ?? deps.newId()
  const { note, job } = item
  const { vector, ...facts } = note
  const pinned = choice.byModel || isDecided(choice.by)
  table.add(issueId, { id: job.id, ...pack(vector), ...facts, pinned, named: choice.by === 'agent' })
  const entry = table.get(issueId)
  if (was?.held && was.issue_id === issueId && entry) entry.decided = true
  texts.set(item.textHash.toString('hex'), issueId)
  return { ...choice, item, issueId, isNew: choice.issueId === null, from }
}

/** No issue means a new one. */
type Choice = Pick<Decision, 'score' | 'by' | 'byModel'> & { issueId: string | null }

const byMachine = (issueId: string | null, score: number | null = null): Choice => ({
  issueId,
  score,
  by: 'machine',
  byModel: false,
})

/** In this order: people's decisions, the same text, the writing agent, the language model, likeness. */
function choose(
  work: Assigning,
  texts: Map<string, string>,
  item: Digestible,
  was?: PlacedObservation,
): Choice {
  const { memory, settings, verdicts, named } = work
  const stays = was && { issueId: was.issue_id, score: null, by: was.placed_by, byModel: was.by_model }
  if (stays && (isDecided(was.placed_by) || was.held)) return stays
  const same = texts.get(item.textHash.toString('hex'))
  if (stays && same === was.issue_id) return stays
  if (same !== undefined && memory.table.has(same)) return byMachine(same, 1)
  const candidates = memory.table.propose(item.note, CANDIDATES)
  const wanted = named.get(item.job.id)
  if (wanted !== undefined && isPlausible(work, item, wanted, candidates))
    return { issueId: wanted, score: null, by: 'agent', byModel: false }
  const verdict = verdicts.get(item.job.id)
  if (verdict?.issueId && memory.table.has(verdict.issueId))
    return { ...byMachine(verdict.issueId), byModel: true }
  const best = candidates.find(({ issueId }) => !verdict?.asked.has(issueId))
  if (best && best.score >= settings.threshold - settings.arrival) return byMachine(best.issueId, best.score)
  // Its old issue, if none of it has been reloaded yet, so that the issue keeps its id and history.
  const free = was && !memory.table.has(was.issue_id)
  return { ...byMachine(free ? was.issue_id : null), byModel: verdict !== undefined }
}

const CANDIDATES = 20

/** An agent's choice is strong evidence but not binding: an issue about something else is not accepted. */
function isPlausible(
  { memory, settings }: Assigning,
  item: Digestible,
  wanted: string,
  candidates: { issueId: string; score: number }[],
): boolean {
  const known = candidates.find(({ issueId }) => issueId === wanted)
  if (known) return known.score >= settings.threshold - settings.arrival - AGENT_CREDIT
  return !memory.table.has(wanted) && item.job.agent_issue !== null
}

const newIssues = (decisions: Decision[]): NewIssue[] =>
  decisions
    .filter(({ isNew }) => isNew)
    .map(({ issueId, item }) => ({ id: issueId, title: item.job.title, at: item.job.created_at }))

const toPlacement = ({ item, issueId, score, byModel }: Decision) => ({
  observationId: item.job.id,
  issueId,
  score,
  byModel,
})

const toArrival = ({ item, issueId }: Decision): Arrival => ({
  issueId,
  userId: item.job.user_id,
  sentiment: item.job.user_sentiment,
  observedAt: item.job.observed_at,
})

/** Recounts issues that lost observations. An issue that lost its last one redirects to where that went. */
async function settleDepartures(tx: Tx, deps: Deps, work: Assigning, moved: Decision[]): Promise<void> {
  const heirs = new Map(
    moved.filter(({ from }) => from !== null).map(({ from, issueId }) => [from as string, issueId]),
  )
  await recountIssues(tx, work.projectId, [...heirs.keys()])
  for (const [from, heir] of heirs) {
    const left = await selectIssue(tx, work.projectId, from)
    if (left?.observation_count === 0 && !isDecided(left.title_by))
      await markMerged(tx, work.projectId, from, heir, work.version, deps.now())
  }
}
