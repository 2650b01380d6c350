// What people decide about issues: rename, status, merge and its undoing, split, move, keep apart.
// Each runs under the project's digest lock, is written to the audit log, and is respected by every later pass.
import type { IssueSplit, IssuesChange, IssueUpdate } from '../../contract/issues/issue-changes.ts'
import type { Issue, IssueDetail } from '../../contract/issues/issues.ts'
import { conflict, invalid, notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { bumpDigestVersion, lockDigestState } from '../../db/digest/digest-states.ts'
import { type IssueRow, updateIssue } from '../../db/issues/issue-lists.ts'
import {
  moveAllMembers,
  pinMembers,
  placeObservations,
  recountIssue,
  selectMembersAmong,
  selectMemberships,
} from '../../db/issues/issue-members.ts'
import { insertMerge, markUndone, selectLastMerge } from '../../db/issues/issue-merges.ts'
import { inheritPairs, keepApart } from '../../db/issues/issue-pairs.ts'
import { holdIssues, insertIssues, markMerged } from '../../db/issues/issues.ts'
import { selectObservation } from '../../db/observations/observations.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { findIssue, readIssuesInOrder, requireIssue } from './read-issues.ts'

type Change = { tx: Tx; version: number }

/** Runs a change under the project's digest lock; workers notice by the new version. */
function decide<T>(deps: Deps, projectId: string, work: (change: Change) => Promise<T>): Promise<T> {
  return inTransaction(deps.db, async (tx) => work(await beginChange(tx, projectId)))
}

async function beginChange(tx: Tx, projectId: string): Promise<Change> {
  await lockDigestState(tx, projectId)
  return { tx, version: await bumpDigestVersion(tx, projectId) }
}

async function requireStanding(tx: Tx, projectId: string, id: string): Promise<IssueRow> {
  const issue = await requireIssue(tx, projectId, id)
  if (issue.merged_into !== null) throw conflict(`this issue was merged into ${issue.merged_into}`)
  return issue
}

export async function changeIssue(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  wanted: IssueUpdate,
): Promise<IssueDetail> {
  await decide(deps, projectId, (change) => changeOne(change, deps, actor, projectId, id, wanted))
  return findIssue(deps, projectId, id)
}

/** As part of the caller's transaction. */
export async function changeIssueWithin(tx: Tx, ...change: Parameters<typeof changeIssue>): Promise<void> {
  const [, , projectId] = change
  await changeOne(await beginChange(tx, projectId), ...change)
}

/** All of them or none; in the order of the ids. */
export async function changeIssues(
  deps: Deps,
  actor: Actor,
  projectId: string,
  { issue_ids, ...wanted }: IssuesChange,
): Promise<{ items: Issue[] }> {
  await decide(deps, projectId, async (change) => {
    for (const id of new Set(issue_ids.map((one) => one.toLowerCase())))
      await changeOne(change, deps, actor, projectId, id, wanted)
  })
  return { items: await readIssuesInOrder(deps, projectId, issue_ids) }
}

async function changeOne(
  { tx, version }: Change,
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  wanted: IssueUpdate,
): Promise<void> {
  const issue = await requireStanding(tx, projectId, id)
  const { title, status, status_note } = wanted
  const named =
    title === undefined
      ? {}
      : title === null
        ? { title: await foundTitle(tx, projectId, issue), title_by: 'machine' }
        : { title, title_by: 'person' }
  const moved = status !== undefined && status !== issue.status ? { status } : {}
  // A title or a status is a person's word on this issue: it must not vanish in another one.
  if (title || moved.status) await holdIssues(tx, projectId, [id], version)
  const noted = status_note === undefined ? {} : { status_note }
  await updateIssue(tx, projectId, id, { ...named, ...moved, ...noted }, deps.now())
  const facts = { ...wanted, was: { title: issue.title, status: issue.status } }
  await audit(tx, deps, projectId, { actor, action: 'issue.changed', subjectId: id, facts })
}

/** The first quote is of the most central observation, which gives an issue its title. */
async function foundTitle(tx: Tx, projectId: string, { quotes, title }: IssueRow): Promise<string> {
  const [central] = quotes
  return (central && (await selectObservation(tx, projectId, central.observation_id))?.title) ?? title
}

export async function mergeIssue(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  into: string,
): Promise<IssueDetail> {
  await decide(deps, projectId, async ({ tx, version }) => {
    const from = await requireStanding(tx, projectId, id)
    const target = await requireStanding(tx, projectId, into)
    if (from.id === target.id) throw conflict('an issue cannot be merged into itself')
    const observation_ids = await moveAllMembers(tx, projectId, from.id, target.id)
    await pinMembers(tx, projectId, target.id)
    const merge = {
      id: deps.newId(),
      from_id: from.id,
      into_id: target.id,
      observation_ids,
      merged_at: deps.now(),
      merged_by: actor,
    }
    await insertMerge(tx, projectId, merge)
    await inheritPairs(tx, projectId, from.id, target.id, deps.now())
    await markMerged(tx, projectId, from.id, target.id, version, deps.now())
    await holdIssues(tx, projectId, [target.id], version)
    for (const touched of [from.id, target.id]) await recountIssue(tx, projectId, touched)
    const facts = { into: target.id, observations: observation_ids.length }
    await audit(tx, deps, projectId, { actor, action: 'issue.merged', subjectId: from.id, facts })
    const taken = { from: from.id, observations: observation_ids.length }
    await audit(tx, deps, projectId, { actor, action: 'issue.took_in', subjectId: target.id, facts: taken })
  })
  return findIssue(deps, projectId, into)
}

/** Takes back out what the merge brought, as far as it is still there, and keeps the two apart from then on. */
export async function unmergeIssue(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
): Promise<IssueDetail> {
  await decide(deps, projectId, async ({ tx, version }) => {
    const issue = await requireIssue(tx, projectId, id)
    const merge = await selectLastMerge(tx, projectId, issue.id)
    if (issue.merged_into === null || !merge) throw conflict('no person merged this issue into another')
    const into = await requireStanding(tx, projectId, issue.merged_into)
    const back = await selectMembersAmong(tx, projectId, into.id, merge.observation_ids)
    await markMerged(tx, projectId, issue.id, null, version, deps.now())
    await placeByPerson(tx, projectId, back, issue.id)
    await markUndone(tx, projectId, merge.id, deps.now())
    await keepApart(tx, projectId, issue.id, into.id, deps.now())
    await settle(tx, deps, projectId, [issue.id, into.id], version)
    const facts = { from: into.id, observations: back.length }
    await audit(tx, deps, projectId, { actor, action: 'issue.unmerged', subjectId: issue.id, facts })
    const given = { into: issue.id, observations: back.length }
    await audit(tx, deps, projectId, { actor, action: 'issue.gave_back', subjectId: into.id, facts: given })
  })
  return findIssue(deps, projectId, id)
}

export async function splitIssue(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  { observation_ids, title }: IssueSplit,
): Promise<IssueDetail> {
  const newId = await decide(deps, projectId, async ({ tx, version }) => {
    const issue = await requireStanding(tx, projectId, id)
    const members = await selectMembersAmong(tx, projectId, issue.id, observation_ids)
    refuseStrangers(observation_ids, members)
    if (members.length >= issue.observation_count)
      throw conflict('at least one observation must stay in the issue')
    const made = await openIssue(tx, deps, projectId, members[0] as string, title, version)
    await placeByPerson(tx, projectId, members, made)
    await keepApart(tx, projectId, issue.id, made, deps.now())
    await settle(tx, deps, projectId, [issue.id, made], version)
    const facts = { into: made, observations: members.length }
    await audit(tx, deps, projectId, { actor, action: 'issue.split', subjectId: issue.id, facts })
    const taken = { from: issue.id, observations: members.length }
    await audit(tx, deps, projectId, { actor, action: 'issue.begun', subjectId: made, facts: taken })
    return made
  })
  return findIssue(deps, projectId, newId)
}

function refuseStrangers(wanted: string[], members: string[]): void {
  const known = new Set(members)
  const strangers = wanted
    .map((id, index) => ({ id: id.toLowerCase(), index }))
    .filter(({ id }) => !known.has(id))
  if (strangers.length === 0) return
  throw invalid(
    strangers.map(({ index }) => ({
      loc: ['body', 'observation_ids', index],
      msg: 'is no observation of this issue',
      type: 'observation',
    })),
  )
}

/** To another issue, or with null to a new one of its own. */
export async function moveObservation(
  deps: Deps,
  actor: Actor,
  projectId: string,
  observationId: string,
  issueId: string | null,
): Promise<void> {
  await decide(deps, projectId, async ({ tx, version }) => {
    const observation = isUuid(observationId) && (await selectObservation(tx, projectId, observationId))
    if (!observation) throw notFound('observation')
    const was = (await selectMemberships(tx, projectId, [observation.id])).get(observation.id)
    if (!was) throw conflict('this observation has not been digested yet; try again shortly')
    const into = issueId
      ? (await requireStanding(tx, projectId, issueId)).id
      : await openIssue(tx, deps, projectId, observation.id, undefined, version)
    await placeByPerson(tx, projectId, [observation.id], into)
    // On its own means without the others: they are not to follow it when they are digested again.
    if (!issueId) await keepApart(tx, projectId, was.issue_id, into, deps.now())
    await settle(tx, deps, projectId, [was.issue_id, into], version)
    const facts = { from: was.issue_id, into }
    await audit(tx, deps, projectId, { actor, action: 'observation.moved', subjectId: observation.id, facts })
  })
}

export async function keepIssuesApart(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  from: string,
): Promise<IssueDetail> {
  await decide(deps, projectId, async ({ tx }) => {
    const issue = await requireStanding(tx, projectId, id)
    const other = await requireStanding(tx, projectId, from)
    if (issue.id === other.id) throw conflict('an issue cannot be kept apart from itself')
    await keepApart(tx, projectId, issue.id, other.id, deps.now())
    await audit(tx, deps, projectId, {
      actor,
      action: 'issue.kept_apart',
      subjectId: issue.id,
      facts: { from: other.id },
    })
  })
  return findIssue(deps, projectId, id)
}

async function openIssue(
  tx: Tx,
  deps: Deps,
  projectId: string,
  observationId: string,
  title: string | undefined,
  version: number,
): Promise<string> {
  const id = deps.newId()
  const observation = await selectObservation(tx, projectId, observationId)
  await insertIssues(
    tx,
    projectId,
    [{ id, title: title ?? observation?.title ?? '', at: deps.now() }],
    version,
  )
  if (title) await updateIssue(tx, projectId, id, { title_by: 'person' }, deps.now())
  return id
}

function placeByPerson(tx: Tx, projectId: string, observationIds: string[], issueId: string): Promise<void> {
  const placements = observationIds.map((observationId) => ({ observationId, issueId, score: null }))
  return placeObservations(tx, projectId, placements, 'person')
}

/** Counts both issues anew and hands them to people; one that lost its last observation leads to the other. */
async function settle(
  tx: Tx,
  deps: Deps,
  projectId: string,
  [one, other]: [string, string],
  version: number,
): Promise<void> {
  await holdIssues(tx, projectId, [one, other], version)
  for (const [id, heir] of [
    [one, other],
    [other, one],
  ] as const) {
    await recountIssue(tx, projectId, id)
    const { observation_count, title_by } = await requireIssue(tx, projectId, id)
    if (observation_count === 0 && title_by !== 'person' && id !== heir)
      await markMerged(tx, projectId, id, heir, version, deps.now())
  }
}
