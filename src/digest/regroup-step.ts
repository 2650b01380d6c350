// Regroups changed issues. Those that have waited longest, and the issues around them, are clustered without a lock.
// The result is written in one short transaction, unless the project has changed meanwhile.
import {
  bumpDigestVersion,
  type DigestState,
  savePreview,
  type ThresholdPreview,
} from '../db/digest/digest-states.ts'
import { foldCounters, recountIssues } from '../db/issues/issue-counters.ts'
import { moveAllMembers, moveMembers, selectPosted, selectTitles } from '../db/issues/issue-members.ts'
import { inheritPairs, suggestMerges } from '../db/issues/issue-pairs.ts'
import { reopenIfSeenSince } from '../db/issues/issue-regressions.ts'
import {
  insertIssues,
  markMerged,
  saveDoubts,
  selectEmpty,
  selectSeen,
  selectUnsettled,
  settleIssues,
} from '../db/issues/issues.ts'
import { inTransaction, type Tx } from '../db/pool.ts'
import { audit, auditAll, MACHINE } from '../domain/audit/audit.ts'
import type { Deps } from '../domain/deps.ts'
import { emit } from '../domain/integrations/emit.ts'
import { noteRegression } from '../domain/issues/note-regression.ts'
import { nameWithModel } from './ask-model.ts'
import { describeIssues } from './describe-issues.ts'
import type { Engine } from './engine.ts'
import { judgedBy } from './group/note-likeness.ts'
import { REGROUPED_AT_ONCE, type Region, type RegionIssue, regionAround } from './group/region.ts'
import { type Part, PREVIEW_STEP, type Regrouping, regroup } from './group/regroup.ts'
import { lockForModel, type ProjectMemory } from './project-memory.ts'
import { type Unsure, unsureOf } from './review/unsure-of.ts'

/**
 * False when there is nothing to do.
 * @param isBusy notes are waiting to be digested; then a step must regroup as many issues as possible
 */
export async function regroupStep(
  deps: Deps,
  engine: Engine,
  projectId: string,
  isBusy: boolean,
): Promise<boolean> {
  const changed = await selectUnsettled(deps.db, projectId, REGROUPED_AT_ONCE)
  if (changed.length < (isBusy ? REGROUPED_AT_ONCE : 1)) return false
  await engine.ready()
  const memory = await engine.memories.read(deps.db, projectId)
  const { version } = memory
  const region = regionAround(memory.table, changed)
  const seen = await selectSeen(
    deps.db,
    projectId,
    region.issues.map(({ id }) => id),
  )
  const issues = region.issues.map((issue) => ({ ...issue, seen: seen.has(issue.id) }))
  const regrouping = regroup(issues, memory.apart, judgedBy(engine.pairs, memory.table), engine.settings)
  const unsure = unsureOf(issues, regrouping, memory.apart)
  try {
    const described = await inTransaction(deps.db, async (tx) => {
      const state = await lockForModel(tx, projectId, engine.model)
      return apply(tx, deps, engine, {
        projectId,
        state,
        version,
        region: { ...region, issues },
        regrouping,
        unsure,
        memory,
      })
    })
    await nameWithModel(deps, engine, projectId, described)
    return true
  } catch (error) {
    engine.memories.forget(projectId)
    throw error
  }
}

type Applying = {
  projectId: string
  state: DigestState
  /** The version that was clustered. */
  version: number
  region: Region
  regrouping: Regrouping
  unsure: Unsure
  memory: ProjectMemory
}

async function apply(tx: Tx, deps: Deps, engine: Engine, work: Applying): Promise<string[]> {
  const { projectId, state, version, region, regrouping, unsure, memory } = work
  if (state.version !== version) return [] // the project changed meanwhile: these issues will be regrouped later
  if (region.issues.length > 0) {
    const announcedMoves = preview(work, engine.settings.threshold)
    await savePreview(tx, projectId, announcedMoves, previewWeight(region))
  }
  const next = regrouping.changed.length > 0 ? await bumpDigestVersion(tx, projectId) : version
  const touched = await writeParts(tx, deps, work, next)
  await settleIssues(tx, projectId, { looked: region.settled, changed: touched, version: next })
  const pairs = unsure.pairs.map(({ one, other, chance }) => ({
    left: one.issueId as string,
    right: other.issueId as string,
    chance,
  }))
  const doubts = unsure.doubts.map(({ part, doubt }) => ({ id: part.issueId as string, doubt }))
  await saveDoubts(tx, projectId, doubts)
  await suggestMerges(tx, projectId, pairs, deps.now(), {
    regrouped: region.settled,
    around: region.issues.map(({ id }) => id),
  })
  engine.memories.keep(projectId, next)
  return describeIssues(tx, deps, { projectId, memory, model: engine.model, issueIds: touched })
}

const isRegrouped = ({ isNeighbor }: RegionIssue): boolean => !isNeighbor

/**
 * In a large project, a step covers only a few issues, so its preview has little weight next to those of earlier steps.
 */
const PREVIEWED_BEFORE = 40
function previewWeight({ issues }: Region): number {
  const regrouped = issues.filter(isRegrouped).length
  return regrouped === issues.length ? 1 : regrouped / (regrouped + PREVIEWED_BEFORE)
}

/**
 * Estimates the number of issues with a stricter and a looser threshold, as if all issues changed like the regrouped
 * ones.
 */
function preview({ regrouping, region, memory }: Applying, threshold: number): ThresholdPreview {
  const { counts } = regrouping
  const regrouped = Math.max(1, region.issues.filter(isRegrouped).length)
  const scaled = (count: number) => Math.round(memory.table.count() * (1 + (count - counts.now) / regrouped))
  return {
    threshold,
    step: PREVIEW_STEP,
    stricter_issues: scaled(counts.stricter),
    looser_issues: scaled(counts.looser),
  }
}

/** Moves every note to the issue of its new group. Returns the issues that changed and still exist. */
async function writeParts(tx: Tx, deps: Deps, work: Applying, version: number): Promise<string[]> {
  const { projectId, regrouping, memory, region } = work
  const issueOf = new Map(region.issues.flatMap((issue) => issue.members.map(({ id }) => [id, issue.id])))
  await openNewIssues(tx, deps, work, version)
  const folded = new Set<string>()
  for (const { issueId, into } of regrouping.emptied)
    if (into.members.filter(({ id }) => issueOf.get(id) === issueId).length === wholeSize(region, issueId)) {
      await mergeInto(tx, deps, projectId, { from: issueId, into: into.issueId as string, version })
      folded.add(issueId)
    }
  const moves = regrouping.changed.flatMap(({ issueId, members }) =>
    members
      .map(({ id }) => ({ observationId: id, from: issueOf.get(id) as string, into: issueId as string }))
      .filter(({ from, into }) => from !== into && !folded.has(from)),
  )
  const seen = new Set(region.issues.filter((issue) => issue.seen).map(({ id }) => id))
  await move(tx, deps, projectId, moves, seen)
  await redirectEmptied(
    tx,
    deps,
    work,
    regrouping.emptied.filter(({ issueId }) => !folded.has(issueId)),
    version,
  )
  for (const { issueId } of regrouping.emptied) memory.table.drop(issueId)
  for (const part of regrouping.changed) remember(memory, part)
  return regrouping.changed.map(({ issueId }) => issueId as string)
}

const wholeSize = ({ issues }: Region, id: string): number =>
  issues.find((issue) => issue.id === id)?.size ?? Number.POSITIVE_INFINITY

async function openNewIssues(tx: Tx, deps: Deps, { projectId, regrouping }: Applying, version: number) {
  const opened = regrouping.changed.filter(({ issueId }) => issueId === null)
  if (opened.length === 0) return
  const titles = await selectTitles(
    tx,
    projectId,
    opened.map(({ members }) => (members[0] as { id: string }).id),
  )
  for (const part of opened) part.issueId = deps.newId()
  const rows = opened.map((part) => ({
    id: part.issueId as string,
    title: titles.get((part.members[0] as { id: string }).id) ?? '',
    at: deps.now(),
  }))
  await insertIssues(tx, projectId, rows, version)
  await announceOpened(tx, deps, projectId, opened)
}

/** Issues with only imported observations are not announced, because they are not news. */
async function announceOpened(tx: Tx, deps: Deps, projectId: string, opened: Part[]): Promise<void> {
  const notes = opened.flatMap(({ members }) => members.map(({ id }) => id))
  const posted = await selectPosted(tx, projectId, notes)
  for (const { issueId, members } of opened)
    if (members.some(({ id }) => posted.has(id)))
      await emit(tx, deps, projectId, { type: 'issue.new', issueId: issueId as string })
}

/** Merges a whole issue into another, to which its address redirects from now on. */
async function mergeInto(
  tx: Tx,
  deps: Deps,
  projectId: string,
  { from, into, version }: { from: string; into: string; version: number },
): Promise<void> {
  const regressed = await reopenIfSeenSince(tx, projectId, into, from, deps.now())
  const moved = await moveAllMembers(tx, projectId, from, into)
  await inheritPairs(tx, projectId, from, into, deps.now())
  await markMerged(tx, projectId, from, into, version, deps.now())
  await foldCounters(tx, projectId, from, into)
  const facts = { into, observations: moved.length }
  await audit(tx, deps, projectId, { actor: MACHINE, action: 'issue.merged', subjectId: from, facts })
  if (regressed) await noteRegression(tx, deps, projectId, into)
}

/**
 * For issues whose notes went to several others: each redirects to the one that got most, unless it still has notes
 * that this step did not load.
 */
async function redirectEmptied(
  tx: Tx,
  deps: Deps,
  { projectId }: Applying,
  emptied: Regrouping['emptied'],
  version: number,
): Promise<void> {
  const ids = emptied.map(({ issueId }) => issueId)
  const empty = await selectEmpty(tx, projectId, ids)
  for (const { issueId, into } of emptied)
    if (empty.has(issueId))
      await markMerged(tx, projectId, issueId, into.issueId as string, version, deps.now())
}

type Move = { observationId: string; from: string; into: string }

/** Moves out of an issue that nobody has opened are not audited. */
async function move(
  tx: Tx,
  deps: Deps,
  projectId: string,
  moves: Move[],
  seen: ReadonlySet<string>,
): Promise<void> {
  await moveMembers(tx, projectId, moves)
  await recountIssues(tx, projectId, [...new Set(moves.map(({ from }) => from))])
  const announcedMoves = moves.filter(({ from }) => seen.has(from))
  const entries = announcedMoves.map(({ observationId, from, into }) => ({
    actor: MACHINE,
    action: 'observation.moved',
    subjectId: observationId,
    facts: { from, into },
  }))
  await auditAll(tx, deps, projectId, entries)
}

function remember({ table }: ProjectMemory, { issueId, members }: Part): void {
  const id = issueId as string
  const known = table.get(id)
  // The copy contains only some members of a large issue. Such an issue is never split, so its size grows by what it
  // gained.
  const had = new Set(known?.members.map((member) => member.id))
  const gained = members.filter((member) => !had.has(member.id)).length
  const size = known && known.size > known.members.length ? known.size + gained : members.length
  table.put({ id, decided: known?.decided ?? false, seen: known?.seen ?? false, size }, members)
}
