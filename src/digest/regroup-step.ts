// Looks again at the issues that changed: the longest waiting ones and those around them are clustered anew, outside any
// lock; what came of it is written in one short transaction, if nobody changed the project meanwhile.
import {
  bumpDigestVersion,
  type DigestState,
  savePreview,
  type ThresholdPreview,
} from '../db/digest/digest-states.ts'
import { foldCounters, recountIssue } from '../db/issues/issue-counters.ts'
import { selectIssue } from '../db/issues/issue-lists.ts'
import { moveAllMembers, moveMembers, selectPosted, selectTitles } from '../db/issues/issue-members.ts'
import { inheritPairs, suggestMerges } from '../db/issues/issue-pairs.ts'
import { reopenIfSeenSince } from '../db/issues/issue-regressions.ts'
import {
  insertIssues,
  markMerged,
  selectSeen,
  selectUnsettled,
  settleIssues,
  touchIssues,
} from '../db/issues/issues.ts'
import { inTransaction, type Tx } from '../db/pool.ts'
import { audit, MACHINE } from '../domain/audit/audit.ts'
import type { Deps } from '../domain/deps.ts'
import { emit } from '../domain/integrations/emit.ts'
import { noteRegression } from '../domain/issues/note-regression.ts'
import { nameWithModel } from './ask-model.ts'
import { describeIssues } from './describe-issues.ts'
import type { Engine } from './engine.ts'
import { judgedBy } from './group/note-likeness.ts'
import { LOOKED_AT_ONCE, type Region, regionAround } from './group/region.ts'
import { type Part, PREVIEW_STEP, type Regrouping, regroup } from './group/regroup.ts'
import { lockForModel, type ProjectMemory } from './project-memory.ts'

/**
 * False when there is nothing to do.
 * @param isBusy notes are waiting to be digested: then only as many issues as can be looked at together are worth a step
 */
export async function regroupStep(
  deps: Deps,
  engine: Engine,
  projectId: string,
  isBusy: boolean,
): Promise<boolean> {
  const changed = await selectUnsettled(deps.db, projectId, LOOKED_AT_ONCE)
  if (changed.length < (isBusy ? LOOKED_AT_ONCE : 1)) return false
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
  const found = regroup(
    issues,
    memory.apart,
    judgedBy(engine.pairs, memory.table.background()),
    engine.settings,
  )
  try {
    const described = await inTransaction(deps.db, async (tx) => {
      const state = await lockForModel(tx, projectId, engine.model)
      return apply(tx, deps, engine, { projectId, state, version, region, found, memory })
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
  /** What the clustering saw. */
  version: number
  region: Region
  found: Regrouping
  memory: ProjectMemory
}

async function apply(tx: Tx, deps: Deps, engine: Engine, work: Applying): Promise<string[]> {
  const { projectId, state, version, region, found, memory } = work
  if (state.version !== version) return [] // somebody decided something meanwhile: it is looked at again
  await settleIssues(tx, projectId, region.settled)
  if (region.issues.length > 0)
    await savePreview(tx, projectId, preview(found, memory, engine.settings.threshold))
  const next = found.changed.length > 0 ? await bumpDigestVersion(tx, projectId) : version
  const touched = await writeParts(tx, deps, work, next)
  const standing = ({ left, right }: { left: string; right: string }) =>
    memory.table.has(left) && memory.table.has(right)
  await suggestMerges(tx, projectId, found.suggestions.filter(standing), deps.now(), region.settled)
  engine.memories.keep(projectId, next)
  return describeIssues(tx, deps, { projectId, memory, model: engine.model, issueIds: touched })
}

/** Issues that a stricter and a looser threshold would give, reckoned from the part that was looked at. */
function preview({ counts }: Regrouping, { table }: ProjectMemory, threshold: number): ThresholdPreview {
  const scaled = (count: number) => Math.round((table.count() * count) / Math.max(1, counts.now))
  return {
    threshold,
    step: PREVIEW_STEP,
    stricter_issues: scaled(counts.stricter),
    looser_issues: scaled(counts.looser),
  }
}

/** Moves every note to the issue that its group is; answers the issues that changed and stand. */
async function writeParts(tx: Tx, deps: Deps, work: Applying, version: number): Promise<string[]> {
  const { projectId, found, memory, region } = work
  const issueOf = new Map(region.issues.flatMap((issue) => issue.members.map(({ id }) => [id, issue.id])))
  await openNewIssues(tx, deps, work, version)
  const lost = new Set<string>()
  const folded = new Set<string>()
  for (const { issueId, into } of found.emptied)
    if (into.members.filter(({ id }) => issueOf.get(id) === issueId).length === wholeSize(region, issueId)) {
      await foldInto(tx, deps, work, issueId, into.issueId as string, version)
      folded.add(issueId)
    }
  for (const part of found.changed) {
    const into = part.issueId as string
    const moved = part.members.filter(
      ({ id }) => issueOf.get(id) !== into && !folded.has(issueOf.get(id) ?? ''),
    )
    for (const { id } of moved) lost.add(issueOf.get(id) as string)
    await moveTo(
      tx,
      deps,
      work,
      moved.map(({ id }) => id),
      into,
      issueOf,
    )
  }
  for (const id of lost) await recountIssue(tx, projectId, id)
  for (const { issueId, into } of found.emptied)
    if (!folded.has(issueId)) await leadTo(tx, deps, work, issueId, into.issueId as string, version)
  for (const { issueId } of found.emptied) memory.table.drop(issueId)
  for (const part of found.changed) remember(memory, part)
  const touched = found.changed.map(({ issueId }) => issueId as string)
  await touchIssues(tx, projectId, touched, version)
  await settleIssues(tx, projectId, touched)
  return touched
}

const wholeSize = ({ issues }: Region, id: string): number =>
  issues.find((issue) => issue.id === id)?.size ?? Number.POSITIVE_INFINITY

async function openNewIssues(tx: Tx, deps: Deps, { projectId, found }: Applying, version: number) {
  const opened = found.changed.filter(({ issueId }) => issueId === null)
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
  await tellOpened(tx, deps, projectId, opened)
}

/** What was only ever imported is the past, and no news. */
async function tellOpened(tx: Tx, deps: Deps, projectId: string, opened: Part[]): Promise<void> {
  const notes = opened.flatMap(({ members }) => members.map(({ id }) => id))
  const posted = await selectPosted(tx, projectId, notes)
  for (const { issueId, members } of opened)
    if (members.some(({ id }) => posted.has(id)))
      await emit(tx, deps, projectId, { type: 'issue.new', issueId: issueId as string })
}

/** A whole issue goes into another: its address leads there from now on. */
async function foldInto(
  tx: Tx,
  deps: Deps,
  { projectId }: Applying,
  from: string,
  into: string,
  version: number,
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

/** An issue whose known notes went to several: it leads to where most did, unless it has others, not read anew yet. */
async function leadTo(
  tx: Tx,
  deps: Deps,
  { projectId }: Applying,
  from: string,
  into: string,
  version: number,
): Promise<void> {
  const left = await selectIssue(tx, projectId, from)
  if (left?.observation_count === 0) await markMerged(tx, projectId, from, into, version, deps.now())
}

async function moveTo(
  tx: Tx,
  deps: Deps,
  { projectId }: Applying,
  ids: string[],
  into: string,
  issueOf: Map<string, string>,
): Promise<void> {
  if (ids.length === 0) return
  await moveMembers(tx, projectId, ids, into)
  for (const id of ids) {
    const facts = { from: issueOf.get(id), into }
    await audit(tx, deps, projectId, { actor: MACHINE, action: 'observation.moved', subjectId: id, facts })
  }
}

function remember({ table }: ProjectMemory, { issueId, members }: Part): void {
  const id = issueId as string
  const known = table.get(id)
  // An issue larger than what is known of it only ever gains: its size grows by what is new to it.
  const had = new Set(known?.members.map((member) => member.id))
  const gained = members.filter((member) => !had.has(member.id)).length
  const size = known && known.size > known.members.length ? known.size + gained : members.length
  table.put({ id, held: known?.held ?? false, seen: known?.seen ?? false, size }, members)
}
